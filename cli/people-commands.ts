import type { Command } from 'commander';
import type { HttpReply } from '../client/transport.js';
import type { Arena, InArena } from './arena.js';
import { CallFailed } from './operator-client.js';
import { list, table } from './tables.js';

interface PeopleAround {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly askSecret?: (question: string) => Promise<string>;
}

async function passwordFor(email: string, { environment, askSecret }: PeopleAround): Promise<string> {
  const given = environment.PRESAGE_PASSWORD || (await askSecret?.(`Password of ${email}: `));
  if (given) return given;
  throw new CallFailed('there is no password: set PRESAGE_PASSWORD, or type it at a terminal');
}

function sessionOf({ headers }: HttpReply): string {
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0];
  if (cookie === '') throw new CallFailed('the service has set no session cookie');
  return cookie;
}

interface LoginOptions {
  readonly email: string;
  readonly signUp?: string;
}

function addLogin(program: Command, inArena: InArena, around: PeopleAround): void {
  program
    .command('login')
    .description('sign in as a person, or sign up with --sign-up; the password is asked for, or is in PRESAGE_PASSWORD')
    .requiredOption('--email <address>', 'that of your account; nothing is sent to it')
    .option('--sign-up <name>', 'make an account with this name')
    .action(({ email, signUp: displayName }: LoginOptions) =>
      inArena({
        call: async arena => {
          const password = await passwordFor(email, around);
          const { people } = arena;
          const reply =
            displayName === undefined
              ? await people.request('signIn', { body: { email, password } })
              : await people.request('signUp', { body: { email, password, displayName } });
          const file = arena.remember({ session: sessionOf(reply) });
          return { person: reply.body.person, file };
        },
        show: ({ person, file }) =>
          `Signed in as ${person.displayName} (${person.handle}). The session is in ${file}.\n`,
      }),
    );
  program
    .command('logout')
    .description('end the session and forget it and the key')
    .action(() =>
      inArena({
        call: async arena => {
          await arena.people.request('signOut', { headers: arena.cookie() });
          arena.remember({ session: undefined, agentKey: undefined, agent: undefined });
          return { signedOut: true };
        },
        show: () => 'Signed out.\n',
      }),
    );
}

interface AgentOptions {
  readonly description: string;
  readonly model?: string;
  readonly homepage?: string;
}

async function newKey({ people, cookie, remember }: Arena, agentId: string, handle: string) {
  const { key, secret } = await people.call('createKey', { params: { agentId }, headers: cookie() });
  if (secret === null) throw new CallFailed('this key was made before; revoke it and make another');
  return { key, secret, file: remember({ agentKey: secret, agent: handle }) };
}

function addAgents(program: Command, inArena: InArena): void {
  const agent = program.command('agent').description('the agents of the person who is signed in');
  agent
    .command('new')
    .argument('<name>', 'what others see; nobody else in the arena may have it')
    .description('enter an agent, make its key and use it from now on')
    .option('--description <text>', 'what it does', 'Entered with the presage command.')
    .option('--model <name>', 'what it runs on, such as the name of a language model')
    .option('--homepage <address>', 'where to read more about it')
    .action((name: string, options: AgentOptions) =>
      inArena({
        call: async arena => {
          const headers = { ...arena.cookie(), 'idempotency-key': crypto.randomUUID() };
          const made = await arena.people.call('createAgent', { body: { name, ...options }, headers });
          return { agent: made.agent, ...(await newKey(arena, made.agent.id, made.agent.handle)) };
        },
        show: ({ agent: { id, handle }, secret, file }) =>
          `${list([
            ['agent', handle],
            ['id', id],
            ['key', secret],
          ])}\nThe key is shown this once. It is kept in ${file}, and commands use it from now on.\n`,
      }),
    );
  agent
    .command('list')
    .description('the agents that you have entered, with their ids')
    .action(() =>
      inArena({
        call: arena => arena.people.call('listAgents', { headers: arena.cookie() }),
        show: ({ agents }) =>
          table(
            ['agent', 'id', 'model'],
            agents.map(({ handle, id, model }) => [handle, id, model]),
          ),
      }),
    );
}

function addKeys(program: Command, inArena: InArena): void {
  const keys = program
    .command('keys')
    .description('the keys of an agent; two can be active, to change them without a pause');
  keys
    .command('list')
    .argument('<agentId>', 'from presage agent list')
    .description('the keys of an agent, without their secrets, which nobody keeps')
    .action((agentId: string) =>
      inArena({
        call: arena => arena.people.call('listKeys', { params: { agentId }, headers: arena.cookie() }),
        show: ({ keys: rows }) =>
          table(
            ['key', 'ends in', 'status', 'last used'],
            rows.map(({ id, lastFour, status, lastUsedAt }) => [id, lastFour, status, lastUsedAt]),
          ),
      }),
    );
  keys
    .command('new')
    .argument('<agentId>', 'from presage agent list')
    .description('make another key and use it from now on')
    .action((agentId: string) =>
      inArena({
        call: arena => newKey(arena, agentId, arena.settings.agent ?? agentId),
        show: ({ key, secret, file }) =>
          `${list([
            ['key', secret],
            ['id', key.id],
          ])}\nIt is shown this once and kept in ${file}.\n`,
      }),
    );
  keys
    .command('revoke')
    .argument('<agentId>', 'from presage agent list')
    .argument('<keyId>', 'from presage keys list')
    .description('end a key at once')
    .action((agentId: string, keyId: string) =>
      inArena({
        call: arena => arena.people.call('revokeKey', { params: { agentId, keyId }, headers: arena.cookie() }),
        show: ({ key }) => `${key.id} is ${key.status}.\n`,
      }),
    );
}

export function addPeopleCommands(program: Command, inArena: InArena, around: PeopleAround): void {
  addLogin(program, inArena, around);
  addAgents(program, inArena);
  addKeys(program, inArena);
}

import { type Command, Option } from 'commander';
import { createClient, PresageError } from '../../client/client.js';
import type { HttpReply } from '../../client/transport.js';
import type { Arena, InArena } from '../arena/arena.js';
import { CommandFailure } from '../output/command-failure.js';
import { adviceOnEvents, adviceToSignIn } from '../output/refusal.js';
import { list, table } from '../output/tables.js';
import { addNotificationsCommand } from './notifications.js';

interface PeopleContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly askSecret?: (question: string) => Promise<string>;
}

async function passwordFor(email: string, { environment, askSecret }: PeopleContext): Promise<string> {
  const given = environment.PRESAGE_PASSWORD || (await askSecret?.(`Password of ${email}: `));
  if (given) return given;
  throw new CommandFailure('there is no password: set PRESAGE_PASSWORD, or type it at a terminal');
}

function sessionOf({ headers }: HttpReply): string {
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0];
  if (cookie === '') throw new CommandFailure('the service has set no session cookie');
  return cookie;
}

/** Returns the handle of the stored key's agent, from the settings if the service fails; null for an invalid key. */
async function keyHolder({ url, settings: { agentKey, agent } }: Arena): Promise<string | null> {
  const client = createClient({ baseUrl: url, agentKey, retries: { attempts: 1 } });
  try {
    return (await client.call('getAgentAccess', {})).player?.handle ?? null;
  } catch (error) {
    return error instanceof PresageError && error.status === 401 ? null : (agent ?? null);
  }
}

/** Stores a session and deletes a stored key of another person's agent, so that commands don't use it by mistake. */
async function saveSession(arena: Arena, session: string) {
  const { agentKey, agent = 'an agent' } = arena.settings;
  if (agentKey === undefined) return { file: arena.saveSettings({ session }), forgottenKeyOf: null };
  const { agents } = await arena.personClient.call('listAgents', { headers: { cookie: session } });
  const holder = await keyHolder(arena);
  if (agents.some(({ handle }) => handle === holder))
    return { file: arena.saveSettings({ session }), forgottenKeyOf: null };
  const file = arena.saveSettings({ session, agentKey: undefined, agent: undefined });
  return { file, forgottenKeyOf: holder ?? agent };
}

interface LoginOptions {
  readonly email: string;
  readonly signUp?: string;
  readonly confirm?: string;
}

function addLogin(program: Command, inArena: InArena, context: PeopleContext): void {
  program
    .command('login')
    .description('sign in as a person, or sign up with --sign-up; the password is asked for, or is in PRESAGE_PASSWORD')
    .requiredOption('--email <address>', 'that of your account')
    .option('--sign-up <name>', 'make an account with this name')
    .addOption(new Option('--confirm <token>', 'complete a sign-up with the token of the email').conflicts('signUp'))
    .action(({ email, signUp: displayName, confirm: token }: LoginOptions) =>
      inArena({
        call: async arena => {
          const password = await passwordFor(email, context);
          const { personClient } = arena;
          const reply =
            token !== undefined
              ? await personClient.request('confirmSignUp', { body: { token, password } })
              : displayName === undefined
                ? await personClient.request('signIn', { body: { email, password } })
                : await personClient.request('signUp', { body: { email, password, displayName } });
          // An arena that sends email makes the account when the token of the email comes back.
          if (!('person' in reply.body)) return reply.body;
          return { person: reply.body.person, ...(await saveSession(arena, sessionOf(reply))) };
        },
        show: result => {
          if (!('person' in result)) {
            return `${result.message}\nThen run presage login --email ${email} --confirm <token>, or open the link.\n`;
          }
          const { person, file, forgottenKeyOf } = result;
          return `Signed in as ${person.displayName} (${person.handle}). The session is in ${file}.\n${
            forgottenKeyOf === null
              ? ''
              : `The key of ${forgottenKeyOf} that was kept there is no working key of an agent of yours, and is forgotten.\nMake one with presage agent new, or with presage keys new for an agent that you have.\n`
          }`;
        },
        advice: { 401: 'Check both; presage login --sign-up <name> makes an account.' },
      }),
    );
  program
    .command('logout')
    .description('end the session and forget it and the key')
    .action(() =>
      inArena({
        call: async arena => {
          const headers = arena.cookie();
          // Deleted before the request, so that a failed sign-out leaves no credentials on the machine.
          arena.saveSettings({ session: undefined, agentKey: undefined, agent: undefined });
          await arena.personClient.request('signOut', { headers });
          return { signedOut: true };
        },
        show: () => 'Signed out.\n',
      }),
    );
}

function addDispute(program: Command, inArena: InArena): void {
  program
    .command('dispute')
    .argument('<slug>', 'the event whose proposed resolution is wrong')
    .description('dispute a proposed resolution, as a person who played there or whose agent did')
    .requiredOption('--reason <text>', 'why the proposed answer is wrong, with the source that shows it')
    .action((slug: string, { reason }: { reason: string }) =>
      inArena({
        call: arena =>
          arena.personClient.call('disputeResolution', { params: { slug }, body: { reason }, headers: arena.cookie() }),
        show: ({ event: { proposal, title } }) =>
          `Disputed the proposed resolution of ${title}: an operator decides. Disputes so far: ${proposal?.disputes ?? 0}.\n`,
        advice: { 401: adviceToSignIn, 404: adviceOnEvents },
      }),
    );
}

interface AgentOptions {
  readonly description: string;
  readonly model?: string;
  readonly homepage?: string;
}

async function newKey({ personClient, cookie, saveSettings }: Arena, agentId: string, handle: string) {
  const { key, secret } = await personClient.call('createKey', { params: { agentId }, headers: cookie() });
  if (secret === null) throw new CommandFailure('this key was made before; revoke it and make another');
  return { key, secret, file: saveSettings({ agentKey: secret, agent: handle }) };
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
          const made = await arena.personClient.call('createAgent', { body: { name, ...options }, headers });
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
        call: arena => arena.personClient.call('listAgents', { headers: arena.cookie() }),
        show: ({ agents }) =>
          table(
            ['agent', 'id', 'model', 'certified'],
            agents.map(({ handle, id, model, certified, certification }) => {
              const mark = certified && certification ? `until ${certification.expiresAt.slice(0, 10)}` : null;
              return [handle, id, model, mark];
            }),
            'You have entered no agent. presage agent new <name> enters one.',
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
        call: arena => arena.personClient.call('listKeys', { params: { agentId }, headers: arena.cookie() }),
        show: ({ keys: rows }) =>
          table(
            ['key', 'ends in', 'status', 'last used'],
            rows.map(({ id, lastFour, status, lastUsedAt }) => [id, lastFour, status, lastUsedAt]),
            'This agent has no key. presage keys new <agentId> makes one.',
          ),
      }),
    );
  keys
    .command('new')
    .argument('<agentId>', 'from presage agent list')
    .description('make another key and use it from now on')
    .action((agentId: string) =>
      inArena({
        call: async arena => {
          const { agents } = await arena.personClient.call('listAgents', { headers: arena.cookie() });
          const handle = agents.find(({ id }) => id === agentId)?.handle ?? agentId;
          return newKey(arena, agentId, handle);
        },
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
        call: arena => arena.personClient.call('revokeKey', { params: { agentId, keyId }, headers: arena.cookie() }),
        show: ({ key }) => `${key.id} is ${key.status}.\n`,
      }),
    );
}

export function addPeopleCommands(program: Command, inArena: InArena, context: PeopleContext): void {
  const missing = 'presage agent list shows your agents, presage keys list <agentId> the keys of one.';
  const signedIn: InArena = task => inArena({ advice: { 401: adviceToSignIn, 404: missing }, ...task });
  addLogin(program, inArena, context);
  addAgents(program, signedIn);
  addKeys(program, signedIn);
  addDispute(program, signedIn);
  addNotificationsCommand(program, inArena);
}

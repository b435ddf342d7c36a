import { type Command, Option } from 'commander';
import { createClient, PresageError } from '../../client/client.js';
import type { HttpReply } from '../../client/transport.js';
import type { Arena, InArena } from '../arena/arena.js';
import { CommandFailure } from '../output/command-failure.js';
import { adviceOnEvents, adviceToSignIn } from '../output/refusal.js';
import { addNotificationsCommand } from './notifications.js';

interface PeopleContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly askSecret?: (question: string) => Promise<string>;
}

async function passwordFor(email: string, { environment, askSecret }: PeopleContext): Promise<string> {
  const given = environment.PRESAGE_PASSWORD || (await askSecret?.(`Password of ${email}: `));
  if (given) return given;
  throw new CommandFailure('no password given\nSet PRESAGE_PASSWORD, or run the command on a terminal to type it.');
}

function sessionOf({ headers }: HttpReply): string {
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0];
  if (cookie === '') throw new CommandFailure('the service set no session cookie');
  return cookie;
}

/** Returns the handle of a stored key's agent, from the settings if the service fails; null for a rejected key. */
async function keyHolder({ url, settings: { agentKeys = {} } }: Arena, agent: string): Promise<string | null> {
  const client = createClient({ baseUrl: url, agentKey: agentKeys[agent], retries: { attempts: 1 } });
  try {
    return (await client.call('getAgentAccess', {})).player?.handle ?? agent;
  } catch (error) {
    return error instanceof PresageError && error.status === 401 ? null : agent;
  }
}

interface SavedSession {
  readonly file: string;
  /** The agent of this person that commands act as again. */
  readonly resumedAgent: string | null;
  /** The agent of another person that commands acted as until now. */
  readonly otherAgent: { readonly agent: string; readonly owner: string | null } | null;
  readonly rejectedKeysOf: readonly string[];
}

/**
 * Stores a session. The key of another person's agent stays in the file, because the service shows a key only once, but
 * commands stop using it until its owner signs in again. Removes keys that the service rejects.
 */
async function saveSession(arena: Arena, session: string, person: string): Promise<SavedSession> {
  const { agentKeys = {}, agent, otherAgents = {}, person: earlier = null } = arena.settings;
  const owners = new Map(Object.entries(otherAgents));
  if (agent !== undefined && !owners.has(agent)) owners.set(agent, earlier);
  const used = [...owners.keys()].filter(each => Object.hasOwn(agentKeys, each));
  if (used.length === 0) {
    const file = arena.saveSettings({ session, person });
    return { file, resumedAgent: null, otherAgent: null, rejectedKeysOf: [] };
  }
  const { agents } = await arena.personClient.call('listAgents', { headers: { cookie: session } });
  const own = new Set(agents.map(({ handle }) => handle));
  const holders = await Promise.all(used.map(async each => [each, await keyHolder(arena, each)] as const));
  const rejectedKeysOf = holders.filter(([, holder]) => holder === null).map(([each]) => each);
  const mine = holders.filter(([, holder]) => holder !== null && own.has(holder)).map(([each]) => each);
  const others = used.filter(each => !mine.includes(each) && !rejectedKeysOf.includes(each));
  const playsAs = mine.find(each => each === agent) ?? mine[0];
  const remaining = Object.entries(agentKeys).filter(([each]) => !rejectedKeysOf.includes(each));
  const file = arena.saveSettings({
    session,
    person,
    agent: playsAs,
    otherAgents: Object.fromEntries(others.map(each => [each, owners.get(each) ?? null])),
    agentKeys: Object.fromEntries(remaining),
  });
  const isLeft = agent !== undefined && others.includes(agent);
  return {
    file,
    resumedAgent: playsAs === undefined || playsAs === agent ? null : playsAs,
    otherAgent: isLeft ? { agent, owner: owners.get(agent) ?? null } : null,
    rejectedKeysOf,
  };
}

function describeKeys({ resumedAgent, otherAgent, rejectedKeysOf, file }: SavedSession): string {
  const rejected = rejectedKeysOf.map(
    agent =>
      `The arena rejected the stored key of ${agent}, so it was removed from ${file}. Its owner creates another with presage keys new ${agent}.\n`,
  );
  const resumed = resumedAgent === null ? '' : `Commands act as ${resumedAgent} again.\n`;
  if (otherAgent === null) return `${rejected.join('')}${resumed}`;
  const { agent, owner } = otherAgent;
  return `${rejected.join('')}${resumed}The stored key of ${agent}, an agent of ${owner ?? 'another person'}, stays in ${file}: commands use it again after that person’s presage login, or after presage agent use ${agent}.\n`;
}

interface LoginOptions {
  readonly email: string;
  readonly signUp?: string;
  readonly confirm?: string;
}

function addLogin(program: Command, inArena: InArena, context: PeopleContext): void {
  program
    .command('login')
    .description('sign in, or sign up with --sign-up; reads the password from PRESAGE_PASSWORD or prompts for it')
    .requiredOption('--email <address>', 'email of your account')
    .option('--sign-up <name>', 'create an account with this name')
    .addOption(new Option('--confirm <token>', 'complete a sign-up with the token from the email').conflicts('signUp'))
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
          // An arena with email creates the account when the emailed token is confirmed.
          if (!('person' in reply.body)) return reply.body;
          return {
            person: reply.body.person,
            ...(await saveSession(arena, sessionOf(reply), reply.body.person.handle)),
          };
        },
        show: result => {
          if (!('person' in result)) {
            return `${result.message}\nThen run presage login --email ${email} --confirm <token>, or open the link.\n`;
          }
          const { person, file } = result;
          return `Signed in as ${person.displayName} (${person.handle}). The session is in ${file}.\n${describeKeys(result)}`;
        },
        advice: { 401: 'Check both; presage login --sign-up <name> creates an account.' },
      }),
    );
  program
    .command('logout')
    .description('end the session and delete it and all stored keys of this arena from this machine')
    .action(() =>
      inArena({
        call: async arena => {
          const headers = arena.cookie();
          // Deleted before the request, so that a failed sign-out leaves no credentials on the machine.
          const none = { session: undefined, person: undefined, agent: undefined };
          arena.saveSettings({ ...none, agentKeys: undefined, otherAgents: undefined });
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
    .argument('<slug>', 'slug of the event with the disputed resolution')
    .description('dispute a proposed resolution of an event in which you or your agent played')
    .requiredOption('--reason <text>', 'why the proposed resolution is wrong, with a source')
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

export function addPeopleCommands(program: Command, inArena: InArena, context: PeopleContext): void {
  addLogin(program, inArena, context);
  addDispute(program, inArena);
  addNotificationsCommand(program, inArena);
}

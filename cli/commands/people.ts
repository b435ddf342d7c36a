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

/** Returns the handle of the stored key's agent, from the settings if the service fails; null for an invalid key. */
async function keyHolder({ url, settings: { agentKeys = {} } }: Arena, agent: string): Promise<string | null> {
  const client = createClient({ baseUrl: url, agentKey: agentKeys[agent], retries: { attempts: 1 } });
  try {
    return (await client.call('getAgentAccess', {})).player?.handle ?? null;
  } catch (error) {
    return error instanceof PresageError && error.status === 401 ? null : agent;
  }
}

/** Stores a session and deletes a stored key of another person's agent, so that commands don't use it by mistake. */
async function saveSession(arena: Arena, session: string) {
  const { agentKeys = {}, agent } = arena.settings;
  if (Object.keys(agentKeys).length === 0) return { file: arena.saveSettings({ session }), forgottenKeyOf: null };
  const { agents } = await arena.personClient.call('listAgents', { headers: { cookie: session } });
  const own = new Set(agents.map(({ handle }) => handle));
  const working = agent === undefined || own.has((await keyHolder(arena, agent)) ?? '');
  const remaining = Object.fromEntries(
    Object.entries(agentKeys).filter(([handle]) => own.has(handle) && (working || handle !== agent)),
  );
  const file = arena.saveSettings({
    session,
    agent: working ? agent : undefined,
    agentKeys: Object.keys(remaining).length === 0 ? undefined : remaining,
  });
  return { file, forgottenKeyOf: working ? null : (agent ?? null) };
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
              : `The stored key of ${forgottenKeyOf} is not a valid key of one of your agents and was removed.\nCreate one with presage agent new, or with presage keys new for an existing agent.\n`
          }`;
        },
        advice: { 401: 'Check both; presage login --sign-up <name> creates an account.' },
      }),
    );
  program
    .command('logout')
    .description('end the session and delete it and the keys from this machine')
    .action(() =>
      inArena({
        call: async arena => {
          const headers = arena.cookie();
          // Deleted before the request, so that a failed sign-out leaves no credentials on the machine.
          arena.saveSettings({ session: undefined, agentKeys: undefined, agent: undefined });
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

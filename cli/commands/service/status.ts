import type { Command } from 'commander';
import type { AgentAccess, ServiceStatus } from '../../../client/client.js';
import type { Arena, InArena } from '../../arena/arena.js';
import { projectVersion } from '../../config/project-root.js';
import { type Environment, settingsPath } from '../../config/settings.js';
import { styled } from '../../output/style.js';
import { list } from '../../output/tables.js';

interface StatusContext {
  readonly environment: Environment;
  readonly write: (text: string) => void;
  readonly options: { isJson(): boolean };
  readonly print: (reply: unknown) => void;
  readonly setExitCode: (code: number) => void;
}

function showStatus(
  { status, tradingPaused, problems, version, contractVersion }: ServiceStatus,
  arena: Arena,
): string {
  const isFine = status === 'ok' && !tradingPaused;
  const state = tradingPaused ? 'trading is paused' : status;
  const lines = problems.map(({ check, detail }) => `${check}: ${detail}\n`).join('');
  return `${styled(isFine ? 'good' : 'bad', isFine ? '●' : '○')} ${arena.url}: ${state}\n${list([
    ['profile', arena.profile],
    ['version', version],
    ['contract', contractVersion],
  ])}${lines}`;
}

interface Identity {
  readonly url: string;
  readonly profile: string | null;
  readonly signedInAs: string | null;
  readonly playsAs: string | null;
  readonly credential: 'PRESAGE_AGENT_KEY' | 'stored key' | 'session' | 'none';
  readonly plan: AgentAccess['plan'];
  readonly scopes: readonly string[];
}

function credentialOf({ agentKey, settings }: Arena, environment: Environment): Identity['credential'] {
  if (environment.PRESAGE_AGENT_KEY) return 'PRESAGE_AGENT_KEY';
  if (agentKey !== undefined) return 'stored key';
  return settings.session ? 'session' : 'none';
}

async function identify(arena: Arena, environment: Environment): Promise<Identity> {
  const { url, profile, settings, client, personClient } = arena;
  const access = await client.call('getAgentAccess', {});
  const person = settings.session
    ? (await personClient.call('getMe', { headers: arena.cookie() })).person.handle
    : null;
  return {
    ...{ url, profile, signedInAs: person, playsAs: access.player?.handle ?? null },
    credential: credentialOf(arena, environment),
    ...{ plan: access.plan, scopes: access.scopes },
  };
}

function showIdentity({ url, profile, signedInAs, playsAs, credential, plan, scopes }: Identity): string {
  const facts = list([
    ['arena', url],
    ['profile', profile],
    ['signed in as', signedInAs],
    ['plays as', playsAs],
    ['with', credential],
    ['plan', plan],
    ['scopes', scopes.join(', ') || null],
  ]);
  if (playsAs !== null) return facts;
  return `${facts}\nYou are not signed in. presage login --email <address> signs in, --sign-up <name> creates an account.\n`;
}

/** The commands `status`, `whoami` and `version`. */
export function addStatusCommands(program: Command, inArena: InArena, context: StatusContext): void {
  const { environment, write, print, options, setExitCode } = context;
  program
    .command('status')
    .description('show whether the arena works and trading is open; the exit code is 1 if it is degraded')
    .action(() =>
      inArena({
        call: async ({ publicClient }) => {
          const reply = await publicClient.call('getStatus', {});
          if (reply.status !== 'ok') setExitCode(1);
          return reply;
        },
        show: showStatus,
      }),
    );
  program
    .command('whoami')
    .description('show the arena, person and agent that commands use')
    .action(() =>
      inArena({
        call: arena => identify(arena, environment),
        show: showIdentity,
      }),
    );
  program
    .command('version')
    .description('show the versions of the command and of Node, and the path of its settings')
    .action(() => {
      const versions = { presage: projectVersion(), node: process.versions.node, settings: settingsPath(environment) };
      if (options.isJson()) print(versions);
      else write(list(Object.entries(versions)));
    });
}

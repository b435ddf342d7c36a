import { createClient, NoAnswer, type PresageClient, PresageError, UnknownOutcome } from '../../client/client.js';
import { type ArenaSettings, readSettings, writeSettings } from '../config/settings.js';
import { CommandFailure } from '../output/command-failure.js';
import { type Advice, refusalText } from '../output/refusal.js';

/** An arena as commands of players and people see it. */
export interface Arena {
  readonly url: string;
  readonly client: PresageClient;
  /** Without the agent's key: what people do for themselves takes a session and no key. */
  readonly people: PresageClient;
  /** With the agent's key, below a path of the arena. */
  under(path: string): PresageClient;
  readonly settings: ArenaSettings;
  /** The cookie of the person who is signed in, as a header. */
  cookie(): { cookie: string };
  /** Adds to what is remembered; returns the file. */
  remember(more: Partial<ArenaSettings>): string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Shorter pauses than this are no news. */
const tellPausesMs = 2_000;

export function openArena(environment: Environment, url: string, complain: (text: string) => void): Arena {
  const settings = readSettings(environment, url);
  const agentKey = environment.PRESAGE_AGENT_KEY || settings.agentKey;
  const key = agentKey === undefined ? {} : { agentKey };
  const onRetry = (error: Error, pauseMs: number) => {
    if (pauseMs < tellPausesMs) return;
    complain(`presage: ${error.message}; trying again in ${Math.ceil(pauseMs / 1000)} seconds\n`);
  };
  return {
    url,
    client: createClient({ baseUrl: url, onRetry, ...key }),
    under: path => createClient({ baseUrl: `${url}${path}`, ...key }),
    people: createClient({ baseUrl: url, onRetry }),
    settings,
    cookie() {
      if (settings.session === undefined) throw new CommandFailure('nobody is signed in; run presage login');
      return { cookie: settings.session };
    },
    remember: more => writeSettings(environment, url, { ...readSettings(environment, url), ...more }),
  };
}

/** What went wrong, for people, ending with what to do. */
export function explained(error: unknown, url: string, advice?: Advice): CommandFailure | null {
  if (error instanceof PresageError) return new CommandFailure(refusalText(error, advice));
  if (error instanceof NoAnswer)
    return new CommandFailure(`nobody answers at ${url}; start the service, or set PRESAGE_URL`);
  if (error instanceof UnknownOutcome) {
    const next =
      error.clientId === null
        ? 'Look whether it has happened before you send it again.'
        : `Send it again with --id ${error.clientId}: the same id never acts twice.`;
    return new CommandFailure(`${error.message}\n${next}`);
  }
  return null;
}

/** What a command does in an arena, and how the result is shown to people. */
interface ArenaTask<Reply> {
  readonly call: (arena: Arena) => Promise<Reply>;
  readonly show: (reply: Reply, arena: Arena) => string;
  readonly advice?: Advice;
}

export type InArena = <Reply>(task: ArenaTask<Reply>) => Promise<void>;

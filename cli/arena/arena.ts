import { createClient, NoAnswer, type PresageClient, PresageError, UnknownOutcome } from '../../client/client.js';
import { type ArenaSettings, readSettings, writeSettings } from '../config/settings.js';
import { CommandFailure } from '../output/command-failure.js';
import { type Advice, refusalText } from '../output/refusal.js';

/** A connection to an arena with the stored credentials. */
export interface Arena {
  readonly url: string;
  readonly client: PresageClient;
  /** Without the agent's key, for operations that need a person's session. */
  readonly personClient: PresageClient;
  /** Returns a client with the agent's key and this path appended to the base URL. */
  clientUnder(path: string): PresageClient;
  readonly settings: ArenaSettings;
  /** The signed-in person's session as a header. */
  cookie(): { cookie: string };
  /** Merges into the stored settings; returns the path of the file. */
  saveSettings(more: Partial<ArenaSettings>): string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Shorter back-offs are not reported. */
const minReportedPauseMs = 2_000;

export function openArena(environment: Environment, url: string, writeError: (text: string) => void): Arena {
  const settings = readSettings(environment, url);
  const agentKey = environment.PRESAGE_AGENT_KEY || settings.agentKey;
  const key = agentKey === undefined ? {} : { agentKey };
  const onRetry = (error: Error, pauseMs: number) => {
    if (pauseMs < minReportedPauseMs) return;
    writeError(`presage: ${error.message}; trying again in ${Math.ceil(pauseMs / 1000)} seconds\n`);
  };
  return {
    url,
    client: createClient({ baseUrl: url, onRetry, ...key }),
    clientUnder: path => createClient({ baseUrl: `${url}${path}`, ...key }),
    personClient: createClient({ baseUrl: url, onRetry }),
    settings,
    cookie() {
      if (settings.session === undefined) throw new CommandFailure('nobody is signed in; run presage login');
      return { cookie: settings.session };
    },
    saveSettings: more => writeSettings(environment, url, { ...readSettings(environment, url), ...more }),
  };
}

/** Converts an error of the SDK, with advice; null for any other error. */
export function toCommandFailure(error: unknown, url: string, advice?: Advice): CommandFailure | null {
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

/** A call to the arena and the formatting of its reply. */
interface ArenaTask<Reply> {
  readonly call: (arena: Arena) => Promise<Reply>;
  readonly show: (reply: Reply, arena: Arena) => string;
  readonly advice?: Advice;
}

export type InArena = <Reply>(task: ArenaTask<Reply>) => Promise<void>;

import { createClient, NoAnswer, type PresageClient, PresageError, UnknownOutcome } from '../../client/client.js';
import { type ArenaSettings, type Environment, type SelectedArena, saveArena } from '../config/settings.js';
import { CommandFailure, exitCodes } from '../output/command-failure.js';
import { type Advice, refusalFailure } from '../output/refusal.js';

/** A connection to an arena with the stored credentials. */
export interface Arena {
  readonly url: string;
  readonly profile: string | null;
  /** With the agent's key or, without one, the person's session. */
  readonly client: PresageClient;
  /** Without any credential, for public reads that should not use up the budget of a player. */
  readonly publicClient: PresageClient;
  /** Without the agent's key, for operations that need a person's session. */
  readonly personClient: PresageClient;
  /** Returns a client with the agent's key and this path appended to the base URL. */
  clientUnder(path: string): PresageClient;
  readonly settings: ArenaSettings;
  /** The key that `client` sends; undefined if it sends the session or nothing. */
  readonly agentKey: string | undefined;
  /** The signed-in person's session as a header. */
  cookie(): { cookie: string };
  /** Merges into the stored settings; returns the path of the file. */
  saveSettings(more: Partial<ArenaSettings>): string;
  /** Formats a price: a percentage, or basis points with --bps. */
  price(bps: number): string | number;
}

/** Shorter back-offs are not shown. */
const minReportedPauseMs = 2_000;

interface ArenaContext {
  readonly environment: Environment;
  readonly selected: SelectedArena;
  readonly writeError: (text: string) => void;
  readonly isBps: boolean;
  /** Whether standard error is machine-readable, too. */
  readonly isJson: boolean;
}

const percentOf = (bps: number) => `${(bps / 100).toFixed(2)} %`;

/** The key that commands play with: PRESAGE_AGENT_KEY or that of the agent in use. */
export function agentKeyOf(environment: Environment, { agent, agentKeys = {} }: ArenaSettings): string | undefined {
  return environment.PRESAGE_AGENT_KEY || (agent === undefined ? undefined : agentKeys[agent]);
}

/** A person waits for the command, so it gives up after about two seconds without a response. */
const retries = { attempts: 4 };

export function openArena({ environment, selected, writeError, isBps, isJson }: ArenaContext): Arena {
  const { url, profile } = selected;
  let { settings } = selected;
  const agentKey = agentKeyOf(environment, settings);
  const { session } = settings;
  const credential = agentKey !== undefined ? { agentKey } : session ? { headers: { cookie: session } } : {};
  const onRetry = (error: Error, pauseMs: number) => {
    if (pauseMs < minReportedPauseMs) return;
    const retryInSeconds = Math.ceil(pauseMs / 1000);
    const notice = { notice: error.message, retryInSeconds };
    writeError(
      isJson ? `${JSON.stringify(notice)}\n` : `presage: ${error.message}; retrying in ${retryInSeconds} seconds\n`,
    );
  };
  const publicClient = createClient({ baseUrl: url, onRetry, retries });
  return {
    url,
    profile,
    client: createClient({ baseUrl: url, onRetry, retries, ...credential }),
    clientUnder: path => createClient({ baseUrl: `${url}${path}`, agentKey }),
    publicClient,
    personClient: publicClient,
    settings,
    agentKey,
    cookie() {
      if (session === undefined)
        throw new CommandFailure(
          'you are not signed in\nSign in with presage login --email <address>; presage login --sign-up <name> creates an account.',
        );
      return { cookie: session };
    },
    saveSettings(more) {
      settings = Object.fromEntries(
        Object.entries({ ...settings, ...more }).filter(([, value]) => value !== undefined),
      ) as ArenaSettings;
      return saveArena(environment, selected, settings);
    },
    price: bps => (isBps ? bps : percentOf(bps)),
  };
}

export function unreachable(url: string): CommandFailure {
  return new CommandFailure(
    `${url} does not respond\nStart the service there, or select another arena with --url, --profile or PRESAGE_URL. presage doctor checks the connection.`,
    exitCodes.unreachable,
  );
}

/** Converts an error of the SDK, with advice; null for any other error. */
export function toCommandFailure(error: unknown, url: string, advice?: Advice): CommandFailure | null {
  if (error instanceof PresageError) return refusalFailure(error, advice);
  if (error instanceof NoAnswer) return unreachable(url);
  if (error instanceof UnknownOutcome) {
    const next =
      error.clientId === null
        ? 'Check whether it took effect before you send it again.'
        : `Retry with --id ${error.clientId}: the same id never acts twice.`;
    return new CommandFailure(`${error.message}\n${next}`);
  }
  return null;
}

/** A call to the arena and the formatting of its response. */
interface ArenaTask<Reply> {
  readonly call: (arena: Arena) => Promise<Reply>;
  readonly show: (reply: Reply, arena: Arena) => string;
  readonly advice?: Advice;
}

export type InArena = <Reply>(task: ArenaTask<Reply>) => Promise<void>;

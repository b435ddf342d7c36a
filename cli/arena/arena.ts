import { createClient, NoAnswer, type PresageClient, PresageError, UnknownOutcome } from '../../client/client.js';
import { type ArenaSettings, type Environment, type SelectedArena, saveArena } from '../config/settings.js';
import { CommandFailure, exitCodes } from '../output/command-failure.js';
import { type Advice, refusalFailure } from '../output/refusal.js';
import { adviceOnCredential } from './credential-advice.js';

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
  /** How to replace the credential that `client` sends. */
  readonly credentialAdvice: string;
  /** Returns the failure of a response that no Presage arena sends; null if all responses were JSON. */
  foreignFailure(): CommandFailure | null;
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

/** Records the last response that is not JSON: a proxy or another service sent it. */
function watchForeignResponses(url: string) {
  let foreign: { status: number; type: string } | null = null;
  const watchingFetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const type = response.headers.get('content-type') ?? 'no content type';
    const isForeign = response.status !== 204 && !/json|event-stream/.test(type);
    foreign = isForeign ? { status: response.status, type } : null;
    return response;
  };
  return {
    fetch: watchingFetch,
    failure: () => foreign && foreignFailure(url, foreign.status, foreign.type),
  };
}

export function foreignFailure(url: string, status: number, type: string): CommandFailure {
  return new CommandFailure(
    `${url} responded with ${status} and ${type.split(';')[0]} instead of JSON\nCheck that it is the address of a Presage arena, without a path: presage doctor.`,
  );
}

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
  const { fetch: watchingFetch, failure } = watchForeignResponses(url);
  const common = { onRetry, retries, fetch: watchingFetch };
  const publicClient = createClient({ baseUrl: url, ...common });
  return {
    url,
    profile,
    client: createClient({ baseUrl: url, ...common, ...credential }),
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
    credentialAdvice: adviceOnCredential(environment, settings),
    foreignFailure: failure,
  };
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS; try http://',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no TLS; try http://',
};

/** Finds the code of a network error in its chain of causes; fetch hides it behind “fetch failed”. */
function reasonOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError') return ': no response in time';
    if (cause.message === 'bad port') return ': fetch refuses to connect to this port';
    if ('code' in cause && typeof cause.code === 'string') return `: ${reasons[cause.code] ?? cause.code}`;
  }
  return '';
}

export function unreachable(url: string, error: unknown): CommandFailure {
  return new CommandFailure(
    `${url} does not respond${reasonOf(error)}\nStart the service there, or select another arena with --url, --profile or PRESAGE_URL. presage doctor checks the connection.`,
    exitCodes.unreachable,
  );
}

/** Advice if the service echoes the path of the arena's address, which it does not know; a proxy would remove it. */
function adviceOnPath(url: string, { status, message }: PresageError): string | undefined {
  const { origin, pathname } = new URL(url);
  if (status !== 404 || pathname === '/' || !message.startsWith(`${pathname}/`)) return undefined;
  return `The address ${url} has the path ${pathname}. Select the arena without it: ${origin}.`;
}

/** Converts an error of the SDK, with advice; null for any other error. */
export function toCommandFailure(error: unknown, arena: Arena, advice?: Advice): CommandFailure | null {
  if (error instanceof CommandFailure) return error;
  const foreign = arena.foreignFailure();
  if (foreign !== null) return foreign;
  if (error instanceof PresageError) {
    const path = adviceOnPath(arena.url, error);
    const more = { 401: arena.credentialAdvice, ...advice, ...(path === undefined ? {} : { 404: path }) };
    return refusalFailure(error, more);
  }
  if (error instanceof NoAnswer) return unreachable(arena.url, error);
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

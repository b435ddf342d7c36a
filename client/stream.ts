import { NoAnswer, PresageError } from './errors.js';
import { Follower, type Gap } from './follower.js';
import type { StreamMessages, StreamReplay } from './generated/operations.js';
import { backoffMs, canWait, isTransient } from './retry.js';
import { readEvents, type ServerSentEvent } from './sse.js';
import { type ClientContext, rejectInvalidUrl, retryAfterOf, sendWithRetries } from './transport.js';

/** Public trades of an event, its order book, or the player's own orders, trades and settlements. */
export type Channel = keyof StreamMessages;

/** The state of a connection: open, or lost and reopened after `retryMs`. */
export type StreamConnection =
  | { readonly open: true }
  | { readonly open: false; readonly retryMs: number; readonly reason: string };

export type { Gap } from './follower.js';

interface ChannelOptions<Of extends Channel> {
  readonly channel: Of;
  /** Resumes after this sequence; 0 starts with the oldest stored message. Without it the stream starts now. */
  readonly afterSequence?: number | undefined;
  /** Starts with a snapshot and ignores `afterSequence`. `orderbook` always starts with one. */
  readonly snapshot?: boolean | undefined;
  /** `book` adds the top of the book to trades; `depth` and `outcomeIndex` narrow the order book. */
  readonly query?:
    | {
        readonly book?: boolean | undefined;
        readonly depth?: number | undefined;
        readonly outcomeIndex?: number | undefined;
      }
    | undefined;
  /** Ends the stream. Leaving the loop ends it too. */
  readonly signal?: AbortSignal | undefined;
  /** Reconnects after this long without data; 45 s, three heartbeats, by default. */
  readonly silenceMs?: number | undefined;
  /** Called before a gap is filled: your state may be stale, so send no writes until the next message. */
  readonly onGap?: ((gap: Gap) => void) | undefined;
  /** Called when the connection opens and when it is lost: once per change, not for every attempt to reconnect. */
  readonly onConnection?: ((connection: StreamConnection) => void) | undefined;
}

/** The slug of the event, which `trades` and `orderbook` require and `user` ignores. */
interface OptionalKey {
  readonly key?: string | undefined;
}
interface RequiredKey {
  readonly key: string;
}

export type StreamOptions<Of extends Channel = Channel> = ChannelOptions<Of> &
  (Of extends 'user' ? OptionalKey : RequiredKey);

/** The options of any channel, once the types have checked `key`. */
type AnyStreamOptions = ChannelOptions<Channel> & OptionalKey;

/**
 * A message of a channel, discriminated by `kind`. `refreshed` is true on a snapshot that replaces earlier state, because
 * the messages in between are not available.
 */
export type StreamMessage<Of extends Channel = Channel> = StreamMessages[Of] & { readonly refreshed?: true };

const defaultSilenceMs = 45_000;
const replayLimit = 200;

function pathOf({ channel, key = '', query = {} }: AnyStreamOptions, { start }: Follower): string {
  const slug = encodeURIComponent(key);
  const paths = {
    trades: `/api/events/${slug}/stream`,
    orderbook: `/api/events/${slug}/orderbook/stream`,
    user: '/api/play/v1/stream',
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...start }))
    if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? paths[channel] : `${paths[channel]}?${text}`;
}

/** Public streams omit the key, so that they don't count against the player's limits. A certification run needs it. */
function needsKey({ baseUrl }: ClientContext, channel: Channel): boolean {
  return channel === 'user' || /\/api\/v1\/sandbox\/runs\/[^/]+$/.test(baseUrl);
}

function credentialsOf({ agentKey, headers }: ClientContext): Record<string, string> {
  return agentKey === null ? { ...headers } : { ...headers, authorization: `Bearer ${agentKey}` };
}

/** Calls `onTimeout` if the promise takes too long. Time that the consumer spends between reads does not count. */
async function withTimeout<T>(milliseconds: number, onTimeout: () => void, promise: Promise<T>): Promise<T> {
  const timer = setTimeout(onTimeout, milliseconds);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens one connection and yields its events. Throws NoAnswer when it breaks and PresageError when it is rejected. */
async function* connection(
  context: ClientContext,
  options: AnyStreamOptions,
  follower: Follower,
): AsyncGenerator<ServerSentEvent> {
  const { signal, channel, silenceMs = defaultSilenceMs } = options;
  const connectionAbort = new AbortController();
  const combined = signal ? AbortSignal.any([signal, connectionAbort.signal]) : connectionAbort.signal;
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (needsKey(context, channel)) Object.assign(headers, credentialsOf(context));
  const abort = () => connectionAbort.abort();
  const broken = (cause: unknown) =>
    new NoAnswer(connectionAbort.signal.aborted ? 'no message arrived in time' : 'the connection was lost', { cause });
  try {
    const url = context.baseUrl + pathOf(options, follower);
    const opening = context.fetch(url, { headers, signal: combined });
    const response = await withTimeout(context.timeoutMs, abort, opening).catch(cause => {
      rejectInvalidUrl(cause, url);
      throw broken(cause);
    });
    if (!response.ok || response.body === null) {
      const body = await withTimeout(context.timeoutMs, abort, response.json()).catch(() => ({}));
      throw new PresageError(response.status, body as object, retryAfterOf(response.headers));
    }
    options.onConnection?.({ open: true });
    yield* readEvents(response.body, reader =>
      withTimeout(silenceMs, abort, reader.read()).catch(cause => {
        throw broken(cause);
      }),
    );
  } finally {
    connectionAbort.abort();
  }
}

function createFollower(context: ClientContext, options: AnyStreamOptions): Follower {
  const { channel, key = '', afterSequence, snapshot, signal, onGap } = options;
  return new Follower({
    channel,
    key,
    start: snapshot ? { snapshot: true } : { afterSequence },
    onGap: gap => onGap?.(gap),
    replay: async (keyNow, after) => {
      const query = { channel, key: keyNow, afterSequence: String(after), limit: String(replayLimit) };
      const path = `/api/v1/streams/replay?${new URLSearchParams(query)}`;
      const reply = await sendWithRetries(context, { method: 'GET', path, signal }, { clientId: null });
      return reply.body as StreamReplay;
    },
  });
}

/** Whether to reconnect after this error. */
function canReopen(error: unknown, { retries, onQuota }: ClientContext): boolean {
  if (error instanceof NoAnswer) return true;
  return error instanceof PresageError && isTransient(error) && canWait(error, retries, onQuota);
}

/** Drops reports that repeat the last state, such as each failed attempt while the service is down. */
function reportChanges(onConnection: AnyStreamOptions['onConnection']): (connection: StreamConnection) => void {
  let open: boolean | null = null;
  return connection => {
    if (connection.open === open) return;
    open = connection.open;
    onConnection?.(connection);
  };
}

/**
 * Reads a channel until the consumer stops: reconnects with back-off, resumes after the last sequence, drops duplicates and
 * fills gaps by replay or with a new snapshot.
 */
export async function* openStream<Of extends Channel>(
  context: ClientContext,
  options: StreamOptions<Of>,
): AsyncGenerator<StreamMessage<Of>> {
  const { signal } = options;
  const follower = createFollower(context, options);
  const report = reportChanges(options.onConnection);
  for (let failures = 0; !signal?.aborted; ) {
    let reason: unknown = new NoAnswer('the service ended the stream');
    try {
      for await (const event of connection(context, { ...options, onConnection: report }, follower)) {
        failures = 0;
        const isOver = yield* follower.take(event) as AsyncGenerator<StreamMessage<Of>, boolean>;
        if (isOver) break;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!canReopen(error, context)) throw error;
      reason = error;
    }
    if (signal?.aborted) return;
    failures += 1;
    const retryMs = backoffMs(reason, failures, context.retries, context.random);
    report({ open: false, retryMs, reason: (reason as Error).message });
    await context.sleep(retryMs, signal).catch(() => {});
  }
}

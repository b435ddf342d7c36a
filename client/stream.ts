import { NoAnswer, PresageError } from './errors.js';
import { Follower, type Gap } from './follower.js';
import type { StreamMessages, StreamReplay } from './generated/operations.js';
import { canWait, isPassing, pauseMs } from './retry.js';
import { readEvents, type ServerSentEvent } from './sse.js';
import { exchangeSurely, retryAfterOf, type Surroundings } from './transport.js';

/** Public trades of an event, its order book, or what happens to your own orders and credits. */
export type Channel = keyof StreamMessages;

/** How a stream stands: `open`, or lost and about to be opened again after `retryMs`. */
export type StreamConnection =
  | { readonly open: true }
  | { readonly open: false; readonly retryMs: number; readonly reason: string };

export interface StreamOptions<Of extends Channel = Channel> {
  readonly channel: Of;
  /** The slug of the event; not needed for `user`. */
  readonly key?: string;
  /** Goes on behind this sequence instead of beginning now; 0 begins with the first message that is kept. */
  readonly afterSequence?: number;
  /** Begins with a snapshot; `afterSequence` then has no meaning. `orderbook` always begins with one. */
  readonly snapshot?: boolean;
  /** `book` adds the top of the book to trades; `depth` and `outcomeIndex` narrow the order book. */
  readonly query?: { readonly book?: boolean; readonly depth?: number; readonly outcomeIndex?: number };
  /** Ends the stream. Leaving the loop ends it too. */
  readonly signal?: AbortSignal;
  /** How long nothing at all may come before the connection counts as dead; three heartbeats, 45 s, if left out. */
  readonly silenceMs?: number;
  /** Told of every gap before it is closed: what you know may be old, so write nothing until the next message. */
  readonly onGap?: (gap: Gap) => void;
  /** Told whenever the connection is opened or lost. */
  readonly onConnection?: (connection: StreamConnection) => void;
}

/**
 * A message of a channel; `kind` tells them apart. `refreshed` is true on a snapshot that replaces what you had, because
 * messages in between could not be had any more.
 */
export type StreamMessage<Of extends Channel = Channel> = StreamMessages[Of] & { readonly refreshed?: true };

const usualSilenceMs = 45_000;
const replayLimit = 200;

function addressOf({ channel, key = '', query = {} }: StreamOptions, { beginning }: Follower): string {
  const slug = encodeURIComponent(key);
  const paths = {
    trades: `/api/events/${slug}/stream`,
    orderbook: `/api/events/${slug}/orderbook/stream`,
    user: '/api/play/v1/stream',
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...beginning })) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? paths[channel] : `${paths[channel]}?${text}`;
}

/** Public streams are opened without the key, so that they don't count for the player. In a certification run everything needs it. */
function needsKey({ baseUrl }: Surroundings, channel: Channel): boolean {
  return channel === 'user' || /\/api\/v1\/sandbox\/runs\/[^/]+$/.test(baseUrl);
}

/** A promise and a limit to how long it may take; only the waiting counts, not what the reader does in between. */
async function within<T>(milliseconds: number, late: () => void, promise: Promise<T>): Promise<T> {
  const timer = setTimeout(late, milliseconds);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** One connection, from its beginning to whatever ends it. What breaks it is a NoAnswer; refusals are what they are. */
async function* connection(
  around: Surroundings,
  options: StreamOptions,
  follower: Follower,
): AsyncGenerator<ServerSentEvent> {
  const { signal, channel, silenceMs = usualSilenceMs } = options;
  const cut = new AbortController();
  const combined = signal ? AbortSignal.any([signal, cut.signal]) : cut.signal;
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (around.agentKey !== null && needsKey(around, channel)) headers.authorization = `Bearer ${around.agentKey}`;
  const abort = () => cut.abort();
  const broken = (cause: unknown) =>
    new NoAnswer(cut.signal.aborted ? 'nothing came for too long' : 'the connection broke', { cause });
  try {
    const url = around.baseUrl + addressOf(options, follower);
    const opening = around.fetch(url, { headers, signal: combined });
    const response = await within(around.timeoutMs, abort, opening).catch(cause => {
      throw broken(cause);
    });
    if (!response.ok || response.body === null) {
      const body = await within(around.timeoutMs, abort, response.json()).catch(() => ({}));
      throw new PresageError(response.status, body as object, retryAfterOf(response.headers));
    }
    options.onConnection?.({ open: true });
    yield* readEvents(response.body, reader =>
      within(silenceMs, abort, reader.read()).catch(cause => {
        throw broken(cause);
      }),
    );
  } finally {
    cut.abort();
  }
}

function followerOf(around: Surroundings, options: StreamOptions): Follower {
  const { channel, key = '', afterSequence, snapshot, signal, onGap } = options;
  return new Follower({
    channel,
    key,
    beginning: snapshot ? { snapshot: true } : { afterSequence },
    onGap: gap => onGap?.(gap),
    replay: async (keyNow, after) => {
      const query = { channel, key: keyNow, afterSequence: String(after), limit: String(replayLimit) };
      const path = `/api/v1/streams/replay?${new URLSearchParams(query)}`;
      const reply = await exchangeSurely(around, { method: 'GET', path, signal }, { clientId: null });
      return reply.body as StreamReplay;
    },
  });
}

/** Whether a stream that ended with this can be opened again. */
function isWorthAnother(error: unknown, { retries }: Surroundings): boolean {
  if (error instanceof NoAnswer) return true;
  return error instanceof PresageError && isPassing(error) && canWait(error, retries);
}

/**
 * Reads a channel for as long as the caller goes on: reconnects with back-off, resumes after the last sequence, passes over
 * what came twice and fills gaps by replay or with a fresh snapshot.
 */
export async function* openStream<Of extends Channel>(
  around: Surroundings,
  options: StreamOptions<Of>,
): AsyncGenerator<StreamMessage<Of>> {
  const { signal, onConnection } = options;
  const follower = followerOf(around, options);
  for (let failures = 0; !signal?.aborted; ) {
    let ended: unknown = new NoAnswer('the service has ended the stream');
    try {
      for await (const event of connection(around, options, follower)) {
        failures = 0;
        const over = yield* follower.take(event) as AsyncGenerator<StreamMessage<Of>, boolean>;
        if (over) break;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isWorthAnother(error, around)) throw error;
      ended = error;
    }
    if (signal?.aborted) return;
    failures += 1;
    const retryMs = pauseMs(ended, failures, around.retries, around.random);
    onConnection?.({ open: false, retryMs, reason: (ended as Error).message });
    await around.sleep(retryMs, signal).catch(() => {});
  }
}

import { PresageError } from './errors.js';
import { canWait, isPassing, pauseMs } from './retry.js';
import { readEvents, type ServerSentEvent } from './sse.js';
import { exchangeSurely, type Surroundings } from './transport.js';

export type Channel = 'trades' | 'orderbook' | 'user';

export interface StreamOptions {
  readonly channel: Channel;
  /** The slug of the event; for `user` it may be left out. */
  readonly key?: string;
  /** Goes on after this sequence instead of beginning now. */
  readonly afterSequence?: number;
  /** Further parameters of the address, such as book: 1, outcomeIndex or depth. */
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly signal?: AbortSignal;
  /** Told of every gap, before it is closed: stop writing until the next message. */
  readonly onGap?: (gap: { readonly after: number; readonly before: number }) => void;
}

/** A message as the service sends it. Kinds without a sequence, such as status, come as they are. */
export interface StreamMessage {
  readonly channel: Channel;
  readonly key: string;
  readonly kind: string;
  readonly sequence?: number;
  readonly previousSequence?: number;
  readonly at?: string;
  readonly [member: string]: unknown;
}

/** Kinds that tell how things stand: their sequence is not their own number, and nothing is missing between them. */
const withoutNumber: ReadonlySet<string> = new Set(['status', 'top', 'end']);

/** Three heartbeats without a byte: the connection is dead, whatever TCP thinks. */
const silenceMs = 45_000;
const replayLimit = 200;

function addressOf({ channel, key, query = {} }: StreamOptions, last: number | null): string {
  const slug = encodeURIComponent(key ?? '');
  const paths = {
    trades: `/api/events/${slug}/stream`,
    orderbook: `/api/events/${slug}/orderbook/stream`,
    user: '/api/play/v1/stream',
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  if (last !== null) search.set('afterSequence', String(last));
  const text = search.toString();
  return text === '' ? paths[channel] : `${paths[channel]}?${text}`;
}

function messageOf(event: ServerSentEvent, { channel, key = '' }: StreamOptions): StreamMessage {
  const data = JSON.parse(event.data) as Partial<StreamMessage>;
  return { channel, key, kind: event.event, ...data };
}

/** Follows the sequence of one channel: what is new, what was there before, and where something is missing. */
class Follower {
  last: number | null;

  constructor(
    private readonly around: Surroundings,
    private readonly options: StreamOptions,
  ) {
    this.last = options.afterSequence ?? null;
  }

  private get(path: string): Promise<unknown> {
    const request = { method: 'GET', path, signal: this.options.signal };
    return exchangeSurely(this.around, request, { clientId: null }).then(({ body }) => body);
  }

  /** What belongs between the last message and this one, then the message itself if it is new. */
  async *take(message: StreamMessage): AsyncGenerator<StreamMessage> {
    const { sequence, kind } = message;
    if (kind === 'heartbeat') {
      if (sequence === undefined || this.options.channel === 'orderbook') return;
      if (this.last !== null && sequence > this.last) yield* this.fill(sequence + 1);
      // Whoever begins now has missed nothing up to here, and would miss what comes next.
      this.last ??= sequence;
      return;
    }
    if (sequence === undefined || withoutNumber.has(kind)) {
      yield message;
      return;
    }
    if (kind === 'snapshot') {
      this.last = sequence;
      yield message;
      return;
    }
    if (this.last !== null && sequence <= this.last) return;
    if (this.isGap(message)) yield* this.fill(sequence);
    // A refreshed snapshot may be newer than the message that showed the gap.
    if (this.last !== null && sequence <= this.last) return;
    this.last = sequence;
    yield message;
  }

  private isGap({ sequence, previousSequence }: StreamMessage): boolean {
    if (this.last === null) return false;
    return this.options.channel === 'orderbook' ? previousSequence !== this.last : sequence !== this.last + 1;
  }

  /** Replays what is missing before a sequence, or brings a snapshot where that is not kept any more. */
  private async *fill(before: number): AsyncGenerator<StreamMessage> {
    const { channel, key = '' } = this.options;
    const after = this.last as number;
    this.options.onGap?.({ after, before });
    if (channel === 'orderbook') {
      yield* this.refresh(`/api/events/${encodeURIComponent(key)}/orderbook/snapshot`);
      return;
    }
    while ((this.last as number) < before - 1) {
      const from = this.last as number;
      const query = new URLSearchParams({ channel, key, afterSequence: String(from), limit: String(replayLimit) });
      const page = (await this.get(`/api/v1/streams/replay?${query}`)) as {
        messages: StreamMessage[];
        snapshotRequired?: boolean;
        snapshotUrl?: string;
      };
      if (page.snapshotRequired) {
        this.last = before - 1;
        if (page.snapshotUrl !== undefined) yield* this.refresh(page.snapshotUrl);
        return;
      }
      for (const message of page.messages) {
        if (message.sequence === undefined || message.sequence <= (this.last as number)) continue;
        if (message.sequence >= before) return;
        this.last = message.sequence;
        yield message;
      }
      if (this.last === from) return;
    }
  }

  /** The state as it is now, told as a snapshot that the reader did not get from the stream. */
  private async *refresh(address: string): AsyncGenerator<StreamMessage> {
    const path = address.replace(/^https?:\/\/[^/]+/, '');
    const state = (await this.get(path)) as Record<string, unknown>;
    const { channel, key = '' } = this.options;
    const found = { orderbook: state.sequence, trades: state.tradesSequence, user: state.userSequence }[channel];
    const last = this.last as number;
    // A node that is a little behind may show less than was seen already.
    const sequence =
      channel === 'orderbook' ? (found as number) : Math.max(last, (found as number | undefined) ?? last);
    this.last = sequence;
    yield { ...state, channel, key, kind: 'snapshot', sequence, refreshed: true };
  }
}

/** One connection, from its beginning to whatever ends it. */
async function* connection(around: Surroundings, options: StreamOptions, last: number | null) {
  const { signal } = options;
  const silence = new AbortController();
  const combined = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (around.agentKey !== null && options.channel === 'user') headers.authorization = `Bearer ${around.agentKey}`;
  let timer = setTimeout(() => silence.abort(), around.timeoutMs);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMs);
  };
  try {
    const response = await around.fetch(around.baseUrl + addressOf(options, last), { headers, signal: combined });
    if (!response.ok || response.body === null) {
      const body = await response.json().catch(() => ({}));
      const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
      throw new PresageError(response.status, body as object, Number.isFinite(wait) ? wait : null);
    }
    alive();
    yield* readEvents(response.body, alive);
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/**
 * Reads a channel for as long as the caller goes on: reconnects with back-off, resumes after the last sequence, passes over
 * what came twice and fills gaps by replay or with a fresh snapshot.
 */
export async function* openStream(around: Surroundings, options: StreamOptions): AsyncGenerator<StreamMessage> {
  const { signal } = options;
  const follower = new Follower(around, options);
  for (let failures = 0; !signal?.aborted; ) {
    try {
      for await (const event of connection(around, options, follower.last)) {
        failures = 0;
        if (event.event === 'overflow') break;
        yield* follower.take(messageOf(event, options));
      }
      failures += 1;
    } catch (error) {
      if (signal?.aborted) return;
      const refused = error instanceof PresageError;
      if (refused && (!isPassing(error) || !canWait(error, around.retries))) throw error;
      failures += 1;
      await around.sleep(pauseMs(error, failures, around.retries, around.random), signal).catch(() => {});
      continue;
    }
    await around.sleep(pauseMs(null, failures, around.retries, around.random), signal).catch(() => {});
  }
}

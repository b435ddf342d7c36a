import type { StreamReplay } from './generated/operations.js';
import type { ServerSentEvent } from './sse.js';

/** The members that messages of all channels share. */
export interface AnyMessage {
  readonly channel: string;
  readonly key: string;
  readonly kind: string;
  readonly sequence: number;
  readonly previousSequence?: number;
  /** Set on a snapshot that replaces earlier state, because messages in between may be missing. */
  readonly refreshed?: true;
}

export interface Gap {
  /** The last sequence before the gap. */
  readonly after: number;
  /** The first sequence after the gap. */
  readonly before: number;
}

/** Where a connection starts. */
export interface StreamStart {
  readonly afterSequence?: number | undefined;
  readonly snapshot?: true | undefined;
}

interface FollowerOptions {
  readonly channel: 'trades' | 'orderbook' | 'user';
  readonly key: string;
  readonly start: StreamStart;
  readonly onGap: (gap: Gap) => void;
  readonly replay: (key: string, afterSequence: number) => Promise<StreamReplay>;
}

const closingKinds: ReadonlySet<string> = new Set(['overflow', 'end']);

/**
 * Tracks the sequence of one channel across connections: yields new messages, drops duplicates and fills gaps by replay. If
 * a replay is not possible, the next connection starts with a snapshot from the stream itself; one fetched separately could
 * not be ordered among the messages.
 *
 * States: following (`needsSnapshot` false) and waiting for a snapshot (true), which drops all other messages. A gap that
 * can't be filled leads from the first to the second, a snapshot back.
 */
export class Follower {
  private last: number | null;
  /** Drops all messages until a snapshot arrives. */
  private needsSnapshot: boolean;
  private key: string;
  private readonly options: FollowerOptions;

  constructor(options: FollowerOptions) {
    this.options = options;
    const { afterSequence, snapshot } = options.start;
    this.last = snapshot ? null : (afterSequence ?? null);
    this.needsSnapshot = snapshot ?? false;
    this.key = options.key;
  }

  get start(): StreamStart {
    if (this.needsSnapshot) return { snapshot: true };
    return this.last === null ? {} : { afterSequence: this.last };
  }

  /** Yields replayed messages and then the message itself; returns true if the connection must be closed. */
  async *take({ id, data }: ServerSentEvent): AsyncGenerator<AnyMessage, boolean> {
    if (data === null) {
      this.startAt(Number(id));
      return false;
    }
    const message = JSON.parse(data) as AnyMessage;
    if (closingKinds.has(message.kind)) return true;
    this.key = message.key;
    if (message.kind === 'heartbeat') return yield* this.checkHeartbeat(message.sequence);
    if (id === null) {
      if (!this.needsSnapshot) yield message;
      return false;
    }
    if (message.kind === 'snapshot') {
      yield* this.applySnapshot(message);
      return false;
    }
    if (this.needsSnapshot) return false;
    return this.options.channel === 'orderbook' ? yield* this.applyDelta(message) : yield* this.applyNumbered(message);
  }

  /** Sets the start of a stream that has none. */
  private startAt(sequence: number): void {
    if (Number.isSafeInteger(sequence) && !this.needsSnapshot) this.last ??= sequence;
  }

  /** A heartbeat carries the newest sequence sent. If it is ahead of the client's, messages were lost. */
  private async *checkHeartbeat(sequence: number): AsyncGenerator<AnyMessage, boolean> {
    if (this.needsSnapshot) return false;
    this.startAt(sequence);
    const last = this.last as number;
    if (sequence <= last) return false;
    this.options.onGap({ after: last, before: sequence + 1 });
    if (this.options.channel === 'orderbook') this.needsSnapshot = true;
    else yield* this.replayUntil(sequence + 1);
    return this.needsSnapshot;
  }

  private *applySnapshot(message: AnyMessage): Generator<AnyMessage> {
    const { last, needsSnapshot } = this;
    const { sequence } = message;
    if (last !== null && !needsSnapshot) {
      // Outside the order book, an equal sequence means that nothing happened since.
      if (sequence === last && this.options.channel !== 'orderbook') return;
      if (sequence !== last) this.options.onGap({ after: last, before: sequence + 1 });
    }
    this.last = sequence;
    this.needsSnapshot = false;
    yield last === null ? message : { ...message, refreshed: true };
  }

  /** Order book deltas name the sequence that they apply to. */
  private *applyDelta(message: AnyMessage): Generator<AnyMessage, boolean> {
    const { sequence, previousSequence } = message;
    if (this.last === null || previousSequence === this.last) {
      this.last = sequence;
      yield message;
      return false;
    }
    if (sequence <= this.last) return false;
    this.options.onGap({ after: this.last, before: sequence });
    this.needsSnapshot = true;
    return true;
  }

  /** Messages of the other channels have consecutive numbers. */
  private async *applyNumbered(message: AnyMessage): AsyncGenerator<AnyMessage, boolean> {
    const { sequence } = message;
    if (this.last !== null && sequence > this.last + 1) {
      this.options.onGap({ after: this.last, before: sequence });
      yield* this.replayUntil(sequence);
      if (this.needsSnapshot) return true;
    }
    if (this.last !== null && sequence <= this.last) return false;
    this.last = sequence;
    yield message;
    return false;
  }

  /** Replays the messages before a sequence; requires a snapshot if the replay has none. */
  private async *replayUntil(before: number): AsyncGenerator<AnyMessage> {
    for (;;) {
      const from = this.last as number;
      if (from >= before - 1) return;
      const page = await this.options.replay(this.key, from);
      for (const message of page.messages) {
        if (message.sequence !== (this.last as number) + 1) continue;
        this.last = message.sequence;
        yield message;
      }
      if (this.last === from) {
        this.needsSnapshot = true;
        return;
      }
    }
  }
}

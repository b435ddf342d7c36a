import type { StreamReplay } from './generated/operations.js';
import type { ServerSentEvent } from './sse.js';

/** A message of any channel, before its kind is looked at. */
export interface AnyMessage {
  readonly channel: string;
  readonly key: string;
  readonly kind: string;
  readonly sequence: number;
  readonly previousSequence?: number;
  /** Replaces what was followed before: something is missing in between, or may be. */
  readonly refreshed?: true;
}

export interface Gap {
  /** The last sequence before it. */
  readonly after: number;
  /** The first one behind it. */
  readonly before: number;
}

/** Where a connection is to begin. */
export interface Beginning {
  readonly afterSequence?: number;
  readonly snapshot?: true;
}

interface FollowerOptions {
  readonly channel: 'trades' | 'orderbook' | 'user';
  readonly key: string;
  readonly beginning: Beginning;
  readonly onGap: (gap: Gap) => void;
  readonly replay: (key: string, afterSequence: number) => Promise<StreamReplay>;
}

const farewells: ReadonlySet<string> = new Set(['overflow', 'end']);

/**
 * Follows the sequence of one channel across connections: passes on what is new, passes over what was there before, and
 * fills what is missing by replay. Where that can't be done the next connection begins with a snapshot, which the stream
 * itself numbers: one that was fetched beside it could not be put in its place among the messages.
 */
export class Follower {
  private last: number | null;
  /** Nothing is passed on until a snapshot has come. */
  private anew: boolean;
  private key: string;

  constructor(private readonly options: FollowerOptions) {
    const { afterSequence, snapshot } = options.beginning;
    this.last = snapshot ? null : (afterSequence ?? null);
    this.anew = snapshot ?? false;
    this.key = options.key;
  }

  get beginning(): Beginning {
    if (this.anew) return { snapshot: true };
    return this.last === null ? {} : { afterSequence: this.last };
  }

  /** Yields what belongs before the message and the message itself; returns true where the connection is of no more use. */
  async *take({ id, data }: ServerSentEvent): AsyncGenerator<AnyMessage, boolean> {
    if (data === null) {
      this.beginAt(Number(id));
      return false;
    }
    const message = JSON.parse(data) as AnyMessage;
    if (farewells.has(message.kind)) return true;
    this.key = message.key;
    if (message.kind === 'heartbeat') return yield* this.heed(message.sequence);
    if (id === null) {
      if (!this.anew) yield message;
      return false;
    }
    if (message.kind === 'snapshot') {
      yield* this.restart(message);
      return false;
    }
    if (this.anew) return false;
    return this.options.channel === 'orderbook' ? yield* this.step(message) : yield* this.count(message);
  }

  /** Whoever has nothing yet is sent what comes after this. */
  private beginAt(sequence: number): void {
    if (Number.isSafeInteger(sequence) && !this.anew) this.last ??= sequence;
  }

  /** A heartbeat names the newest sequence that was sent: beyond ours, something has been lost on the way. */
  private async *heed(sequence: number): AsyncGenerator<AnyMessage, boolean> {
    if (this.anew) return false;
    this.beginAt(sequence);
    const last = this.last as number;
    if (sequence <= last) return false;
    this.options.onGap({ after: last, before: sequence + 1 });
    if (this.options.channel === 'orderbook') this.anew = true;
    else yield* this.fill(sequence + 1);
    return this.anew;
  }

  private *restart(message: AnyMessage): Generator<AnyMessage> {
    const { last, anew } = this;
    const { sequence } = message;
    if (last !== null && !anew) {
      // Of messages that are counted, the same number means that nothing has happened since.
      if (sequence === last && this.options.channel !== 'orderbook') return;
      if (sequence !== last) this.options.onGap({ after: last, before: sequence + 1 });
    }
    this.last = sequence;
    this.anew = false;
    yield last === null ? message : { ...message, refreshed: true };
  }

  /** Changes of a book lead on from one sequence to another. */
  private *step(message: AnyMessage): Generator<AnyMessage, boolean> {
    const { sequence, previousSequence } = message;
    if (this.last === null || previousSequence === this.last) {
      this.last = sequence;
      yield message;
      return false;
    }
    if (sequence <= this.last) return false;
    this.options.onGap({ after: this.last, before: sequence });
    this.anew = true;
    return true;
  }

  /** Messages of the other channels are counted one by one. */
  private async *count(message: AnyMessage): AsyncGenerator<AnyMessage, boolean> {
    const { sequence } = message;
    if (this.last !== null && sequence > this.last + 1) {
      this.options.onGap({ after: this.last, before: sequence });
      yield* this.fill(sequence);
      if (this.anew) return true;
    }
    if (this.last !== null && sequence <= this.last) return false;
    this.last = sequence;
    yield message;
    return false;
  }

  /** Replays what is missing before a sequence. What can't be had makes the next connection begin anew. */
  private async *fill(before: number): AsyncGenerator<AnyMessage> {
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
        this.anew = true;
        return;
      }
    }
  }
}

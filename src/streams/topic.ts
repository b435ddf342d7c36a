import { Batch, type StreamMessage } from '../http/streaming/packet.js';
import type { Reader } from './reader.js';

export interface Beginning {
  readonly after: number | null;
  readonly snapshot: boolean;
  /** Sends what else belongs to the beginning, before the heartbeat that ends it. */
  readonly beside?: () => void;
}

/** What all readers of one channel key on this node share. */
export abstract class Topic {
  protected readonly readers = new Set<Reader>();
  /** The moment at which the clock alone may change what is shown. */
  protected until = Number.POSITIVE_INFINITY;
  /** Those who are being taken in. */
  private entering = 0;
  /** Woken while nobody was there. */
  private missed = false;

  constructor(
    readonly channel: string,
    readonly key: string,
    protected readonly clock: () => number,
  ) {}

  /** Takes a reader in: sends what it needs to begin with and, from then on, everything that comes. */
  enter(reader: Reader, beginning: Beginning): Promise<void> {
    return this.hold(() => this.open(reader, beginning));
  }

  /** The topic counts as read while this goes on. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.entering += 1;
    try {
      await work();
    } finally {
      this.entering -= 1;
    }
  }

  protected abstract open(reader: Reader, beginning: Beginning): Promise<void>;
  /** Something may have changed. Without readers it is enough to know that: the next one who joins makes up for it. */
  wake(): void {
    if (this.readers.size === 0) this.missed = true;
    else this.look();
  }

  tick(now: number): void {
    if (now < this.until) return;
    this.until = Number.POSITIVE_INFINITY;
    this.wake();
  }

  /** Sends what is new, now or soon; what fails is tried again. */
  protected abstract look(): void;
  protected abstract get last(): number;
  /** About as many bytes as are kept here for those who come back. */
  abstract get weight(): number;

  get isIdle(): boolean {
    return this.readers.size + this.entering === 0;
  }

  heartbeat(): void {
    if (this.readers.size > 0) this.broadcast(Batch.of(this.heartbeatMessage()));
  }

  /** Nobody will read it any more. */
  dispose(): void {}

  protected heartbeatMessage(): StreamMessage {
    return this.message('heartbeat', this.last);
  }

  protected message(kind: string, sequence: number, members: object = {}): StreamMessage {
    const at = new Date(this.clock()).toISOString();
    return { channel: this.channel, key: this.key, sequence, kind, at, ...members };
  }

  /** From here on the reader gets what is broadcast. */
  protected attach(reader: Reader): void {
    if (reader.closed) return;
    this.readers.add(reader);
    reader.onLeave(() => this.readers.delete(reader));
    if (!this.missed) return;
    // It came while the reader was being taken in, and nobody can say whether before or after the look.
    this.missed = false;
    this.look();
  }

  protected broadcast(batch: Batch): void {
    for (const reader of this.readers) reader.deliver(batch);
  }
}

import { Batch, type StreamMessage } from '../http/streaming/packet.js';
import type { Reader } from './reader.js';

/** Where a reader starts. */
export interface Start {
  readonly after: number | null;
  readonly snapshot: boolean;
  /** Called after the catch-up, before the heartbeat that ends it. */
  readonly onCaughtUp?: () => void;
}

/**
 * What all readers of one channel key on this node share.
 *
 * idle: no readers; changes are only noted. joining: a reader is being caught up. active: at least one reader is attached
 * and gets every broadcast. `enter` leads from idle or active to joining, `attach` to active, the last leave to idle; the
 * hub disposes topics that stay idle.
 */
export abstract class Topic {
  protected readonly readers = new Set<Reader>();
  /** When the clock alone may change what is shown. */
  protected until = Number.POSITIVE_INFINITY;
  /** Readers that are being caught up. */
  private joining = 0;
  /** Woken without readers. */
  private changedWhileIdle = false;

  constructor(
    readonly channel: string,
    readonly key: string,
    protected readonly clock: () => number,
  ) {}

  /** Catches a reader up and attaches it: from then on it gets everything that is broadcast. */
  enter(reader: Reader, start: Start): Promise<void> {
    return this.hold(() => this.open(reader, start));
  }

  /** The topic is not idle while `work` runs. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.joining += 1;
    try {
      await work();
    } finally {
      this.joining -= 1;
    }
  }

  protected abstract open(reader: Reader, start: Start): Promise<void>;
  /** Something may have changed. Without readers this is only noted, and the next reader triggers the update. */
  wake(): void {
    if (this.readers.size === 0) this.changedWhileIdle = true;
    else this.update();
  }

  tick(now: number): void {
    if (now < this.until) return;
    this.until = Number.POSITIVE_INFINITY;
    this.wake();
  }

  /** Sends new messages, now or soon; retries on failure. */
  protected abstract update(): void;
  protected abstract get last(): number;
  /** Approximate bytes cached for readers that resume. */
  abstract get weight(): number;

  get isIdle(): boolean {
    return this.readers.size + this.joining === 0;
  }

  heartbeat(): void {
    if (this.readers.size > 0) this.broadcast(Batch.of(this.heartbeatMessage()));
  }

  /** Called when notifications of the topic's person were added or read. */
  announce(): void {}

  /** Called when the hub drops the topic. */
  dispose(): void {}

  protected heartbeatMessage(): StreamMessage {
    return this.message('heartbeat', this.last);
  }

  protected message(kind: string, sequence: number, members: object = {}): StreamMessage {
    const { channel, key, at } = this.head();
    return { channel, key, sequence, kind, at, ...members };
  }

  /** Members of every message. */
  protected head() {
    return { channel: this.channel, key: this.key, at: new Date(this.clock()).toISOString() };
  }

  /** From here on the reader gets every broadcast. */
  protected attach(reader: Reader): void {
    if (reader.closed) return;
    this.readers.add(reader);
    reader.onLeave(() => this.readers.delete(reader));
    if (!this.changedWhileIdle) return;
    // The change came during the catch-up, before or after its read.
    this.changedWhileIdle = false;
    this.update();
  }

  protected broadcast(batch: Batch): void {
    for (const reader of this.readers) reader.deliver(batch);
  }
}

import type { MarketStatus } from '../engine/lifecycle.js';
import { Batch, Packet, type StreamMessage, streamBounds } from '../http/streams.js';
import { type Start, type StreamReader, Topic } from './reader.js';

export type SnapshotReason = 'asked' | 'gone' | 'ahead' | 'storage-off';

export interface LogPage {
  /** The number of the newest committed message. */
  readonly head: number;
  /** The following messages, without a gap, oldest first. */
  readonly messages: readonly StreamMessage[];
  /** The following messages are not available. */
  readonly gone: boolean;
  /** The status by the clock, and the next time at which the clock alone may change it. */
  readonly status?: MarketStatus;
  readonly until?: number;
}

/** The numbered messages of one channel key, which commit in the order of their numbers. */
export interface LogSource {
  page(after: number, limit: number): Promise<LogPage>;
  /** Returns the full state at the newest number. */
  snapshot(): Promise<{ readonly sequence: number; readonly members: object }>;
  /** Whether messages are stored for clients that resume. */
  readonly storing: boolean;
}

const pageSize = 500;
/** The number of newest messages cached for clients that resume soon. */
const maxRecent = 512;
const maxRecentCharacters = 256 * 1024;
/** Their memory, as text and as bytes. */
const characterBytes = 2;
const packetBytes = 200;
const retryMs = 500;
const maxAttempts = 20;

/**
 * A channel key whose messages are numbered 1, 2, 3 … in the database. Each wake-up costs one query, regardless of the
 * number of subscribers. A new subscriber is caught up to the number that all others have, from memory or from the
 * database, and attached in the same iteration of the event loop: so it misses no message and gets none twice.
 */
export class LogTopic extends Topic {
  /** The number up to which all messages were sent; negative before the first read. */
  protected last = -1;
  private status: MarketStatus | null = null;
  private recent: Packet[] = [];
  private recentCharacters = 0;
  private running: Promise<void> | null = null;
  private next: Promise<void> | null = null;
  private retry: NodeJS.Timeout | null = null;

  constructor(
    channel: string,
    key: string,
    clock: () => number,
    private readonly source: LogSource,
  ) {
    super(channel, key, clock);
  }

  protected update(): void {
    this.refresh().catch(() => {
      this.retry ??= setTimeout(() => {
        this.retry = null;
        this.wake();
      }, retryMs).unref();
    });
  }

  get weight(): number {
    return this.recentCharacters * characterBytes + this.recent.length * packetBytes;
  }

  protected async open(reader: StreamReader, { after, snapshot, onCaughtUp }: Start): Promise<void> {
    await this.refresh();
    const reason = this.reasonFor(after, snapshot);
    let position = after ?? this.last;
    if (reason !== null) position = await this.sendSnapshot(reader, reason);
    else reader.mark(position);
    await this.catchUp(reader, position, onCaughtUp);
  }

  private reasonFor(after: number | null, snapshot: boolean): SnapshotReason | null {
    if (after !== null && after > this.last) return 'ahead';
    if (after !== null && after < this.last && !this.source.storing) return 'storage-off';
    return snapshot ? 'asked' : null;
  }

  private get missing(): SnapshotReason {
    return this.source.storing ? 'gone' : 'storage-off';
  }

  private async snapshotMessage(reason: SnapshotReason): Promise<StreamMessage> {
    const { sequence, members } = await this.source.snapshot();
    return this.message('snapshot', sequence, { resumed: false, reason, ...members });
  }

  private async sendSnapshot(reader: StreamReader, reason: SnapshotReason): Promise<number> {
    const message = await this.snapshotMessage(reason);
    reader.deliver(Batch.of(message));
    return message.sequence;
  }

  /** Sends the missing messages to the subscriber and attaches it. */
  private async catchUp(reader: StreamReader, from: number, onCaughtUp?: () => void): Promise<void> {
    let position = from;
    for (let attempts = 0; !reader.closed; ) {
      if (position === this.last) return this.join(reader, onCaughtUp);
      if (position > this.last) {
        attempts += 1;
        if (attempts > maxAttempts) throw new Error(`${this.channel} ${this.key} lags behind ${position}`);
        await this.refresh();
        continue;
      }
      const recent = this.recentAfter(position);
      if (recent) {
        reader.deliver(new Batch(recent));
        position = this.last;
        continue;
      }
      const page = await this.source.page(position, pageSize);
      if (page.gone || page.messages.length === 0) position = await this.sendSnapshot(reader, this.missing);
      else {
        reader.deliver(Batch.of(...page.messages));
        position = page.messages[page.messages.length - 1].sequence;
      }
      await reader.room();
    }
  }

  /** Sends the status of the market and a heartbeat, which ends the catch-up. */
  private join(reader: StreamReader, onCaughtUp?: () => void): void {
    if (this.status !== null) reader.deliver(Batch.of(this.message('status', this.last, { status: this.status })));
    onCaughtUp?.();
    reader.deliver(Batch.of(this.heartbeatMessage()));
    this.attach(reader);
  }

  private recentAfter(position: number): readonly Packet[] | null {
    const [oldest] = this.recent;
    if (!oldest || oldest.sequence > position + 1) return null;
    return this.recent.slice(position + 1 - oldest.sequence);
  }

  private addRecent(packets: readonly Packet[]): void {
    for (const packet of packets) {
      this.recent.push(packet);
      this.recentCharacters += packet.json.length;
    }
    let drop = 0;
    while (this.recent.length - drop > maxRecent || this.recentCharacters > maxRecentCharacters) {
      this.recentCharacters -= this.recent[drop].json.length;
      drop += 1;
    }
    if (drop > 0) this.recent.splice(0, drop);
  }

  private clearRecent(): void {
    this.recent = [];
    this.recentCharacters = 0;
  }

  /** Resolves when everything committed before the call has been read. */
  private refresh(): Promise<void> {
    if (!this.running) return this.begin();
    this.next ??= this.running
      .catch(() => {})
      .then(() => {
        this.next = null;
        return this.running ?? this.begin();
      });
    return this.next;
  }

  private begin(): Promise<void> {
    const run: Promise<void> = this.pump().finally(() => {
      if (this.running === run) this.running = null;
    });
    this.running = run;
    return run;
  }

  private async pump(): Promise<void> {
    for (let full = true; full; ) {
      const alone = this.readers.size === 0;
      const page = await this.source.page(alone ? Number.MAX_SAFE_INTEGER : this.last, alone ? 0 : pageSize);
      // A subscriber attached in the meantime is at the previous number, so reading starts there.
      if (alone && this.readers.size > 0) continue;
      if (alone) {
        if (page.head !== this.last) this.clearRecent();
        this.last = page.head;
      } else if (page.gone) await this.skipToSnapshot();
      else this.publish(page.messages);
      full = !alone && page.messages.length === pageSize;
      // The status belongs to the newest trade, so it is sent after all trades.
      if (!full) this.updateStatus(page);
    }
  }

  private publish(messages: readonly StreamMessage[]): void {
    if (messages.length === 0) return;
    const packets = messages.map(message => new Packet(message));
    this.last = packets[packets.length - 1].sequence;
    this.addRecent(packets);
    this.broadcast(new Batch(packets));
  }

  /** The following messages are not available: all subscribers continue from a snapshot. */
  private async skipToSnapshot(): Promise<void> {
    const message = await this.snapshotMessage(this.missing);
    this.clearRecent();
    this.last = message.sequence;
    this.broadcast(Batch.of(message));
    await new Promise(done => setTimeout(done, streamBounds.bookGapMs));
  }

  private updateStatus({ status: currentStatus, until = Number.POSITIVE_INFINITY }: LogPage): void {
    const status = currentStatus ?? null;
    this.until = until;
    const changed = status !== null && this.status !== null && status !== this.status;
    this.status = status;
    if (changed) this.broadcast(Batch.of(this.message('status', this.last, { status })));
  }
}

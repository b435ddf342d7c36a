import type { MarketStatus } from '../domain/market-status.js';
import { streamBounds } from '../http/streaming/bounds.js';
import { Batch, Packet, type StreamMessage } from '../http/streaming/packet.js';
import type { Reader } from './reader.js';
import { type Beginning, Topic } from './topic.js';

export type SnapshotReason = 'asked' | 'gone' | 'ahead' | 'storage-off';

export interface LogPage {
  /** The number of the newest message that is committed. */
  readonly head: number;
  /** Those that follow, without a gap, oldest first. */
  readonly messages: readonly StreamMessage[];
  /** What follows is not kept any more, or never was. */
  readonly gone: boolean;
  /** As the clock has it, and when the clock alone may change it. */
  readonly status?: MarketStatus;
  readonly until?: number;
}

/** Where the numbered messages of one channel key come from. They are committed in the order of their numbers. */
export interface LogSource {
  page(after: number, limit: number): Promise<LogPage>;
  /** How everything stands at the newest number. */
  snapshot(): Promise<{ readonly sequence: number; readonly members: object }>;
  /** Whether messages are kept for those who come back. */
  readonly storing: boolean;
}

const pageSize = 500;
/** As many of the newest messages as are kept for those who come back soon. */
const mostRecent = 512;
const mostRecentCharacters = 256 * 1024;
/** What they take in memory, as text and as bytes. */
const characterBytes = 2;
const packetBytes = 200;
const againMs = 500;
const maxTries = 20;

/**
 * A channel key whose messages are numbered 1, 2, 3 … in the database. One query for each wake reads what is new, however
 * many readers there are. A reader is brought up to the number that all others have, from memory or from the database,
 * and joins them in the same turn of the event loop: so nothing is left out and nothing comes twice.
 */
export class LogTopic extends Topic {
  /** The number up to which everything was sent; below zero nobody has looked yet. */
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

  protected look(): void {
    this.refresh().catch(() => {
      this.retry ??= setTimeout(() => {
        this.retry = null;
        this.wake();
      }, againMs).unref();
    });
  }

  get weight(): number {
    return this.recentCharacters * characterBytes + this.recent.length * packetBytes;
  }

  protected async open(reader: Reader, { after, snapshot, beside }: Beginning): Promise<void> {
    await this.refresh();
    const reason = this.reasonFor(after, snapshot);
    let position = after ?? this.last;
    if (reason !== null) position = await this.sendSnapshot(reader, reason);
    else reader.mark(position);
    await this.catchUp(reader, position, beside);
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

  private async sendSnapshot(reader: Reader, reason: SnapshotReason): Promise<number> {
    const message = await this.snapshotMessage(reason);
    reader.deliver(Batch.of(message));
    return message.sequence;
  }

  /** Sends what the reader lacks and joins it to the others. */
  private async catchUp(reader: Reader, from: number, beside?: () => void): Promise<void> {
    let position = from;
    for (let behind = 0; !reader.closed; ) {
      if (position === this.last) return this.join(reader, beside);
      if (position > this.last) {
        behind += 1;
        if (behind > maxTries) throw new Error(`${this.channel} ${this.key} stays behind ${position}`);
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

  /** Tells at which status the market is and, with a heartbeat, that everything until now has been sent. */
  private join(reader: Reader, beside?: () => void): void {
    if (this.status !== null) reader.deliver(Batch.of(this.message('status', this.last, { status: this.status })));
    beside?.();
    reader.deliver(Batch.of(this.heartbeatMessage()));
    this.attach(reader);
  }

  private recentAfter(position: number): readonly Packet[] | null {
    const [oldest] = this.recent;
    if (!oldest || oldest.sequence > position + 1) return null;
    return this.recent.slice(position + 1 - oldest.sequence);
  }

  private remember(packets: readonly Packet[]): void {
    for (const packet of packets) {
      this.recent.push(packet);
      this.recentCharacters += packet.json.length;
    }
    let drop = 0;
    while (this.recent.length - drop > mostRecent || this.recentCharacters > mostRecentCharacters) {
      this.recentCharacters -= this.recent[drop].json.length;
      drop += 1;
    }
    if (drop > 0) this.recent.splice(0, drop);
  }

  private forget(): void {
    this.recent = [];
    this.recentCharacters = 0;
  }

  /** Done when everything has been read that was committed before the call. */
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
      // Whoever joined meanwhile stands at the number that was there, so it has to be read from there.
      if (alone && this.readers.size > 0) continue;
      if (alone) {
        if (page.head !== this.last) this.forget();
        this.last = page.head;
      } else if (page.gone) await this.leap();
      else this.take(page.messages);
      full = !alone && page.messages.length === pageSize;
      // The status is that of the newest trade, so whatever trades it follows are sent first.
      if (!full) this.noteStatus(page);
    }
  }

  private take(messages: readonly StreamMessage[]): void {
    if (messages.length === 0) return;
    const packets = messages.map(message => new Packet(message));
    this.last = packets[packets.length - 1].sequence;
    this.remember(packets);
    this.broadcast(new Batch(packets));
  }

  /** What follows is not there: all readers go on from a snapshot. */
  private async leap(): Promise<void> {
    const message = await this.snapshotMessage(this.missing);
    this.forget();
    this.last = message.sequence;
    this.broadcast(Batch.of(message));
    await new Promise(done => setTimeout(done, streamBounds.bookGapMs));
  }

  private noteStatus({ status: found, until = Number.POSITIVE_INFINITY }: LogPage): void {
    const status = found ?? null;
    this.until = until;
    const changed = status !== null && this.status !== null && status !== this.status;
    this.status = status;
    if (changed) this.broadcast(Batch.of(this.message('status', this.last, { status })));
  }
}

import { statusAt } from '../domain/markets/status.js';
import { topOfBook } from '../operations/live/book-figures.js';
import type { LiveMarket } from '../operations/live/live-market.js';
import type { LiveReads } from '../operations/live/live-reads.js';
import { streamBounds } from './bounds.js';
import { deltaBetween, type Ladder, type LadderShape, ladderOf } from './ladder.js';
import { Batch, type StreamMessage } from './packet.js';
import type { Reader } from './reader.js';
import { type Beginning, Topic } from './topic.js';

interface BookOptions {
  readonly live: LiveReads;
  readonly clock: () => number;
  readonly eventId: string;
  readonly slug: string;
}

/** As much of the past as is remembered for those who come back: states, and levels in all of them. */
const mostLadders = 64;
const mostLevels = 20_000;
const againMs = 500;

/** Something that is made of the market in memory and sent at most ten times a second, merged. */
abstract class LiveTopic extends Topic {
  private timer: NodeJS.Timeout | null = null;
  private madeAt = Number.NEGATIVE_INFINITY;

  constructor(
    channel: string,
    protected readonly options: BookOptions,
  ) {
    super(channel, options.slug, options.clock);
  }

  /** The market has moved or may have: sends what that changes. */
  protected abstract move(live: LiveMarket, now: number): void;

  protected look(): void {
    if (this.timer) return;
    const pauseMs = Math.max(0, this.madeAt + streamBounds.bookGapMs - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.refresh().catch(() => setTimeout(() => this.wake(), againMs).unref());
    }, pauseMs).unref();
  }

  protected async refresh(): Promise<void> {
    const { live, eventId, clock } = this.options;
    const now = clock();
    this.madeAt = performance.now();
    const made = await live.each([eventId], {}, now, market => this.move(market, now));
    if (!made.has(eventId)) throw new Error(`there is no event ${eventId}`);
  }
}

/**
 * The book of one market at one depth. It is never stored: each node makes it from the market in its memory, and remembers
 * the states that it has sent, so that a reader who comes back soon gets one delta from where it was.
 */
export class BookTopic extends LiveTopic {
  private current: Ladder | null = null;
  private readonly recent = new Map<number, Ladder>();
  private levels = 0;

  constructor(
    options: BookOptions,
    private readonly shape: LadderShape,
  ) {
    super('orderbook', options);
  }

  protected get last(): number {
    return this.current?.sequence ?? 0;
  }

  protected async open(reader: Reader, { after, snapshot }: Beginning): Promise<void> {
    // While others read, they are at most a tenth of a second behind, and asking again would send them more than ten a second.
    const known = after === null || snapshot ? undefined : this.recent.get(after);
    if (this.readers.size === 0 || !this.current || (after ?? 0) > this.last) await this.refresh();
    const current = this.current as unknown as Ladder;
    if (!known) reader.deliver(Batch.of(this.snapshotMessage(current, snapshot || after === null ? 'asked' : 'gone')));
    else if (known !== current) reader.deliver(Batch.of(this.deltaMessage(known, current)));
    reader.deliver(Batch.of(this.heartbeatMessage()));
    this.attach(reader);
  }

  protected move(live: LiveMarket, now: number): void {
    const before = this.current;
    if (before && live.market.sequence <= before.sequence) return;
    const after = ladderOf(live, this.shape, now);
    this.current = after;
    this.remember(after);
    if (before && this.readers.size > 0) this.broadcast(Batch.of(this.deltaMessage(before, after)));
  }

  /** A book in which an order has just run out is another one than it was before, at the same sequence: no way leads on from it. */
  private remember(ladder: Ladder): void {
    if (ladder.runOut) return;
    this.recent.set(ladder.sequence, ladder);
    this.levels += ladder.levels;
    for (const [sequence, old] of this.recent) {
      if (old === ladder || (this.recent.size <= mostLadders && this.levels <= mostLevels)) return;
      this.recent.delete(sequence);
      this.levels -= old.levels;
    }
  }

  private snapshotMessage({ sequence, status, outcomes }: Ladder, reason: string): StreamMessage {
    const { depth } = this.shape;
    return this.message('snapshot', sequence, { resumed: false, reason, status, depth, outcomes });
  }

  private deltaMessage(before: Ladder, after: Ladder): StreamMessage {
    return this.message('delta', after.sequence, deltaBetween(before, after));
  }
}

/** Best bid and ask of all outcomes, beside the trades. */
export class TopTopic extends LiveTopic {
  private text = '';
  private newest: StreamMessage | null = null;

  constructor(options: BookOptions) {
    super('trades', options);
  }

  protected get last(): number {
    return this.newest?.sequence ?? 0;
  }

  protected async open(reader: Reader): Promise<void> {
    if (this.readers.size === 0 || !this.newest) await this.refresh();
    if (this.newest) reader.deliver(Batch.of(this.newest));
    this.attach(reader);
  }

  /** The trades' own topic sends them. */
  override heartbeat(): void {}

  protected move(live: LiveMarket, now: number): void {
    const outcomes = live.event.outcomes.map((_label, outcomeIndex) => {
      return { outcomeIndex, ...topOfBook(live, outcomeIndex, now), midBps: live.market.priceBps[outcomeIndex] };
    });
    const status = statusAt(live.market, now);
    const text = JSON.stringify([status, outcomes]);
    if (text === this.text) return;
    this.text = text;
    this.newest = this.message('top', live.market.sequence, { status, outcomes });
    if (this.readers.size > 0) this.broadcast(Batch.of(this.newest));
  }
}

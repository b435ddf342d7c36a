import { statusAt } from '../engine/lifecycle.js';
import { type BookSides, topOfBook, type WireLevel } from '../exchange/live/live-market.js';
import { type AnyStreamMessage, Batch, type StreamMessage } from '../http/streams.js';
import { Cache } from '../kernel/cache.js';
import { type LadderShape, type LiveFeed, LiveTopic, type MarketMoment } from './live-feed.js';
import type { Start, StreamReader } from './reader.js';

interface OutcomeBook extends BookSides {
  readonly outcomeIndex: number;
  readonly label: string;
}

/** The book of one outcome or of all of them at one market sequence. */
export interface Ladder {
  readonly sequence: number;
  readonly status: string;
  readonly outcomes: readonly OutcomeBook[];
  readonly levels: number;
  /** The next time at which the clock alone may change it. */
  readonly until: number;
  /** Whether the clock has already changed it and the sequence that records this is still to come. */
  readonly overtaken: boolean;
}

function ladderOf(moment: MarketMoment, { outcome, depth }: LadderShape): Ladder {
  const { live, now, until, overtaken } = moment;
  const labels = live.event.outcomes;
  const wanted = outcome === null ? [...labels.keys()] : [outcome];
  const outcomes = wanted.map(outcomeIndex => {
    return { outcomeIndex, label: labels[outcomeIndex], ...moment.sides(outcomeIndex, depth) };
  });
  const levels = outcomes.reduce((sum, { bids, asks }) => sum + bids.length + asks.length, 0);
  return {
    sequence: live.market.sequence,
    status: statusAt(live.market, now),
    outcomes,
    levels,
    until,
    overtaken,
  };
}

const same = (a: WireLevel, b: WireLevel) => a.shares === b.shares && a.credits === b.credits && a.source === b.source;

/** Returns the new sizes of changed levels; a size of 0 means that the level is gone. */
function changedLevels(before: readonly WireLevel[], after: readonly WireLevel[]): WireLevel[] {
  const old = new Map(before.map(level => [level.priceBps, level]));
  const changed: WireLevel[] = [];
  for (const level of after) {
    const previous = old.get(level.priceBps);
    if (!previous || !same(previous, level)) changed.push(level);
    old.delete(level.priceBps);
  }
  for (const { priceBps, source } of old.values()) changed.push({ priceBps, shares: 0, credits: 0, source });
  return changed;
}

/** Returns the delta from one ladder to a later one of the same shape. Omits unchanged outcomes. */
function deltaBetween(before: Ladder, after: Ladder): object {
  const outcomes = after.outcomes.flatMap((book, index) => {
    const old = before.outcomes[index];
    const { outcomeIndex, midBps, spreadBps } = book;
    const bids = changedLevels(old.bids, book.bids);
    const asks = changedLevels(old.asks, book.asks);
    const unchanged = bids.length + asks.length === 0 && old.midBps === midBps && old.spreadBps === spreadBps;
    return unchanged ? [] : [{ outcomeIndex, midBps, spreadBps, bids, asks }];
  });
  return { previousSequence: before.sequence, status: after.status, outcomes };
}

/** Limits of cached states for clients that resume, and of the levels in all of them. */
const maxLadders = 64;
const maxLevels = 20_000;
const levelBytes = 120;
/** The maximum difference between clocks and market states of nodes. */
const slackMs = 5_000;

/**
 * The book of one market at one depth. It is never stored: each node builds it from the market in memory and caches the
 * states that it has sent, so that a client that resumes soon gets one delta.
 */
export class BookTopic extends LiveTopic {
  private current: Ladder | null = null;
  private readonly recent = new Cache<Ladder, number>({
    maxEntries: maxLadders,
    maxWeight: maxLevels,
    // The newest state is always cached.
    weightOf: ({ levels }) => Math.min(maxLevels, levels),
  });

  constructor(
    key: string,
    clock: () => number,
    feed: LiveFeed,
    readonly shape: LadderShape,
  ) {
    super('orderbook', key, clock, feed);
  }

  protected get last(): number {
    return this.current?.sequence ?? 0;
  }

  get weight(): number {
    return (this.recent.calculatedSize + (this.current?.levels ?? 0)) * levelBytes;
  }

  protected async open(reader: StreamReader, { after, snapshot }: Start): Promise<void> {
    // With other subscribers the book is at most a tenth of a second old, and refreshing would send them more than ten
    // messages a second.
    const now = this.clock();
    const resumed = after === null || snapshot ? undefined : this.recent.get(after);
    const isCurrent = this.current !== null && now < this.current.until && (after ?? 0) <= this.last;
    if (this.readers.size === 0 || !isCurrent) await this.refresh();
    const current = this.current as unknown as Ladder;
    const base = resumed && this.canResumeFrom(resumed, now) ? resumed : null;
    if (!base) reader.deliver(Batch.of(this.snapshotMessage(current, this.reasonFor(after, snapshot))));
    else {
      reader.mark(base.sequence);
      if (base !== current) reader.deliver(Batch.of(this.deltaMessage(base, current)));
    }
    reader.deliver(Batch.of(this.heartbeatMessage()));
    this.attach(reader);
  }

  private reasonFor(after: number | null, snapshot: boolean): string {
    if (after !== null && after > this.last) return 'ahead';
    return snapshot || after === null ? 'asked' : 'gone';
  }

  show(moment: MarketMoment): void {
    const before = this.current;
    const { sequence } = moment.live.market;
    if (before && sequence < before.sequence) return;
    const again = sequence === before?.sequence;
    if (again && moment.now < before.until) return;
    if (before && (again || !isLasting(before, moment.now))) this.recent.delete(before.sequence);
    const after = ladderOf(moment, this.shape);
    this.current = after;
    if (!after.overtaken) this.recent.set(after.sequence, after);
    if (!before || this.readers.size === 0) return;
    // The clock has changed the book at a sequence that clients already have, so they get a snapshot.
    this.broadcast(Batch.of(again ? this.snapshotMessage(after, 'clock') : this.deltaMessage(before, after)));
  }

  /**
   * A state that the clock could have changed at the same sequence may have differed on another node, so no delta can
   * start from it.
   */
  private canResumeFrom(state: Ladder, now: number): boolean {
    return this.recent.peek(state.sequence) === state && (state !== this.current || isLasting(state, now));
  }

  private snapshotMessage({ sequence, status, outcomes }: Ladder, reason: string): StreamMessage {
    const { depth } = this.shape;
    return this.message('snapshot', sequence, { resumed: false, reason, status, depth, outcomes });
  }

  private deltaMessage(before: Ladder, after: Ladder): StreamMessage {
    return this.message('delta', after.sequence, deltaBetween(before, after));
  }
}

function isLasting({ until }: Ladder, now: number): boolean {
  return now + slackMs < until;
}

/** Best bid and ask of all outcomes, sent with the trades. */
export class TopTopic extends LiveTopic {
  readonly shape = null;
  private text = '';
  private newest: AnyStreamMessage | null = null;

  constructor(key: string, clock: () => number, feed: LiveFeed) {
    super('trades', key, clock, feed);
  }

  protected get last(): number {
    return 0;
  }

  get weight(): number {
    return this.text.length * 2;
  }

  /** Ensures that there is a message to send. */
  async prepare(): Promise<void> {
    if (this.readers.size === 0 || !this.newest) await this.refresh();
  }

  /** Must be prepared. */
  sendTo(reader: StreamReader): void {
    if (this.newest) reader.deliver(Batch.of(this.newest));
    this.attach(reader);
  }

  protected async open(reader: StreamReader): Promise<void> {
    await this.prepare();
    this.sendTo(reader);
  }

  /** The topic of the trades sends heartbeats. */
  override heartbeat(): void {}

  show({ live, now }: MarketMoment): void {
    const outcomes = live.event.outcomes.map((_label, outcomeIndex) => {
      return { outcomeIndex, ...topOfBook(live, outcomeIndex, now), midBps: live.market.priceBps[outcomeIndex] };
    });
    const status = statusAt(live.market, now);
    const text = JSON.stringify([status, outcomes]);
    if (text === this.text) return;
    this.text = text;
    const { channel, key, at } = this.head();
    const marketSequence = live.market.sequence;
    // Without a sequence: that of the trades channel would hide the trade of the same number.
    this.newest = { channel, key, kind: 'top', at, marketSequence, status, outcomes };
    if (this.readers.size > 0) this.broadcast(Batch.of(this.newest));
  }
}

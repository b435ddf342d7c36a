import { statusAt } from '../engine/lifecycle.js';
import { isLive } from '../engine/resting-queue.js';
import { type BookSides, bookSides, type LiveMarket, unchangedUntil } from '../exchange/live/live-market.js';
import { streamBounds } from '../http/streams.js';
import type { LiveReads } from '../market-data/live-reads.js';
import { Topic } from './reader.js';

/** The part of a book to show. */
export interface LadderShape {
  /** Null for all outcomes. */
  readonly outcome: number | null;
  readonly depth: number;
}

function isOvertaken({ market, book }: LiveMarket, now: number): boolean {
  if (statusAt(market, now) !== market.status) return true;
  for (const order of book.resting.byId.values()) if (!isLive(order, now)) return true;
  return false;
}

/**
 * A market at one point in time, for all its topics: each outcome's book is built once, at the maximum depth of the
 * topics.
 */
export class MarketMoment {
  /** The time until which it is unchanged without writes. */
  readonly until: number;
  /** Whether the clock has already changed it and the sequence that records this is still to come. */
  readonly overtaken: boolean;
  private readonly made = new Map<number, BookSides>();

  /** The market must be consistent. */
  constructor(
    readonly live: LiveMarket,
    readonly now: number,
    private readonly shapes: readonly LadderShape[],
  ) {
    this.until = unchangedUntil(live, now);
    this.overtaken = isOvertaken(live, now);
  }

  /** For one of the shapes. The first levels of a deep book are the levels of a shallow one. */
  sides(outcome: number, depth: number): BookSides {
    let deep = this.made.get(outcome);
    if (!deep) {
      const wanted = this.shapes.filter(shape => shape.outcome === null || shape.outcome === outcome);
      const deepest = wanted.reduce((max, shape) => Math.max(max, shape.depth), depth);
      deep = bookSides(this.live, outcome, deepest, this.now);
      this.made.set(outcome, deep);
    }
    const { bids, asks, ...rest } = deep;
    return { bids: bids.slice(0, depth), asks: asks.slice(0, depth), ...rest };
  }
}

interface FeedOptions {
  readonly live: LiveReads;
  readonly clock: () => number;
  readonly eventId: string;
}

const retryMs = 500;

/** Reads one market in memory for all its topics, at most ten times a second. */
export class LiveFeed {
  private readonly topics = new Set<LiveTopic>();
  private timer: NodeJS.Timeout | null = null;
  private madeAt = Number.NEGATIVE_INFINITY;
  private until = Number.POSITIVE_INFINITY;

  constructor(private readonly options: FeedOptions) {}

  get isEmpty(): boolean {
    return this.topics.size === 0;
  }

  add(topic: LiveTopic): void {
    this.topics.add(topic);
  }

  remove(topic: LiveTopic): void {
    this.topics.delete(topic);
  }

  schedule(): void {
    if (this.timer) return;
    const pauseMs = Math.max(0, this.madeAt + streamBounds.bookGapMs - performance.now());
    this.timer = setTimeout(() => {
      this.timer = null;
      this.madeAt = performance.now();
      const read = [...this.topics].filter(topic => topic.isRead);
      this.refresh(read).catch(() => setTimeout(() => this.schedule(), retryMs).unref());
    }, pauseMs).unref();
  }

  /** Orders and markets also expire by the clock alone. */
  tick(now: number): void {
    if (now < this.until) return;
    this.until = Number.POSITIVE_INFINITY;
    this.schedule();
  }

  /** Shows the current market to these topics. */
  async refresh(topics: readonly LiveTopic[]): Promise<void> {
    if (topics.length === 0) return;
    const { live, eventId, clock } = this.options;
    const now = clock();
    const shapes = topics.flatMap(({ shape }) => (shape ? [shape] : []));
    const made = await live.each([eventId], {}, now, market => {
      const moment = new MarketMoment(market, now, shapes);
      this.until = moment.until;
      for (const topic of topics) topic.show(moment);
    });
    if (!made.has(eventId)) throw new Error(`event ${eventId} not found`);
  }
}

/** A topic that is built from the market in memory. */
export abstract class LiveTopic extends Topic {
  abstract readonly shape: LadderShape | null;

  constructor(
    channel: string,
    key: string,
    clock: () => number,
    private readonly feed: LiveFeed,
  ) {
    super(channel, key, clock);
    feed.add(this);
  }

  get isRead(): boolean {
    return this.readers.size > 0;
  }

  /** Sends the changes, if any. */
  abstract show(moment: MarketMoment): void;

  protected update(): void {
    this.feed.schedule();
  }

  protected refresh(): Promise<void> {
    return this.feed.refresh([this]);
  }

  override dispose(): void {
    this.feed.remove(this);
  }
}

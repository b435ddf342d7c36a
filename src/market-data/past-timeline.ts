import type { Store } from '../database/store.js';
import { displayedPrices } from '../engine/prices.js';
import type { EventRow } from '../events/store/rows.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import * as liveStore from '../exchange/store/live.js';
import type { TradeSteps } from '../exchange/store/rows.js';
import { Cache, SharedLoads } from '../kernel/cache.js';
import { hourMs } from '../kernel/time.js';

/** A market's figures at the start of a look-back. Later trades don't change them. */
export interface PastFigure {
  readonly priceBps: readonly number[];
  /** Credits traded before the start, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

interface Start extends PastFigure {
  /** The sequence of the last trade included. */
  readonly sequence: number;
  /** All trades up to this time are included. */
  readonly coveredUntil: number;
}

/** How far a figure may lag behind the start of its look-back. */
const maxLagMs = 10_000;
/** Exceeds the clock skew between nodes and database plus the longest commit. */
const marginMs = 60_000;

/**
 * The figures of a market after each of its trades, from one time on. A figure is a row of numbers in one array: time,
 * sequence, the price and the volume of each outcome. Objects would take four times the memory, and the collector would
 * have to visit them.
 */
export class PastTimeline {
  private readonly outcomes: number;
  private readonly width: number;
  private readonly numbers: number[];
  private coveredUntil: number;
  /** The figure found last, which is nearly always found again. */
  private latest: { readonly row: number; readonly figure: PastFigure } | null = null;

  constructor({ priceBps, outcomeVolumes, sequence, coveredUntil }: Start) {
    this.outcomes = priceBps.length;
    this.width = 2 + 2 * this.outcomes;
    // The start applies at any time before the first trade.
    this.numbers = [0, sequence, ...priceBps, ...outcomeVolumes];
    this.coveredUntil = coveredUntil;
  }

  /** The trades after the start. */
  get trades(): number {
    return this.numbers.length / this.width - 1;
  }

  /** The size of the timeline in memory, in numbers. */
  get weight(): number {
    return this.numbers.length;
  }

  get lastSequence(): number {
    return this.numbers[this.numbers.length - this.width + 1];
  }

  covers(at: number): boolean {
    return at <= this.coveredUntil + maxLagMs;
  }

  /**
   * Adds trades after the last one. An order may have several trades: if there are as many as the limit, the last order
   * may be incomplete and is read again later.
   */
  add(steps: TradeSteps, limit: number, now: number): void {
    const stepWidth = 4 + this.outcomes;
    const count = steps.length / stepWidth;
    const isComplete = count < limit;
    const incomplete = isComplete ? -1 : steps[(count - 1) * stepWidth];
    const after = this.lastSequence;
    for (let step = 0; step < steps.length; step += stepWidth) {
      const sequence = steps[step];
      if (sequence > after && sequence !== incomplete) this.push(steps, step);
    }
    const until = isComplete ? now - marginMs : this.numbers[this.numbers.length - this.width];
    this.coveredUntil = Math.max(this.coveredUntil, until);
  }

  figureAt(at: number): PastFigure {
    const row = this.rowAt(at);
    if (this.latest?.row === row) return this.latest.figure;
    const prices = row + 2;
    const volumes = prices + this.outcomes;
    const figure = {
      priceBps: this.numbers.slice(prices, volumes),
      outcomeVolumes: this.numbers.slice(volumes, volumes + this.outcomes),
    };
    this.latest = { row, figure };
    return figure;
  }

  /** Forgets what only earlier look-backs need. */
  startAt(at: number): void {
    const row = this.rowAt(at);
    if (row === 0) return;
    this.numbers.splice(0, row);
    this.latest = null;
  }

  /** Trades are in order of their sequence. Their times may differ by a little: a trade never precedes an earlier one. */
  private push(steps: TradeSteps, step: number): void {
    const last = this.numbers.length - this.width;
    const [sequence, at, outcome, credits] = [steps[step], steps[step + 1], steps[step + 2], steps[step + 3]];
    this.numbers.push(Math.max(at, this.numbers[last]), sequence);
    for (let index = 0; index < this.outcomes; index += 1) this.numbers.push(steps[step + 4 + index]);
    const volumes = last + 2 + this.outcomes;
    for (let index = 0; index < this.outcomes; index += 1) {
      this.numbers.push(this.numbers[volumes + index] + (index === outcome ? credits : 0));
    }
  }

  /** The position of the last row up to a time. */
  private rowAt(at: number): number {
    let [low, high] = [0, this.trades];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.numbers[middle * this.width] <= at) low = middle;
      else high = middle - 1;
    }
    return low * this.width;
  }
}

export function isQuiet({ market }: LiveMarket, since: number): boolean {
  return market.lastTradeAt === null || market.lastTradeAt <= since;
}

export function quietTimeline({ event, market }: LiveMarket, now: number): PastTimeline {
  return new PastTimeline({
    priceBps: market.lastTradeAt === null ? openingPrices(event) : market.priceBps,
    outcomeVolumes: market.outcomeVolumes,
    sequence: market.sequence,
    coveredUntil: now - marginMs,
  });
}

export function openingPrices({ openingShares, liquidity }: EventRow): readonly number[] {
  return displayedPrices(openingShares, liquidity);
}

/** The longest look-back of a request. */
const longestMs = 720 * hourMs;
const maxMarkets = 5_000;
/** Numbers of all timelines together, at eight bytes each. */
const maxTotalWeight = 2_000_000;

export interface TimelineLimits {
  /**
   * The maximum number of trades per timeline. A market with more of them within the longest look-back has no timeline
   * for the newest.
   */
  readonly maxTrades: number;
  /** Trades per query, so that no other request waits long while they are parsed. */
  readonly maxTradesPerLoad: number;
}

const usualLimits: TimelineLimits = { maxTrades: 2_000, maxTradesPerLoad: 4_000 };

/** Divides markets into groups with a bounded number of trades each. */
function* inLoads(
  markets: readonly LiveMarket[],
  { maxTrades, maxTradesPerLoad }: TimelineLimits,
): Generator<LiveMarket[]> {
  let group: LiveMarket[] = [];
  let trades = 0;
  for (const live of markets) {
    const more = Math.min(live.market.trades, maxTrades) + 1;
    if (group.length > 0 && trades + more > maxTradesPerLoad) {
      yield group;
      group = [];
      trades = 0;
    }
    group.push(live);
    trades += more;
  }
  if (group.length > 0) yield group;
}

/**
 * The trades of markets within the longest look-back, from which the figures of every shorter one are derived without a
 * query.
 */
export class TradeTimelines {
  private readonly timelines = new Cache<PastTimeline>({
    maxEntries: maxMarkets,
    maxWeight: maxTotalWeight,
    weightOf: ({ weight }) => weight,
  });
  private readonly loads = new SharedLoads(1);

  constructor(
    private readonly store: Pick<Store, 'read'>,
    private readonly limits: TimelineLimits = usualLimits,
  ) {}

  /** Returns the figure at a time; null if the timeline does not cover it. */
  find(eventId: string, at: number, now: number): PastFigure | null {
    const timeline = this.timelines.get(eventId);
    if (!timeline?.covers(at)) return null;
    timeline.startAt(now - longestMs);
    return timeline.figureAt(at);
  }

  /** Loads or extends the timelines that do not cover a time and have room for it. */
  async load(markets: readonly LiveMarket[], at: number, now: number): Promise<void> {
    const missing = new Map<string, LiveMarket>();
    for (const live of markets) {
      const timeline = this.timelines.get(live.event.id);
      const isFull = timeline !== undefined && timeline.trades >= this.limits.maxTrades - 1;
      if (!isFull && !this.find(live.event.id, at, now)) missing.set(live.event.id, live);
    }
    if (missing.size === 0) return;
    await this.loads.run(missing.keys(), async ids => {
      const wanted = ids.map(id => missing.get(id) as LiveMarket);
      for (const group of inLoads(wanted, this.limits)) await this.loadGroup(group, now);
    });
  }

  private async loadGroup(markets: readonly LiveMarket[], now: number): Promise<void> {
    const { maxTrades } = this.limits;
    const timelines = await this.openTimelines(markets, now);
    const filters = [...timelines].map(([eventId, timeline]) => ({ eventId, afterSequence: timeline.lastSequence }));
    const steps = await this.store.read(reader => liveStore.steps(reader, filters, maxTrades));
    for (const [eventId, timeline] of timelines) {
      timeline.add(steps.get(eventId) ?? [], maxTrades, now);
      this.timelines.set(eventId, timeline);
    }
  }

  /** The timelines that are cached, and new ones from the start of the longest look-back. */
  private async openTimelines(markets: readonly LiveMarket[], now: number): Promise<Map<string, PastTimeline>> {
    const timelines = new Map<string, PastTimeline>();
    const events = new Map<string, EventRow>();
    for (const { event } of markets) {
      const cached = this.timelines.get(event.id);
      if (cached) timelines.set(event.id, cached);
      else events.set(event.id, event);
    }
    if (events.size === 0) return timelines;
    const start = now - longestMs;
    const rows = await this.store.read(reader => liveStore.past(reader, [...events.keys()], start));
    for (const { eventId, sequence, priceBps, outcomeVolumes } of rows) {
      const prices = priceBps ?? openingPrices(events.get(eventId) as EventRow);
      timelines.set(eventId, new PastTimeline({ priceBps: prices, outcomeVolumes, sequence, coveredUntil: start }));
    }
    return timelines;
  }
}

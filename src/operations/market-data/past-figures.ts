import { hourMs } from '../../domain/durations.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { isQuiet, openingPrices, type PastFigure, PastTimeline, quietTimeline } from './past-timeline.js';
import { TimelineCache } from './timeline-cache.js';
import { type TimelineLimits, TradeTimelines } from './trade-timelines.js';

const maxTimelines = 10_000;
const maxTotalWeight = 1_000_000;
/** Trades read ahead per market. */
const tradesAhead = 50;
/** The default look-back, used by nearly every request: its figures are always cached. */
const usualHours = 24;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;

/**
 * Prices and volumes at the start of look-backs. The first read of a market aggregates its trades; after that the start
 * advances one trade at a time, so a market costs one query per fifty trades. Other look-backs are read from the
 * timelines of the markets, so that a caller who changes the look-back with every request costs no more than others.
 */
export class PastFigures {
  /** By market and look-back. */
  private readonly starts = new TimelineCache(maxTimelines, maxTotalWeight);
  private readonly loads = new SharedLoads(2);
  private readonly timelines: TradeTimelines;

  constructor(
    private readonly store: Pick<Store, 'read'>,
    limits?: TimelineLimits,
  ) {
    this.timelines = new TradeTimelines(store, limits);
  }

  /** Returns null if the figure must be loaded first. */
  find(eventId: string, hours: number, now: number): PastFigure | null {
    const timeline = this.starts.get(keyOf(eventId, hours));
    const at = now - hours * hourMs;
    if (!timeline?.covers(at)) return this.timelines.find(eventId, at, now);
    timeline.startAt(at);
    return timeline.figureAt(at);
  }

  async load(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const missing = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (this.find(live.event.id, hours, now)) continue;
      if (isQuiet(live, now - hours * hourMs)) this.cache(live.event.id, hours, quietTimeline(live, now));
      else missing.set(keyOf(live.event.id, hours), live);
    }
    if (hours !== usualHours) await this.loadTimelines(missing, hours, now);
    if (missing.size === 0) return;
    await this.loads.run(missing.keys(), async keys => {
      const wanted = keys.map(key => missing.get(key) as LiveMarket);
      await this.readAhead(wanted, hours, now);
      const uncovered = wanted.filter(live => !this.find(live.event.id, hours, now));
      if (uncovered.length > 0) await this.loadStarts(uncovered, hours, now);
    });
  }

  /** Removes the markets whose timeline covers the figure. */
  private async loadTimelines(missing: Map<string, LiveMarket>, hours: number, now: number): Promise<void> {
    if (missing.size === 0) return;
    await this.timelines.load([...missing.values()], now - hours * hourMs, now);
    for (const [key, { event }] of missing) if (this.find(event.id, hours, now)) missing.delete(key);
  }

  private cache(eventId: string, hours: number, timeline: PastTimeline): void {
    this.starts.set(keyOf(eventId, hours), timeline);
  }

  /** Other look-backs than the usual one are read ahead only when they are read again. */
  private async loadStarts(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const at = now - hours * hourMs;
    const events = new Map(markets.map(({ event }) => [event.id, event]));
    const rows = await this.store.read(reads => reads.live.past([...events.keys()], at));
    for (const { eventId, sequence, priceBps, outcomeVolumes } of rows) {
      const prices = priceBps ?? openingPrices(events.get(eventId) as EventRow);
      const start = { priceBps: prices, outcomeVolumes, sequence, coveredUntil: at };
      this.cache(eventId, hours, new PastTimeline(start));
    }
    if (hours === usualHours) await this.readAhead(markets, hours, now);
  }

  /** Extends the timelines of markets that have one. */
  private async readAhead(markets: readonly LiveMarket[], hours: number, now: number): Promise<void> {
    const timelines = new Map(
      markets.flatMap(({ event }) => {
        const timeline = this.starts.get(keyOf(event.id, hours));
        return timeline ? [[event.id, timeline] as const] : [];
      }),
    );
    if (timelines.size === 0) return;
    const filters = [...timelines].map(([eventId, timeline]) => ({ eventId, afterSequence: timeline.lastSequence }));
    const steps = await this.store.read(reads => reads.live.steps(filters, tradesAhead));
    for (const [eventId, timeline] of timelines) {
      timeline.add(steps.get(eventId) ?? [], tradesAhead, now);
      this.cache(eventId, hours, timeline);
    }
  }
}

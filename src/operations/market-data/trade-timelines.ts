import { hourMs } from '../../domain/durations.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { openingPrices, type PastFigure, PastTimeline } from './past-timeline.js';
import { TimelineCache } from './timeline-cache.js';

/** The longest look-back of a request. */
const longestMs = 720 * hourMs;
const maxMarkets = 5_000;
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
  private readonly timelines = new TimelineCache(maxMarkets, maxTotalWeight);
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
    const steps = await this.store.read(reads => reads.live.steps(filters, maxTrades));
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
    const rows = await this.store.read(reads => reads.live.past([...events.keys()], start));
    for (const { eventId, sequence, priceBps, outcomeVolumes } of rows) {
      const prices = priceBps ?? openingPrices(events.get(eventId) as EventRow);
      timelines.set(eventId, new PastTimeline({ priceBps: prices, outcomeVolumes, sequence, coveredUntil: start }));
    }
    return timelines;
  }
}

import { BoundedMap } from '../../domain/bounded-map.js';
import { hourMs } from '../../domain/durations.js';
import type { TradeStep } from '../../store/market-data/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { addSteps, advance, type Base, figureAt, maxLagMs, openingPrices, type PastFigure } from './past-base.js';

/** The longest look-back of a request. */
const longestMs = 720 * hourMs;
/**
 * The maximum number of trades per timeline. A market with more of them within the longest look-back has no timeline.
 */
const maxSteps = 400;
const maxMarkets = 5_000;
/** Trades of all timelines together, at about 200 bytes each. */
const maxTotalSteps = 200_000;

interface Timeline {
  readonly base: Base;
  /** Fixed while the timeline is cached. */
  readonly weight: number;
}

/**
 * The trades of markets within the longest look-back, from which the figures of every shorter one are derived without a
 * query.
 */
export class TradeTimelines {
  private readonly timelines = new BoundedMap<Timeline>(maxMarkets, {
    max: maxTotalSteps,
    weightOf: (_key, { weight }) => weight,
  });
  private readonly loads = new SharedLoads(1);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  /** Returns the figure at a time; null if the timeline does not cover it. */
  find(eventId: string, at: number, now: number): PastFigure | null {
    const base = this.timelines.get(eventId)?.base;
    if (!base || at > base.coveredUntil + maxLagMs) return null;
    advance(base, now - longestMs);
    return figureAt(base, at);
  }

  /** Loads or extends the timelines that do not cover a time and have room for it. */
  async load(markets: readonly LiveMarket[], at: number, now: number): Promise<void> {
    const missing = new Map<string, LiveMarket>();
    for (const live of markets) {
      const base = this.timelines.get(live.event.id)?.base;
      const isFull = base !== undefined && base.steps.length >= maxSteps - 1;
      if (!isFull && !this.find(live.event.id, at, now)) missing.set(live.event.id, live);
    }
    if (missing.size === 0) return;
    await this.loads.run(missing.keys(), async ids => {
      const wanted = ids.map(id => missing.get(id) as LiveMarket);
      const bases = await this.openBases(wanted, now);
      const filters = [...bases].map(([eventId, { sequence, steps }]) => ({
        eventId,
        afterSequence: steps.at(-1)?.sequence ?? sequence,
      }));
      const rows = await this.store.read(reads => reads.live.steps(filters, maxSteps));
      const byEvent = new Map<string, TradeStep[]>([...bases.keys()].map(eventId => [eventId, []]));
      for (const row of rows) byEvent.get(row.eventId)?.push(row);
      for (const [eventId, base] of bases) {
        addSteps(base, byEvent.get(eventId) ?? [], maxSteps, now);
        this.timelines.set(eventId, { base, weight: base.steps.length + 1 });
      }
    });
  }

  /** The bases that are cached, and new ones from the start of the longest look-back. */
  private async openBases(markets: readonly LiveMarket[], now: number): Promise<Map<string, Base>> {
    const bases = new Map<string, Base>();
    const events = new Map<string, EventRow>();
    for (const { event } of markets) {
      const cached = this.timelines.get(event.id);
      if (cached) bases.set(event.id, cached.base);
      else events.set(event.id, event);
    }
    if (events.size === 0) return bases;
    const start = now - longestMs;
    const rows = await this.store.read(reads => reads.live.past([...events.keys()], start));
    for (const { eventId, sequence, priceBps, outcomeVolumes } of rows) {
      bases.set(eventId, {
        priceBps: priceBps ?? openingPrices(events.get(eventId) as EventRow),
        outcomeVolumes: [...outcomeVolumes],
        sequence,
        steps: [],
        coveredUntil: start,
      });
    }
    return bases;
  }
}

import type { Store } from '../database/store.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { Cache, isFresh, SharedLoads } from '../kernel/cache.js';
import { hourMs } from '../kernel/time.js';
import * as figureStore from './store/market-figures.js';
import type { MarketFlow } from './store/rows.js';

/** The maximum number of trades per market for flow figures, newest first. */
export const maxFlowTrades = 5_000;
const maxCached = 5_000;
const ttlMs = 10_000;

interface CachedFlow {
  readonly at: number;
  /** The sequence of the market's newest trade; 0 if it has none. */
  readonly newest: number;
  readonly flow: MarketFlow;
}

interface CachedCount {
  readonly at: number;
  readonly forecasters: number;
}

const newestOf = ({ trades }: LiveMarket) => trades[0]?.sequence ?? 0;
const nothing = (eventId: string): MarketFlow => ({
  eventId,
  outcomes: [],
  trades: 0,
  traders: 0,
  largest: 0,
  oldestAt: Number.POSITIVE_INFINITY,
});

/** Figures change with a new trade, and with time when a trade leaves the look-back. */
function isCurrent({ at, newest, flow }: CachedFlow, live: LiveMarket, from: number, now: number): boolean {
  return newest === newestOf(live) && (flow.oldestAt > from || isFresh(at, now, ttlMs));
}

/**
 * Traded amounts of incoming orders over look-backs, for the trades of a given market state. The look-back may end up
 * to ten seconds ago; a trade that enters or leaves the look-back invalidates a figure.
 */
export class FlowFigures {
  private readonly cached = new Cache<CachedFlow>({ maxEntries: maxCached });
  private readonly counts = new Cache<CachedCount>({ maxEntries: maxCached });
  private readonly loads = new SharedLoads(2);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  /** Returns the figures of each market by its id. */
  async read(markets: readonly LiveMarket[], hours: number, now: number): Promise<Map<string, MarketFlow>> {
    const flows = new Map<string, MarketFlow>();
    const missing = new Map<string, LiveMarket>();
    const from = now - hours * hourMs;
    for (const live of markets) {
      const { event, market } = live;
      const key = `${event.id} ${hours} ${newestOf(live)}`;
      const cached = this.cached.get(`${event.id} ${hours}`);
      if ((market.lastTradeAt ?? 0) <= from) flows.set(event.id, nothing(event.id));
      else if (cached && isCurrent(cached, live, from, now)) flows.set(event.id, cached.flow);
      else missing.set(key, live);
    }
    if (missing.size === 0) return flows;
    await this.loads.run(missing.keys(), async keys => {
      const wanted = keys.map(key => missing.get(key) as LiveMarket);
      const states = wanted.map(({ event, market }) => ({ eventId: event.id, upTo: market.sequence }));
      const rows = await this.store.read(reader =>
        figureStore.flows(reader, { markets: states, from, maxTrades: maxFlowTrades }),
      );
      const byEvent = new Map(rows.map(row => [row.eventId, row]));
      for (const live of wanted) {
        const flow = byEvent.get(live.event.id) ?? nothing(live.event.id);
        this.cached.set(`${live.event.id} ${hours}`, { at: now, newest: newestOf(live), flow });
      }
    });
    for (const { event } of missing.values()) {
      flows.set(event.id, this.cached.get(`${event.id} ${hours}`)?.flow ?? nothing(event.id));
    }
    return flows;
  }

  /** Returns the number of forecasters on each market, at most ten seconds old. */
  async forecasters(eventIds: readonly string[], now: number): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const missing: string[] = [];
    for (const id of eventIds) {
      const cached = this.counts.get(id);
      if (cached && isFresh(cached.at, now, ttlMs)) counts.set(id, cached.forecasters);
      else missing.push(id);
    }
    if (missing.length === 0) return counts;
    const forecastersByEvent = await this.store.read(reader => figureStore.forecasters(reader, missing));
    for (const id of missing) {
      const forecasters = forecastersByEvent.get(id) ?? 0;
      this.counts.set(id, { at: now, forecasters });
      counts.set(id, forecasters);
    }
    return counts;
  }
}

export interface IntelligenceServices {
  readonly intelligence: { readonly flows: FlowFigures };
}

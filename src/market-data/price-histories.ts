import type { Store } from '../database/store.js';
import { type LiveMarket, recentTrades } from '../exchange/live/live-market.js';
import * as liveStore from '../exchange/store/live.js';
import type { LiveTrade, PricePoint } from '../exchange/store/rows.js';
import { Cache, isFresh, SharedLoads } from '../kernel/cache.js';
import { hourMs } from '../kernel/time.js';
import type { PastFigures } from './trade-history.js';

/** Prices at even intervals over a look-back, up to the sequence of a given market state. */
export interface PriceHistory {
  /** The end of the look-back. */
  readonly at: number;
  readonly spanMs: number;
  /** Prices by outcome at each interval's edge, from the start of the look-back to its end. */
  readonly priceBps: readonly (readonly number[])[];
  /** Public trades within the look-back, at most `maxTrades`. */
  readonly trades: number;
}

interface CachedHistory extends PriceHistory {
  /** The sequence of the market's newest trade; 0 if it has none. */
  readonly newest: number;
}

/** Intervals per look-back. */
export const historySpans = 96;
const maxHistories = 2_000;
const maxTrades = 5_000;
const ttlMs = 10_000;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;
const newestOf = ({ trades }: LiveMarket) => trades[0]?.sequence ?? 0;

/** Intervals without trades repeat the previous price. */
function fillSpans(
  start: readonly number[],
  points: readonly PricePoint[],
  end: readonly number[],
): (readonly number[])[] {
  const prices: (readonly number[])[] = new Array(historySpans + 1);
  prices[0] = start;
  for (const { span, priceBps } of points) if (span >= 0 && span < historySpans) prices[span + 1] = priceBps;
  for (let index = 1; index <= historySpans; index += 1) prices[index] ??= prices[index - 1];
  prices[historySpans] = end;
  return prices;
}

/** Returns a market's trades after a sequence, oldest first; null if some are no longer in memory. */
function tradesAfter({ trades }: LiveMarket, sequence: number): LiveTrade[] | null {
  const newer = trades.filter(trade => trade.sequence > sequence).reverse();
  return newer.length < recentTrades ? newer : null;
}

function withTrades(
  cached: CachedHistory,
  trades: readonly LiveTrade[],
  live: LiveMarket,
  hours: number,
): CachedHistory {
  const prices = [...cached.priceBps];
  const from = cached.at - hours * hourMs;
  for (const { at, pricesBps } of trades) {
    const span = Math.max(0, Math.floor((at - from) / cached.spanMs));
    prices.fill(pricesBps, Math.min(span + 1, historySpans));
  }
  const count = trades.filter(({ at }) => at > from).length;
  return {
    ...cached,
    priceBps: prices,
    trades: Math.min(maxTrades, cached.trades + count),
    newest: newestOf(live),
  };
}

/**
 * Price histories from the newest public trades. The look-back may end up to ten seconds ago, but a history has exactly
 * the trades of the market state it is read for.
 */
export class PriceHistories {
  private readonly cached = new Cache<CachedHistory>({ maxEntries: maxHistories });
  /** Histories by market state: they stay valid for that state after the market has changed. */
  private readonly byState = new WeakMap<LiveMarket, Map<number, PriceHistory>>();
  private readonly loads = new SharedLoads(1);

  constructor(
    private readonly store: Pick<Store, 'read'>,
    private readonly past: PastFigures,
  ) {}

  /** Returns null if the history must be loaded first. */
  find(live: LiveMarket, hours: number, now: number): PriceHistory | null {
    const stateHistory = this.byState.get(live)?.get(hours);
    if (stateHistory && isFresh(stateHistory.at, now, ttlMs)) return stateHistory;
    const cached = this.cached.get(keyOf(live.event.id, hours));
    if (!cached || !isFresh(cached.at, now, ttlMs)) return null;
    const history = this.advance(cached, live, hours);
    if (!history) return null;
    const byHours = this.byState.get(live) ?? new Map<number, PriceHistory>();
    this.byState.set(live, byHours.set(hours, history));
    return history;
  }

  async load(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const missing = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (!this.find(live, hours, now)) missing.set(keyOf(live.event.id, hours), live);
    }
    if (missing.size === 0) return;
    await this.past.load(missing.values(), hours, now);
    await this.loads.run(missing.keys(), async keys => {
      const wanted = keys.map(key => missing.get(key) as LiveMarket);
      const from = now - hours * hourMs;
      const spanMs = (hours * hourMs) / historySpans;
      const traded = wanted
        .filter(({ market }) => (market.lastTradeAt ?? 0) > from)
        .map(({ event, market }) => ({ eventId: event.id, upTo: market.sequence }));
      const rows =
        traded.length === 0
          ? null
          : await this.store.read(reader => liveStore.points(reader, { markets: traded, from, spanMs, maxTrades }));
      for (const live of wanted) {
        const { event, market } = live;
        const points = rows?.get(event.id) ?? [];
        const start = this.past.find(event.id, hours, now)?.priceBps ?? market.priceBps;
        const trades = points.reduce((sum, point) => sum + point.trades, 0);
        const priceBps = fillSpans(start, points, market.priceBps);
        this.cached.set(keyOf(event.id, hours), { at: now, spanMs, priceBps, trades, newest: newestOf(live) });
      }
    });
  }

  /** Adds the trades since to a cached history; null if they are not all in memory. */
  private advance(cached: CachedHistory, live: LiveMarket, hours: number): CachedHistory | null {
    const newest = newestOf(live);
    if (newest === cached.newest) return cached;
    const trades = newest > cached.newest ? tradesAfter(live, cached.newest) : null;
    if (!trades) return null;
    const advanced = withTrades(cached, trades, live, hours);
    this.cached.set(keyOf(live.event.id, hours), advanced);
    return advanced;
  }
}

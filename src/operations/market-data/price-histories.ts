import { hourMs } from '../../domain/durations.js';
import type { LiveTrade, PricePoint } from '../../store/market-data/interface.js';
import type { Store } from '../../store/store.js';
import { BoundedMap, SharedLoads } from '../cache/shared-loads.js';
import { type LiveMarket, recentTrades } from '../exchange/live/live-market.js';
import type { PastFigures } from './past-figures.js';

/** Prices at even distances over a look-back, up to the sequence of the market that it was asked for. */
export interface PriceHistory {
  /** When it was taken. */
  readonly at: number;
  readonly spanMs: number;
  /** One list of prices for each moment, from the beginning of the look-back to now. */
  readonly priceBps: readonly (readonly number[])[];
  /** Public trades within the look-back, as far as they were looked at. */
  readonly trades: number;
}

interface CachedHistory extends PriceHistory {
  /** The sequence of the newest trade in the market; 0 where there is none. */
  readonly newest: number;
}

/** A look-back is divided into so many spans. */
export const historySpans = 96;
const maxHistories = 2_000;
const maxTrades = 5_000;
const keptMs = 10_000;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;
const newestOf = ({ trades }: LiveMarket) => trades[0]?.sequence ?? 0;

/** Where nothing was traded the price stands still. */
function fill(start: readonly number[], points: readonly PricePoint[], end: readonly number[]): (readonly number[])[] {
  const prices: (readonly number[])[] = new Array(historySpans + 1);
  prices[0] = start;
  for (const { span, priceBps } of points) if (span >= 0 && span < historySpans) prices[span + 1] = priceBps;
  for (let index = 1; index <= historySpans; index += 1) prices[index] ??= prices[index - 1];
  prices[historySpans] = end;
  return prices;
}

/** The trades of a market behind a sequence, oldest first; null where it does not have all of them at hand. */
function tradesBehind({ trades }: LiveMarket, sequence: number): LiveTrade[] | null {
  const found = trades.filter(trade => trade.sequence > sequence).reverse();
  return found.length < recentTrades ? found : null;
}

function withTrades(kept: CachedHistory, trades: readonly LiveTrade[], live: LiveMarket, hours: number): CachedHistory {
  const prices = [...kept.priceBps];
  const from = kept.at - hours * hourMs;
  for (const { at, pricesBps } of trades) {
    const span = Math.max(0, Math.floor((at - from) / kept.spanMs));
    prices.fill(pricesBps, Math.min(span + 1, historySpans));
  }
  const count = trades.filter(({ at }) => at > from).length;
  return {
    ...kept,
    priceBps: prices,
    trades: Math.min(maxTrades, kept.trades + count),
    newest: newestOf(live),
  };
}

/**
 * Price histories from the newest public trades. What time takes away from them is at most ten seconds late, but no trade
 * that a market has is missing, and none is there that it does not have.
 */
export class PriceHistories {
  private readonly kept = new BoundedMap<CachedHistory>(maxHistories);
  /** What was found for a state of a market holds for it, though the market has moved on. */
  private readonly found = new WeakMap<LiveMarket, Map<number, PriceHistory>>();
  private readonly loads = new SharedLoads(1);

  constructor(
    private readonly store: Pick<Store, 'read'>,
    private readonly past: PastFigures,
  ) {}

  /** Null: it has to be learnt first. */
  find(live: LiveMarket, hours: number, now: number): PriceHistory | null {
    const fresh = (history: PriceHistory | undefined) => history && Math.abs(now - history.at) < keptMs;
    const own = this.found.get(live)?.get(hours);
    if (own && fresh(own)) return own;
    const kept = this.kept.get(keyOf(live.event.id, hours));
    if (!kept || !fresh(kept)) return null;
    const history = this.moveOn(kept, live, hours);
    if (!history) return null;
    const all = this.found.get(live) ?? new Map<number, PriceHistory>();
    this.found.set(live, all.set(hours, history));
    return history;
  }

  async load(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const unknown = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (!this.find(live, hours, now)) unknown.set(keyOf(live.event.id, hours), live);
    }
    if (unknown.size === 0) return;
    await this.past.load(unknown.values(), hours, now);
    await this.loads.run(unknown.keys(), async keys => {
      const wanted = keys.map(key => unknown.get(key) as LiveMarket);
      const from = now - hours * hourMs;
      const spanMs = (hours * hourMs) / historySpans;
      const traded = wanted
        .filter(({ market }) => (market.lastTradeAt ?? 0) > from)
        .map(({ event, market }) => ({ eventId: event.id, upTo: market.sequence }));
      const rows =
        traded.length === 0
          ? []
          : await this.store.read(reads => reads.live.points({ markets: traded, from, spanMs, maxTrades }));
      for (const live of wanted) {
        const { event, market } = live;
        const points = rows.filter(row => row.eventId === event.id);
        const start = this.past.find(event.id, hours, now)?.priceBps ?? market.priceBps;
        const trades = points.reduce((sum, point) => sum + point.trades, 0);
        const priceBps = fill(start, points, market.priceBps);
        this.kept.set(keyOf(event.id, hours), { at: now, spanMs, priceBps, trades, newest: newestOf(live) });
      }
    });
  }

  /** The same history with the trades that the market has had since; null where it can't be told from what is at hand. */
  private moveOn(kept: CachedHistory, live: LiveMarket, hours: number): CachedHistory | null {
    const newest = newestOf(live);
    if (newest === kept.newest) return kept;
    const trades = newest > kept.newest ? tradesBehind(live, kept.newest) : null;
    if (!trades) return null;
    const moved = withTrades(kept, trades, live, hours);
    this.kept.set(keyOf(live.event.id, hours), moved);
    return moved;
  }
}

import type { PricePoint } from '../../store/live-store.js';
import type { Store } from '../../store/store.js';
import type { LiveMarket } from './live-market.js';
import type { PastFigures } from './past-figures.js';
import { BoundedMap, SharedLoads } from './shared-loads.js';

/** Prices at even distances over a look-back. */
export interface PriceHistory {
  /** When it was taken. */
  readonly at: number;
  readonly spanMs: number;
  /** One list of prices for each moment, from the beginning of the look-back to now. */
  readonly priceBps: readonly (readonly number[])[];
  /** Public trades within the look-back, as far as they were looked at. */
  readonly trades: number;
}

const hourMs = 3_600_000;
/** A look-back is divided into so many spans. */
export const historySpans = 96;
const mostHistories = 2_000;
const mostTrades = 5_000;
const keptMs = 10_000;

const keyOf = (eventId: string, hours: number) => `${eventId} ${hours}`;

/** Where nothing was traded the price stands still. */
function fill(start: readonly number[], points: readonly PricePoint[], end: readonly number[]): (readonly number[])[] {
  const prices: (readonly number[])[] = new Array(historySpans + 1);
  prices[0] = start;
  for (const { span, priceBps } of points) if (span >= 0 && span < historySpans) prices[span + 1] = priceBps;
  for (let index = 1; index <= historySpans; index += 1) prices[index] ??= prices[index - 1];
  prices[historySpans] = end;
  return prices;
}

/** Price histories from the newest public trades, at most ten seconds old. */
export class PriceHistories {
  private readonly kept = new BoundedMap<PriceHistory>(mostHistories);
  private readonly loads = new SharedLoads(1);

  constructor(
    private readonly store: Pick<Store, 'read'>,
    private readonly past: PastFigures,
  ) {}

  find(eventId: string, hours: number, now: number): PriceHistory | null {
    const history = this.kept.get(keyOf(eventId, hours));
    return history && Math.abs(now - history.at) < keptMs ? history : null;
  }

  async learn(markets: Iterable<LiveMarket>, hours: number, now: number): Promise<void> {
    const unknown = new Map<string, LiveMarket>();
    for (const live of markets) {
      if (!this.find(live.event.id, hours, now)) unknown.set(keyOf(live.event.id, hours), live);
    }
    if (unknown.size === 0) return;
    await this.past.learn(unknown.values(), hours, now);
    await this.loads.run(unknown.keys(), async keys => {
      const wanted = keys.map(key => unknown.get(key) as LiveMarket);
      const from = now - hours * hourMs;
      const spanMs = (hours * hourMs) / historySpans;
      const traded = wanted.filter(({ market }) => (market.lastTradeAt ?? 0) > from).map(({ event }) => event.id);
      const rows =
        traded.length === 0
          ? []
          : await this.store.read(reads => reads.live.points({ eventIds: traded, from, spanMs, mostTrades }));
      for (const { event, market } of wanted) {
        const points = rows.filter(row => row.eventId === event.id);
        const start = this.past.find(event.id, hours, now)?.priceBps ?? market.priceBps;
        const trades = points.reduce((sum, point) => sum + point.trades, 0);
        const priceBps = fill(start, points, market.priceBps);
        this.kept.set(keyOf(event.id, hours), { at: now, spanMs, priceBps, trades });
      }
    });
  }
}

import type { Pool } from '../../src/database/pool.js';

export interface RebuiltCandle {
  readonly start: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeCredits: number;
  readonly trades: number;
}

interface RecordedTrade {
  readonly at: Date;
  readonly outcome: number;
  readonly credits: number;
  readonly prices: readonly number[];
}

/** Candles by their definition, from the public trades in the order of the market sequence. */
export async function rebuildCandles(
  pool: Pool,
  eventId: string,
  outcome: number,
  seconds: number,
  opening: number,
): Promise<RebuiltCandle[]> {
  const trades = await pool<RecordedTrade[]>`
    select at, outcome, credits, prices_bps as prices from readable_fills
    where event_id = ${eventId} and public order by sequence, id`;
  const candles = new Map<number, RebuiltCandle>();
  let price = opening;
  for (const trade of trades) {
    const span = seconds * 1000;
    const start = Math.floor(trade.at.getTime() / span) * span;
    const before = candles.get(start) ?? {
      ...{ start: new Date(start).toISOString(), open: price, high: price, low: price },
      ...{ close: price, volumeCredits: 0, trades: 0 },
    };
    price = trade.prices[outcome];
    const own = trade.outcome === outcome;
    candles.set(start, {
      ...before,
      high: Math.max(before.high, price),
      low: Math.min(before.low, price),
      close: price,
      volumeCredits: Math.round(before.volumeCredits * 1e6 + (own ? trade.credits : 0)) / 1e6,
      trades: before.trades + (own ? 1 : 0),
    });
  }
  return [...candles.values()].sort((a, b) => (a.start < b.start ? -1 : 1));
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candle, type CandleSet, fillGaps, foldTrades, type PublicTrade, readTimeframe } from './candles.js';

const opening = [5000, 3000, 2000];

interface Step extends Pick<PublicTrade, 'outcome' | 'credits' | 'pricesBps'> {
  readonly wait: number;
}

/** Each step is a trade: the delay since the last, the outcome, the cost and the resulting prices. */
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    // Clocks may go back a little.
    wait: fc.integer({ min: -5_000, max: 4_000_000 }),
    outcome: fc.integer({ min: 0, max: 2 }),
    credits: fc.integer({ min: 1, max: 1_000_000_000 }),
    pricesBps: fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 3, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 60 },
);

function tradesOf(made: readonly Step[]): PublicTrade[] {
  let at = Date.parse('2026-03-17T23:00:00Z');
  return made.map(({ wait, ...trade }, index) => {
    at += wait;
    return { ...trade, at, sequence: index + 2 };
  });
}

/** The literal definition: one pass over all trades for each width and outcome. */
function naive(trades: readonly PublicTrade[], outcome: number, seconds: number): Candle[] {
  const starts = [...new Set(trades.map(trade => Math.floor(trade.at / (seconds * 1000)) * seconds * 1000))];
  return starts
    .sort((a, b) => a - b)
    .map(start => {
      const inside = trades.filter(trade => trade.at >= start && trade.at < start + seconds * 1000);
      const before = trades[trades.indexOf(inside[0]) - 1];
      const open = (before?.pricesBps ?? opening)[outcome];
      const prices = [open, ...inside.map(trade => trade.pricesBps[outcome])];
      const own = inside.filter(trade => trade.outcome === outcome);
      return {
        start,
        open,
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices[prices.length - 1],
        volume: own.reduce((sum, trade) => sum + trade.credits, 0),
        trades: own.length,
      };
    });
}

function candleOf(set: CandleSet, outcome: number): Candle {
  const [open, high, low, close] = [set.open, set.high, set.low, set.close].map(values => values[outcome]);
  return { start: set.start, open, high, low, close, volume: set.volumes[outcome], trades: set.trades[outcome] };
}

/** Folds in several steps, as reads in between would. */
function foldInPieces(trades: readonly PublicTrade[], sizes: readonly number[]): CandleSet[] {
  const kept = new Map<string, CandleSet>();
  let prices: readonly number[] = opening;
  let index = 0;
  for (let turn = 0; index < trades.length; turn += 1) {
    const piece = trades.slice(index, index + sizes[turn % sizes.length]);
    index += piece.length;
    const folded = foldTrades(prices, [...kept.values()], piece);
    prices = folded.prices;
    for (const set of folded.candles) kept.set(`${set.seconds} ${set.start}`, set);
  }
  return [...kept.values()].sort((a, b) => a.start - b.start);
}

describe('candles', () => {
  it('folded in pieces equal those of all trades at once, in every stored width', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (made, sizes) => {
        const trades = tradesOf(made);
        const sets = foldInPieces(trades, sizes);
        for (const seconds of [60, 3600, 86_400]) {
          for (const outcome of [0, 1, 2]) {
            const own = sets.filter(set => set.seconds === seconds).map(set => candleOf(set, outcome));
            expect(own).toEqual(naive(trades, outcome, seconds));
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are filled with constant prices', () => {
    const traded = { start: 120_000, open: 5000, high: 6000, low: 4900, close: 5800, volume: 7, trades: 1 };
    const flat = (start: number, price: number) => {
      return { start, open: price, high: price, low: price, close: price, volume: 0, trades: 0 };
    };
    expect(fillGaps([traded], { first: 60_000, last: 240_000, seconds: 60, price: 5000 })).toEqual([
      flat(60_000, 5000),
      traded,
      flat(180_000, 5800),
      flat(240_000, 5800),
    ]);
  });

  it('of the whole period have the finest width that fits on a page', () => {
    const widthOf = (hours: number) => {
      return readTimeframe('all', { opensAt: 0, until: hours * 3_600_000 }, 200).width;
    };
    expect([1, 4, 30, 100, 700, 5000].map(widthOf)).toEqual(['1m', '5m', '15m', '1h', '4h', '1d']);
    const week = { opensAt: 0, until: 700 * 3_600_000 };
    expect(readTimeframe('7d', week, 200)).toEqual({ from: (700 - 168) * 3_600_000, width: '1h' });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grant, mustPlace, openDesk } from '../../engine/testing/memory-desk.js';
import { correlationOf, imbalanceOf, kellyOf, movesOf, volatilityOf } from './quant.js';

const hour = 3_600_000;

describe('moves and volatility', () => {
  it('measure price changes', () => {
    expect(movesOf([5000, 5200, 5100, 5600, 5550])).toEqual({
      changeBps: 550,
      highBps: 5600,
      lowBps: 5000,
      largestStepBps: 500,
    });
    expect(movesOf([4000, 4000])).toEqual({ changeBps: 0, highBps: 4000, lowBps: 4000, largestStepBps: 0 });
  });

  it('scale with the square root of time', () => {
    // 24 changes of 100 bps, one each hour: 100 · √24 a day.
    const series = Array.from({ length: 25 }, (_value, index) => 5000 + (index % 2) * 100);
    expect(volatilityOf(series, hour).bpsPerDay).toBeCloseTo(100 * Math.sqrt(24), 9);
    expect(volatilityOf(series, 4 * hour).bpsPerDay).toBeCloseTo(100 * Math.sqrt(6), 9);
    expect(volatilityOf([5000, 5000, 5000], hour)).toEqual({ bpsPerDay: 0, logOddsPerDay: 0 });
    // Near 0 and 1 the same step is a larger change of the odds.
    const edge = series.map(price => price - 4900);
    expect(volatilityOf(edge, hour).logOddsPerDay).toBeGreaterThan(10 * volatilityOf(series, hour).logOddsPerDay);
  });

  it('balance bids against asks', () => {
    expect([imbalanceOf(30, 10), imbalanceOf(0, 5), imbalanceOf(5, 0), imbalanceOf(0, 0)]).toEqual([0.5, -1, 1, 0]);
  });
});

describe('correlation', () => {
  const walk = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 20, maxLength: 20 });
  const seriesOf = (steps: readonly number[]) => {
    const series = [5000];
    for (const step of steps) series.push(series[series.length - 1] + step);
    return series;
  };

  it('is 1 with itself, −1 with its mirror and the same either way', () => {
    fc.assert(
      fc.property(walk, walk, (left, right) => {
        const [a, b] = [seriesOf(left), seriesOf(right)];
        const self = correlationOf(a, a).correlation;
        if (self !== null) expect(self).toBeCloseTo(1, 9);
        const mirror = correlationOf(
          a,
          a.map(price => 10_000 - price),
        ).correlation;
        if (mirror !== null) expect(mirror).toBeCloseTo(-1, 9);
        expect(correlationOf(a, b)).toEqual(correlationOf(b, a));
      }),
    );
  });

  it('is null with too little data', () => {
    const still = new Array<number>(30).fill(5000);
    expect(correlationOf(still, still)).toEqual({ correlation: null, samples: 0 });
    const once = still.map((price, index) => (index > 10 ? price + 100 : price));
    expect(correlationOf(once, still)).toEqual({ correlation: null, samples: 1 });
    const zigzag = still.map((price, index) => price + (index % 2) * 10);
    expect(correlationOf(zigzag, still)).toEqual({ correlation: null, samples: 29 });
  });
});

describe('Kelly sizing', () => {
  const question = { price: 0.5, belief: 0.6, liquidity: 1_000e6, bankrollCredits: 1_000, fraction: 1 };

  it('is optimal: a little more or less grows slower', () => {
    const growth = (stake: number, { belief, price, bankrollCredits: w }: typeof question) => {
      const after = 1 - (1 - price) * Math.exp(-stake / 1_000);
      const shares = stake + 1_000 * Math.log(after / price);
      return belief * Math.log(w - stake + shares) + (1 - belief) * Math.log(w - stake);
    };
    const beliefs = fc.record({
      price: fc.double({ min: 0.02, max: 0.9, noNaN: true }),
      edge: fc.double({ min: 0.01, max: 0.09, noNaN: true }),
      bankrollCredits: fc.integer({ min: 10, max: 100_000 }),
    });
    fc.assert(
      fc.property(beliefs, ({ price, edge, bankrollCredits }) => {
        const asked = { ...question, price, belief: price + edge, bankrollCredits };
        const { stakeCredits } = kellyOf(asked);
        const top = growth(stakeCredits, asked);
        for (const factor of [0.9, 1.1]) expect(growth(stakeCredits * factor, asked)).toBeLessThanOrEqual(top + 1e-9);
      }),
    );
  });

  it('approaches the textbook formula if buying hardly moves the price', () => {
    const { stakeCredits, fixedPriceFraction } = kellyOf({ ...question, liquidity: 1e15 });
    expect(fixedPriceFraction).toBeCloseTo(0.2, 9);
    expect(stakeCredits).toBeCloseTo(200, 2);
  });

  it('equals the effect of an order', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
    grant(desk, 'ada', 10_000);
    const { stakeCredits, shares, limitPriceBps, expectedProfitCredits } = kellyOf({ ...question, fraction: 0.5 });
    const limitBps = limitPriceBps as number;
    const placed = mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: stakeCredits, limitBps });
    expect(placed.order.status).toBe('filled');
    expect(placed.order.filledShares / 1e6).toBeCloseTo(shares, 3);
    expect(expectedProfitCredits).toBeCloseTo(0.6 * shares - stakeCredits, 9);
    expect(kellyOf({ ...question, fraction: 0.25 }).stakeCredits).toBeCloseTo(stakeCredits / 2, 5);
  });

  it('stakes nothing without an edge', () => {
    expect(kellyOf({ ...question, belief: 0.5 })).toMatchObject({ stakeCredits: 0, limitPriceBps: null, edgeBps: 0 });
    expect(kellyOf({ ...question, belief: 0.4 })).toMatchObject({ stakeCredits: 0, edgeBps: -1000 });
    expect(kellyOf({ ...question, bankrollCredits: 0 }).stakeCredits).toBe(0);
  });

  it('stakes nothing below the minimum order', () => {
    const least = kellyOf({ ...question, bankrollCredits: 0.0502 });
    expect(least.stakeCredits).toBeCloseTo(0.01, 4);
    expect(least.stakeCredits).toBeGreaterThanOrEqual(0.01);
    const nothing = { stakeCredits: 0, shares: 0, limitPriceBps: null, expectedProfitCredits: 0 };
    const theory = { edgeBps: 1000, fixedPriceFraction: least.fixedPriceFraction };
    expect(kellyOf({ ...question, bankrollCredits: 0.0498 })).toEqual({ ...theory, ...nothing });
    expect(kellyOf({ ...question, fraction: 0 })).toEqual({ ...theory, ...nothing });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microcredits } from '../kernel/units.js';
import { openBook } from './market-book.js';
import { costBetween, costOf, displayPrices, logAdd, logOneMinusExp, logPrices, softplus } from './prices.js';
import { makerBid } from './settlement.js';

const liquidity = fc.constantFrom(1e8, 1e9, 1e12);
const shares = fc.array(fc.integer({ min: 0, max: 4e9 }), { minLength: 2, maxLength: 100 });

describe('prices', () => {
  it('sum to one and follow the formula', () => {
    const property = fc.property(shares, liquidity, (held, b) => {
      const logs = logPrices(held, b);
      const weights = held.map(each => Math.exp((each - Math.max(...held)) / b));
      const sum = weights.reduce((a, c) => a + c, 0);
      for (const [k, log] of logs.entries()) expect(Math.exp(log)).toBeCloseTo(weights[k] / sum, 12);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('keep their logarithm even if the price underflows to zero', () => {
    const logs = logPrices([0, 1e12], 1e8);
    expect(logs).toEqual([-10_000, 0]);
    expect(displayPrices(logs)).toEqual([1, 9_999]);
    expect(displayPrices(logPrices([0, 0, 0], 1e9))).toEqual([3_333, 3_333, 3_333]);
  });
});

describe('costs', () => {
  it('of complete sets are exact, however many shares are outstanding', () => {
    const held = [2 ** 51, 12_345, 2 ** 50];
    const more = held.map(each => each + 1_000_000_007);
    expect(costBetween(costOf(held, 1e12), costOf(more, 1e12))).toBe(1_000_000_007);
  });

  it('of an even market are b·ln n', () => {
    const { whole, rest } = costOf([0, 0, 0, 0], 1e9);
    expect(whole + rest).toBeCloseTo(1e9 * Math.log(4), 5);
  });

  it('give the value of a position', () => {
    const row = { marketId: 'm', liquidity: microcredits(1e9), openingShares: [0, 0], sequence: 1 };
    const book = openBook({ ...row, shares: [1e9, 0], account: microcredits(1_313_261_688) });
    expect(makerBid(book, 0, 1e9)).toBe(620_114_506 - 1);
    expect(makerBid(book, 0, 0)).toBe(0);
  });

  it('below the balance of the account are a bug', () => {
    const row = { marketId: 'm', liquidity: microcredits(1e9), openingShares: [0, 0], shares: [0, 0], sequence: 1 };
    expect(() => openBook({ ...row, account: microcredits(693_147_180) })).not.toThrow();
    expect(() => openBook({ ...row, account: microcredits(693_147_179) })).toThrow('account-covers-cost');
  });
});

describe('logarithms', () => {
  it('of sums and differences are exact at the extremes', () => {
    expect(logAdd(-1e6, -1e6)).toBeCloseTo(-1e6 + Math.LN2, 9);
    expect(logAdd(Number.NEGATIVE_INFINITY, -3)).toBe(-3);
    expect(logAdd(Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY)).toBe(Number.NEGATIVE_INFINITY);
    expect(softplus(1e5)).toBe(1e5);
    expect(softplus(-800)).toBe(0);
    expect(softplus(-30)).toBeCloseTo(Math.exp(-30), 25);
    expect(logOneMinusExp(1e-20)).toBeCloseTo(Math.log(1e-20), 9);
    expect(logOneMinusExp(5e4)).toBeCloseTo(0, 20);
  });
});

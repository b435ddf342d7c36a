import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxAccountMicros } from '../kernel/units.js';
import { bookDepth } from './market-book.js';
import { type BookLevel, orderBook } from './order-book.js';
import { logPrices } from './prices.js';
import { endow, grant, mustPlace, openDesk, place } from './testing/memory-desk.js';
import { askOf, deskOf, scenarios } from './testing/scenario-arbitrary.js';

function sum(levels: readonly BookLevel[], reached: (priceBps: number) => boolean, unit: 'credits' | 'shares'): number {
  return levels.reduce((total, level) => total + (reached(level.priceBps) ? level[unit] : 0), 0);
}

describe('depth within a distance', () => {
  it('equals the levels of the book up to there', () => {
    const property = fc.property(
      scenarios(6),
      fc.nat(5),
      fc.integer({ min: 1, max: 10 }),
      (scenario, any, distance) => {
        const desk = deskOf({ ...scenario, wealth: Math.min(scenario.wealth, 1e6) });
        for (const move of scenario.moves) {
          const order = askOf(desk, { ...move, expiresIn: null });
          if (order) place(desk, order.player, order.ask);
        }
        const outcome = any % scenario.outcomes;
        // Up to ten basis points away every whole price is a level.
        const { asks, bids } = orderBook(desk.book, outcome, 200, desk.now);
        const [depth] = bookDepth(desk.book, outcome, [distance], desk.now);
        const price = Math.exp(logPrices(desk.book.shares, desk.book.liquidity)[outcome]) * 10_000;
        // At a whole price the last digit of the logarithm would decide which levels are included.
        fc.pre(Math.abs(price - Math.round(price)) > 1e-6);
        // The book lists no level beyond one that holds all the shares an account can have.
        fc.pre([...asks, ...bids].every(({ shares }) => shares < maxAccountMicros));
        const upTo = (limit: number) => limit <= Math.floor(price + distance);
        const downTo = (limit: number) => limit >= Math.ceil(price - distance);
        for (const unit of ['credits', 'shares'] as const) {
          expect(Math.abs(depth.asks[unit] - sum(asks, upTo, unit))).toBeLessThanOrEqual(1);
          expect(Math.abs(depth.bids[unit] - sum(bids, downTo, unit))).toBeLessThanOrEqual(1);
        }
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('grows with the distance and counts resting orders', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
    const before = bookDepth(desk.book, 0, [100, 200, 500], desk.now);
    expect(before.map(({ asks }) => Math.round(asks.credits / 1e6))).toEqual([20, 41, 105]);
    expect(before[0].bids.credits).toBeLessThan(before[1].bids.credits);
    grant(desk, 'ada', 10_000);
    endow(desk, 'ada', 1_000);
    mustPlace(desk, 'ada', { outcome: 0, side: 'sell', shares: 100, limitBps: 5_150 });
    const [near, further] = bookDepth(desk.book, 0, [100, 200], desk.now);
    expect(near).toEqual(before[0]);
    expect((further.asks.shares - before[1].asks.shares) / 1e6).toBeCloseTo(100, 3);
  });
});

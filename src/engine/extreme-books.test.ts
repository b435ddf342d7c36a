// Extreme books, by name: many outcomes, many orders, limits that leave no room, ties.

import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kernel/refusal.js';
import type { Placed } from './place-order.js';
import { logPrices } from './prices.js';
import { checkBooks, checkNothingCrosses, placeChecked } from './testing/check-desk.js';
import { type Ask, type Desk, endow, grant, mustPlace, openDesk, place } from './testing/memory-desk.js';

function must(desk: Desk, player: string, ask: Ask): Placed {
  const placed = placeChecked(desk, player, ask);
  if (isRefusal(placed)) throw new Error(`${placed.code}: ${placed.message}`);
  return placed;
}

function richDesk(outcomes: number, liquidityCredits = 1_000): Desk {
  const desk = openDesk({ outcomes, liquidityCredits });
  for (const player of ['ada', 'bob', 'cyd']) {
    grant(desk, player, 1e6);
    endow(desk, player, 10_000);
  }
  return desk;
}

function priceOf(desk: Desk, outcome: number): number {
  return Math.exp(logPrices(desk.book.shares, desk.book.liquidity)[outcome]);
}

describe('companions', () => {
  it('on every other outcome: all of them buy the same number of shares, each at its limit', () => {
    const desk = richDesk(5);
    for (const outcome of [1, 2, 3, 4]) must(desk, 'bob', { outcome, side: 'buy', credits: 100, limitBps: 1_900 });
    const { order, resting } = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 100, limitBps: 2_400 });
    expect(order.status).toBe('filled');
    expect(resting).toHaveLength(4);
    const shares = resting.map(effect => (effect.kind === 'filled' ? effect.fill.shares : 0));
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
    expect(resting.every(effect => effect.kind === 'filled' && effect.fill.priceBps === 1_900)).toBe(true);
    for (const outcome of [1, 2, 3, 4]) expect(priceOf(desk, outcome)).toBeCloseTo(0.19, 7);
    checkBooks(desk);
  });

  it('whose limits sum to 9999: the order continues at one basis point', () => {
    const desk = openDesk({ outcomes: 3, liquidityCredits: 100, prior: [50, 4_975, 4_975] });
    for (const player of ['ada', 'bob']) grant(desk, player, 1e5);
    must(desk, 'bob', { outcome: 1, side: 'buy', credits: 10_000, limitBps: 4_999 });
    must(desk, 'bob', { outcome: 2, side: 'buy', credits: 10_000, limitBps: 5_000 });
    must(desk, 'ada', { outcome: 0, side: 'buy', credits: 0.5, limitBps: 1 });
    expect(priceOf(desk, 0)).toBeCloseTo(0.0001, 7);
    const { order } = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 1, limitBps: 1, timeInForce: 'FOK' });
    expect(order.status).toBe('filled');
    expect(order.filledShares).toBeGreaterThan(9_900e6);
    checkBooks(desk);
  });

  it('of a sell with nothing free: all orders sell complete sets at a constant price', () => {
    const desk = richDesk(3);
    must(desk, 'bob', { outcome: 1, side: 'sell', shares: 500, limitBps: 3_400 });
    must(desk, 'cyd', { outcome: 2, side: 'sell', shares: 700, limitBps: 3_500 });
    const { order, resting } = must(desk, 'ada', { outcome: 0, side: 'sell', shares: 300, limitBps: 3_100 });
    expect(order.status).toBe('filled');
    expect(priceOf(desk, 0)).toBeCloseTo(0.31, 7);
    expect(resting).toHaveLength(2);
    const before = desk.book.shares;
    const more = must(desk, 'ada', { outcome: 0, side: 'sell', shares: 100, limitBps: 3_100 });
    expect(desk.book.shares.map((shares, k) => before[k] - shares)).toEqual([100e6, 100e6, 100e6]);
    expect(more.order.filledCredits).toBeGreaterThan(31e6 - 4);
    const worse = must(desk, 'ada', { outcome: 0, side: 'sell', shares: 100, limitBps: 3_101 });
    expect(worse.fills).toEqual([]);
    checkBooks(desk);
  });

  it('that would complete an order beyond its limit do not pull it there', () => {
    const desk = richDesk(2);
    must(desk, 'bob', { outcome: 1, side: 'buy', credits: 1_000, limitBps: 6_000 });
    const buy = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 10, limitBps: 3_000 });
    expect(buy.fills).toEqual([]);
    must(desk, 'bob', { outcome: 1, side: 'sell', shares: 1_000, limitBps: 7_000 });
    const sell = must(desk, 'ada', { outcome: 0, side: 'sell', shares: 10, limitBps: 4_100 });
    expect(sell.fills).toEqual([]);
    checkBooks(desk);
  });
});

describe('no room', () => {
  it('resting sells that sum to 10000 do not affect a third outcome near zero', () => {
    const desk = openDesk({ outcomes: 3, liquidityCredits: 100 });
    endow(desk, 'ada', [100_000, 99_000, 10]);
    must(desk, 'ada', { outcome: 0, side: 'sell', shares: 5_000, limitBps: 9_999 });
    must(desk, 'ada', { outcome: 1, side: 'sell', shares: 5_000, limitBps: 1 });
    expect(priceOf(desk, 1)).toBeCloseTo(0.0001, 4);
    const { order } = must(desk, 'ada', { outcome: 2, side: 'sell', shares: 5, limitBps: 1 });
    expect(order).toMatchObject({ status: 'open', filledShares: 0 });
    checkBooks(desk);
  });
});

describe('complementary limits', () => {
  it('match for all 9,999 pairs, buy with buy', () => {
    const unmatched: number[] = [];
    for (let limit = 1; limit <= 9_999; limit += 1) {
      const desk = openDesk({ outcomes: 2, liquidityCredits: 100 });
      grant(desk, 'ada', 20_000_000);
      grant(desk, 'bob', 20_000_000);
      mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 10_000, limitBps: limit });
      const { order, resting } = mustPlace(desk, 'bob', {
        outcome: 1,
        side: 'buy',
        credits: 10_000,
        limitBps: 10_000 - limit,
      });
      checkNothingCrosses(desk);
      if (order.filledShares === 0 || resting.length !== 1) unmatched.push(limit);
    }
    expect(unmatched).toEqual([]);
  });

  it('match for all 9,999 pairs, sell with sell', () => {
    const unmatched: number[] = [];
    for (let limit = 1; limit <= 9_999; limit += 1) {
      const desk = openDesk({ outcomes: 2, liquidityCredits: 100 });
      endow(desk, 'ada', 5_000);
      endow(desk, 'bob', 5_000);
      mustPlace(desk, 'ada', { outcome: 0, side: 'sell', shares: 4_000, limitBps: limit });
      const { order, resting } = mustPlace(desk, 'bob', {
        outcome: 1,
        side: 'sell',
        shares: 4_000,
        limitBps: 10_000 - limit,
      });
      checkNothingCrosses(desk);
      if (order.filledShares === 0 || resting.length !== 1) unmatched.push(limit);
    }
    expect(unmatched).toEqual([]);
  });
});

describe('ties', () => {
  it.each([1, 3_000, 5_001, 9_999])('a counter order at the order’s own limit of %i trades', limit => {
    const desk = richDesk(2);
    must(desk, 'bob', { outcome: 0, side: 'sell', shares: 9_900, limitBps: limit });
    const buy = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 20_000, limitBps: limit });
    expect(buy.resting.some(effect => effect.kind === 'filled')).toBe(true);
    expect(desk.book.resting.byId.size).toBe(1);
    checkBooks(desk);
  });

  it('equal limits trade oldest first, and the last one only in part', () => {
    const desk = richDesk(2);
    const ids = ['bob', 'cyd', 'bob'].map(
      player => must(desk, player, { outcome: 0, side: 'sell', shares: 10, limitBps: 5_500 }).order.id,
    );
    must(desk, 'ada', { outcome: 0, side: 'buy', credits: 1_000, limitBps: 5_499, timeInForce: 'IOC' });
    const { resting } = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 14, limitBps: 5_500 });
    expect(resting.map(effect => [effect.orderId, effect.status])).toEqual([
      [ids[0], 'filled'],
      [ids[1], 'filled'],
      [ids[2], 'open'],
    ]);
  });
});

describe('crowds', () => {
  it('100 outcomes with companions on all others', () => {
    const desk = richDesk(100);
    for (let outcome = 1; outcome < 100; outcome += 1) {
      must(desk, 'bob', { outcome, side: 'buy', credits: 5, limitBps: 90 });
    }
    const { order, resting } = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 5_000, limitBps: 9_000 });
    expect(order.status).not.toBe('cancelled');
    expect(resting).toHaveLength(99);
    checkBooks(desk);
  });

  it('an order that passes fifty events', () => {
    const desk = richDesk(3);
    for (let level = 0; level < 25; level += 1) {
      must(desk, 'bob', { outcome: 0, side: 'sell', shares: 3, limitBps: 3_500 + level * 20 });
      must(desk, 'cyd', { outcome: 1, side: 'buy', credits: 3, limitBps: 3_300 - level * 10 });
    }
    const { resting, walkSteps } = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 5_000, limitBps: 6_000 });
    expect(resting).toHaveLength(50);
    expect(walkSteps).toBeGreaterThanOrEqual(50);
    expect(priceOf(desk, 0)).toBeCloseTo(0.6, 7);
    checkBooks(desk);
  });

  it('10,000 resting orders', () => {
    const desk = openDesk({ outcomes: 4, liquidityCredits: 1_000 });
    for (let k = 0; k < 100; k += 1) {
      grant(desk, `p${k}`, 1_000);
      for (let each = 0; each < 100; each += 1) {
        place(desk, `p${k}`, {
          outcome: each % 4,
          side: 'buy',
          credits: 1,
          limitBps: 100 + ((k * 7 + each * 13) % 2_300),
        });
      }
    }
    expect(desk.book.resting.byId.size).toBe(10_000);
    grant(desk, 'ada', 1e6);
    const { resting } = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 50_000, limitBps: 9_900 });
    expect(resting.length).toBeGreaterThan(7_000);
    checkBooks(desk);
  });
});

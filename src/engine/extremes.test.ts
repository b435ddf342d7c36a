// The extremes of every range, by name. Each order also passes all checks of the fuzzer.

import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kernel/refusal.js';
import { orderBook } from './order-book.js';
import type { Placed } from './place-order.js';
import { logPrices } from './prices.js';
import { checkBooks, placeChecked } from './testing/check-desk.js';
import { type Ask, type Desk, endow, grant, openDesk, positionOf } from './testing/memory-desk.js';

function must(desk: Desk, player: string, ask: Ask): Placed {
  const placed = placeChecked(desk, player, ask);
  if (isRefusal(placed)) throw new Error(`${placed.code}: ${placed.message}`);
  return placed;
}

function richDesk(outcomes: number, liquidityCredits = 1_000, credits = 1e6): Desk {
  const desk = openDesk({ outcomes, liquidityCredits });
  for (const player of ['ada', 'bob', 'cyd']) grant(desk, player, credits);
  return desk;
}

function priceOf(desk: Desk, outcome: number): number {
  return Math.exp(logPrices(desk.book.shares, desk.book.liquidity)[outcome]);
}

describe('liquidity', () => {
  it.each([100, 1_000_000])('b = %i: a round trip costs a few micro-credits', liquidityCredits => {
    const desk = richDesk(3, liquidityCredits);
    const bought = must(desk, 'ada', { outcome: 1, side: 'buy', credits: 500, limitBps: 9_999, timeInForce: 'IOC' });
    const amount = positionOf(desk, 'ada', 1).shares;
    const sold = must(desk, 'ada', { outcome: 1, side: 'sell', amount, limitBps: 1 });
    expect(sold.order.status).toBe('filled');
    expect(bought.order.filledCredits - sold.order.filledCredits).toBeGreaterThan(0);
    expect(bought.order.filledCredits - sold.order.filledCredits).toBeLessThanOrEqual(6);
    checkBooks(desk);
  });
});

describe('prices', () => {
  /** Outcome 1 shrinks by a factor of ten thousand whenever the lead changes between the others. */
  function sunkenDesk(): Desk {
    const desk = richDesk(3);
    for (let turn = 0; priceOf(desk, 1) > 1e-30; turn += 1) {
      must(desk, 'ada', {
        outcome: turn % 2 === 0 ? 0 : 2,
        side: 'buy',
        credits: 50_000,
        limitBps: 9_999,
        timeInForce: 'IOC',
      });
    }
    return desk;
  }

  it('1e-30: can be bought from there up to any limit', () => {
    const desk = sunkenDesk();
    expect(priceOf(desk, 1)).toBeLessThan(1e-30);
    const before = priceOf(desk, 1);
    const first = must(desk, 'bob', { outcome: 1, side: 'buy', credits: 0.01, limitBps: 1, timeInForce: 'FOK' });
    expect(first.order.status).toBe('filled');
    expect(priceOf(desk, 1)).toBeGreaterThan(before);
    expect(priceOf(desk, 1)).toBeCloseTo(1e-5, 7);
    must(desk, 'bob', { outcome: 1, side: 'buy', credits: 400_000, limitBps: 9_000, timeInForce: 'IOC' });
    expect(priceOf(desk, 1)).toBeCloseTo(0.9, 6);
    checkBooks(desk);
  });

  it('1e-30: a sell there stays above its limit, so it rests or is cancelled', () => {
    const desk = sunkenDesk();
    endow(desk, 'bob', 100);
    const { order } = must(desk, 'bob', { outcome: 1, side: 'sell', shares: 50, limitBps: 1 });
    expect(order).toMatchObject({ status: 'open', filledShares: 0, remaining: 50e6 });
    checkBooks(desk);
  });

  it('1 − 1e-12: buys rest, sells fall to their limit', () => {
    const desk = richDesk(2);
    endow(desk, 'ada', [1_000 * Math.log(1e12), 0]);
    expect(1 - priceOf(desk, 0)).toBeCloseTo(1e-12, 15);
    const buy = must(desk, 'bob', { outcome: 0, side: 'buy', credits: 10, limitBps: 9_999 });
    expect(buy.order).toMatchObject({ status: 'open', filledShares: 0 });
    const sell = must(desk, 'ada', { outcome: 0, side: 'sell', shares: 20_000, limitBps: 5_000, timeInForce: 'IOC' });
    expect(priceOf(desk, 0)).toBeCloseTo(0.9995, 4);
    expect(sell.resting).toHaveLength(1);
    const amount = positionOf(desk, 'ada', 0).shares;
    must(desk, 'ada', { outcome: 0, side: 'sell', amount, limitBps: 5_000, timeInForce: 'IOC' });
    expect(priceOf(desk, 0)).toBeCloseTo(0.5, 2);
    checkBooks(desk);
  });
});

describe('limits', () => {
  it('9999 buys up to it, 1 sells down to it', () => {
    const desk = richDesk(2, 100);
    const buy = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 5_000, limitBps: 9_999 });
    expect(buy.order.status).toBe('open');
    expect(priceOf(desk, 0)).toBeCloseTo(0.9999, 7);
    endow(desk, 'bob', 6_000);
    const sell = must(desk, 'bob', { outcome: 0, side: 'sell', shares: 5_000, limitBps: 1, timeInForce: 'IOC' });
    expect(sell.resting).toMatchObject([{ kind: 'filled', orderId: 'ord_0' }]);
    const rest = must(desk, 'bob', {
      outcome: 0,
      side: 'sell',
      amount: positionOf(desk, 'bob', 0).shares,
      limitBps: 1,
    });
    expect(rest.order.status).toBe('open');
    expect(priceOf(desk, 0)).toBeCloseTo(0.0001, 7);
    checkBooks(desk);
  });

  it('1 buys nothing and 9999 sells nothing in an even market', () => {
    const desk = richDesk(2);
    endow(desk, 'bob', 10);
    expect(must(desk, 'ada', { outcome: 0, side: 'buy', credits: 5, limitBps: 1 }).fills).toEqual([]);
    expect(must(desk, 'bob', { outcome: 0, side: 'sell', shares: 5, limitBps: 9_999 }).fills).toEqual([]);
    const { asks, bids } = orderBook(desk.book, 0, 200, desk.now);
    expect(asks.at(-1)?.priceBps).toBe(9_999);
    expect(bids.at(-1)?.priceBps).toBe(1);
  });
});

describe('amounts', () => {
  it('0.01 credits and 0.01 shares trade', () => {
    const desk = richDesk(2);
    const buy = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 0.01, limitBps: 6_000 });
    expect(buy.order.status).toBe('filled');
    expect(buy.order.filledShares).toBeGreaterThan(19_990);
    const sell = must(desk, 'ada', { outcome: 0, side: 'sell', shares: 0.01, limitBps: 4_000 });
    expect(sell.order).toMatchObject({ status: 'filled', filledShares: 10_000 });
    checkBooks(desk);
  });

  it('10⁹ credits: limits hold, and two such orders complete each other', () => {
    const desk = richDesk(2, 1_000_000, 1e9);
    const first = must(desk, 'ada', { outcome: 0, side: 'buy', credits: 1e9, limitBps: 6_000 });
    expect(first.order.status).toBe('open');
    const second = must(desk, 'bob', { outcome: 1, side: 'buy', credits: 1e9, limitBps: 4_001 });
    expect(second.order.filledCredits).toBeGreaterThan(6e14);
    expect(second.resting).toMatchObject([{ orderId: 'ord_0', status: 'filled' }]);
    checkBooks(desk);
  });

  it('rejects an order that exceeds the market’s capacity instead of rounding it', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 100 });
    for (const player of ['a', 'b', 'c', 'd', 'e', 'f']) grant(desk, player, 1e9);
    for (const player of ['a', 'b', 'c', 'd', 'e'])
      must(desk, player, { outcome: 0, side: 'buy', credits: 1e9, limitBps: 9_000 });
    const big = { outcome: 1, side: 'buy', credits: 1e9, limitBps: 1_000 } as const;
    const refusal = placeChecked(desk, 'f', big);
    const accepted = placeChecked(desk, 'f', { ...big, credits: 1e8 });
    expect(refusal).toMatchObject({ refused: true, code: 'INVALID_PAYLOAD', field: 'amountCredits' });
    expect(isRefusal(accepted)).toBe(false);
    checkBooks(desk);
  });
});

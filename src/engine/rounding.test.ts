// Each party is rounded once, in the market's favour: checked to the last millionth, one party at a time.

import { describe, expect, it } from 'vitest';
import type { Placed } from './place-order.js';
import { checkBooks } from './testing/check-desk.js';
import { type Desk, endow, grant, mustPlace, openDesk } from './testing/memory-desk.js';

function desk2(): Desk {
  const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
  for (const player of ['ada', 'bob', 'cyd']) {
    grant(desk, player, 1_000);
    endow(desk, player, 1_000);
  }
  return desk;
}

function fillOf({ resting }: Placed, orderId: string) {
  const effect = resting.find(each => each.orderId === orderId);
  return effect?.kind === 'filled' ? { ...effect.fill, remaining: effect.remaining } : null;
}

describe('a resting sell', () => {
  it('as a counter gets its limit rounded down, the buyer pays the sum of all counters rounded up', () => {
    const desk = desk2();
    for (const player of ['bob', 'cyd'])
      mustPlace(desk, player, { outcome: 0, side: 'sell', amount: 10_001, limitBps: 5_001 });
    const placed = mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 10, limitBps: 5_001 });
    // 10001 × 0.5001 = 5001.5001: each gets 5001, both together cost 10003.0002.
    for (const id of ['ord_0', 'ord_1']) expect(fillOf(placed, id)).toMatchObject({ shares: 10_001, credits: 5_001 });
    expect(placed.fills[0]).toMatchObject({ against: 'order', shares: 20_002, credits: 10_004 });
    checkBooks(desk);
  });

  it('as a companion gets its limit rounded down, used up or not', () => {
    const desk = desk2();
    mustPlace(desk, 'bob', { outcome: 1, side: 'sell', amount: 10_001, limitBps: 5_001 });
    const whole = mustPlace(desk, 'ada', { outcome: 0, side: 'sell', shares: 10, limitBps: 4_900 });
    expect(fillOf(whole, 'ord_0')).toMatchObject({ shares: 10_001, credits: 5_001, remaining: 0 });
    mustPlace(desk, 'bob', { outcome: 1, side: 'sell', shares: 100, limitBps: 6_001 });
    mustPlace(desk, 'ada', { outcome: 0, side: 'sell', shares: 900, limitBps: 4_000, timeInForce: 'IOC' });
    const part = mustPlace(desk, 'cyd', { outcome: 0, side: 'sell', amount: 10_000_001, limitBps: 3_999 });
    const fill = fillOf(part, 'ord_2');
    expect(fill?.credits).toBe(Math.floor((fill?.shares ?? 0) * 0.6001));
    checkBooks(desk);
  });
});

describe('a resting buy', () => {
  it('pays its whole reserve when it is used up, and gets its shares rounded down', () => {
    const desk = desk2();
    mustPlace(desk, 'bob', { outcome: 0, side: 'buy', amount: 10_001, limitBps: 4_999 });
    const placed = mustPlace(desk, 'ada', { outcome: 0, side: 'sell', shares: 10, limitBps: 4_999 });
    // 10001 / 0.4999 = 20006.0012 shares, for which the seller gets 20006 × 0.4999 = 10000.9994.
    expect(fillOf(placed, 'ord_0')).toMatchObject({ shares: 20_006, credits: 10_001, remaining: 0 });
    expect(placed.fills[0]).toMatchObject({ against: 'order', shares: 20_006, credits: 10_000 });
    checkBooks(desk);
  });

  it('pays its limit rounded up when it is not', () => {
    const desk = desk2();
    mustPlace(desk, 'bob', { outcome: 0, side: 'buy', credits: 50, limitBps: 4_999 });
    mustPlace(desk, 'cyd', { outcome: 0, side: 'sell', shares: 5, limitBps: 4_999, timeInForce: 'IOC' });
    const placed = mustPlace(desk, 'ada', { outcome: 0, side: 'sell', amount: 10_003, limitBps: 4_999 });
    // 10003 × 0.4999 = 5000.4997.
    expect(fillOf(placed, 'ord_0')).toMatchObject({ shares: 10_003, credits: 5_001 });
    expect(placed.fills).toMatchObject([{ against: 'order', shares: 10_003, credits: 5_000 }]);
    checkBooks(desk);
  });
});

describe('the maker', () => {
  it('charges the cost of whole shares rounded up plus one, and pays it rounded down minus one', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
    grant(desk, 'ada', 1_000);
    const cost = (shares: number) => 1e9 * Math.log((Math.exp(shares / 1e9) + 1) / 2);
    const bought = mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 50, limitBps: 5_100 });
    expect(bought.order.filledCredits).toBe(Math.ceil(cost(bought.order.filledShares)) + 1);
    const amount = bought.order.filledShares;
    const sold = mustPlace(desk, 'ada', { outcome: 0, side: 'sell', amount, limitBps: 1 });
    expect(sold.order.filledCredits).toBe(Math.floor(cost(amount)) - 1);
    checkBooks(desk);
  });
});

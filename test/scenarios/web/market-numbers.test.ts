import { describe, expect, it } from 'vitest';
import { exactPercentOfBps } from '../../../web/format/numbers.js';
import { dayChangeBps } from '../../../web/pages/market/day-change.js';
import { completeFill } from '../../../web/pages/market/ticket/complete-fill.js';

describe('prices to the basis point', () => {
  it.each([
    [5650, '56.5%'],
    [5700, '57%'],
    [5673, '56.73%'],
    [1, '0.01%'],
    [null, '—'],
  ])('formats %s as %s', (bps, text) => expect(exactPercentOfBps(bps)).toBe(text));
});

describe('an order that rests', () => {
  const order = { timeInForce: 'GTC', limitPriceBps: 4500, filledShares: 0, filledCredits: 0 } as const;

  it('buys its remaining credits at the limit', () => {
    expect(completeFill({ ...order, remainingCredits: 20 })?.shares).toBeCloseTo(44.444, 3);
    const partly = { ...order, filledShares: 10, filledCredits: 4, remainingCredits: 9 };
    expect(completeFill(partly)).toEqual({ shares: 30, credits: 13 });
  });

  it('sells its remaining shares at the limit', () => {
    expect(completeFill({ ...order, remainingShares: 100 })?.credits).toBeCloseTo(45, 6);
  });

  it('has no total if nothing rests', () => {
    expect(completeFill({ ...order, remainingCredits: 0 })).toBeNull();
    expect(completeFill({ ...order, timeInForce: 'IOC', remainingCredits: 5 })).toBeNull();
  });
});

describe('the change within a day', () => {
  const now = Date.parse('2026-11-17T12:00:00Z');
  const [today, before] = ['2026-11-17T11:59:00Z', '2026-11-10T12:00:00Z'];
  const snapshot = { priceBps: 5200, changeBps: 200 };

  it('follows the live price', () => {
    expect(dayChangeBps(5200, snapshot, before, now)).toBe(200);
    expect(dayChangeBps(5900, snapshot, before, now)).toBe(900);
  });

  it('is unknown without a snapshot, and for a new market that has not moved', () => {
    expect(dayChangeBps(5000, undefined, before, now)).toBeNull();
    expect(dayChangeBps(5000, snapshot, today, now)).toBeNull();
    expect(dayChangeBps(5000, snapshot, before, now)).toBe(0);
    expect(dayChangeBps(5300, snapshot, today, now)).toBe(300);
  });
});

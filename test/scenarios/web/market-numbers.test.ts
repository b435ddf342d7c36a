import { describe, expect, it } from 'vitest';
import { exactPercentOfBps } from '../../../web/format/numbers.js';
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

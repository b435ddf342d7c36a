import { describe, expect, it } from 'vitest';
import { activityFacts, activityText } from '../../../web/pages/portfolio/activity-text.js';

const labels = ['Yes', 'No'];
const text = (entry: { kind: string; [member: string]: unknown }) =>
  activityText({ outcomeIndex: 0, ...entry }, labels);

describe('an entry of the activity', () => {
  it('names outcome, side, shares and price of a trade', () => {
    const trade = { kind: 'trade', outcomeIndex: 1, side: 'sell', shares: 48.2, priceBps: 5225, tradedCredits: 25 };
    expect(activityText(trade, labels)).toBe('Sold 48.20 shares of No at 52.3%');
    expect(activityFacts(trade, labels)).toEqual({
      outcome: 'No',
      side: 'sell',
      shares: 48.2,
      pricePercent: 52.25,
      probability: null,
    });
  });

  it('names amount and limit of an order', () => {
    const order = { kind: 'order', side: 'buy', amount: 25 };
    expect(text({ ...order, limitPriceBps: 5000 })).toBe('Buy 25.00 credits of Yes at 50% or less');
    expect(text({ ...order, side: 'sell', limitPriceBps: 6000 })).toBe('Sell 25.00 shares of Yes at 60% or more');
    expect(text({ ...order, limitPriceBps: null })).toBe('Buy 25.00 credits of Yes at the market price');
  });

  it('names the reason of a cancellation', () => {
    expect(text({ kind: 'cancel', side: 'buy', status: 'cancelled', reason: 'market_closed' })).toBe(
      'Order to buy Yes cancelled because the market closed',
    );
    expect(text({ kind: 'cancel', side: 'sell', status: 'expired', reason: null })).toBe('Order to sell Yes expired');
  });

  it('names payout and cost of a settlement, and the probability of a forecast', () => {
    const settled = { kind: 'settlement', shares: 10, cost: 4, paid: 10, payoutBps: 10_000 };
    expect(text(settled)).toBe('10.00 shares of Yes paid 10.00 credits for a cost of 4.00');
    expect(text({ kind: 'refund', shares: 10, cost: 4, paid: 4, payoutBps: null })).toBe(
      '10.00 shares of Yes: the purchase was reversed',
    );
    expect(text({ kind: 'forecast', probability: 71 })).toBe('71% for Yes');
    expect(text({ kind: 'forecast', probability: 71, withdrawn: true })).toBe('Withdrew 71% for Yes');
  });

  it('compares a score with that of the market', () => {
    const scored = { kind: 'score', brier: 0.0351, marketBrier: 0.2, coverage: 0.5 };
    expect(activityText(scored, [])).toBe('Brier score 0.035, the market 0.200, forecast for 50% of the open time');
    expect(activityText({ ...scored, marketBrier: null, coverage: 0.001 }, [])).toBe(
      'Brier score 0.035, forecast for <1% of the open time',
    );
  });

  it('has no sentence without an outcome', () => {
    expect(activityText({ kind: 'grant', day: '2026-11-17' }, [])).toBe('');
  });
});

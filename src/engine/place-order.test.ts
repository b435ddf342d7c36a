import { describe, expect, it } from 'vitest';
import { decidePlaceOrder, type OrderCommand } from './place-order.js';
import { checkBooks } from './testing/check-desk.js';
import {
  type Ask,
  cancel,
  commandOf,
  type Desk,
  endow,
  grant,
  mustPlace,
  openDesk,
  place,
  stateFor,
} from './testing/memory-desk.js';

function desk3(): Desk {
  const desk = openDesk({ outcomes: 3, liquidityCredits: 1_000 });
  for (const player of ['ada', 'bob']) {
    grant(desk, player, 1_000);
    endow(desk, player, 100);
  }
  return desk;
}

const buy: Ask = { outcome: 0, side: 'buy', credits: 10, limitBps: 5_000 };
const sell: Ask = { outcome: 0, side: 'sell', shares: 10, limitBps: 2_000 };

describe('an order is rejected', () => {
  it.each<[Partial<Record<keyof OrderCommand, unknown>>, string]>([
    [{ outcome: 3 }, 'outcomeIndex'],
    [{ outcome: -1 }, 'outcomeIndex'],
    [{ outcome: 0.5 }, 'outcomeIndex'],
    [{ side: 'short' }, 'side'],
    [{ amount: 9_999 }, 'amountCredits'],
    [{ amount: 1e15 + 1 }, 'amountCredits'],
    [{ amount: 10_000.5 }, 'amountCredits'],
    [{ side: 'sell', amount: Number.NaN }, 'amountShares'],
    [{ limitBps: 0 }, 'limitPriceBps'],
    [{ limitBps: 10_000 }, 'limitPriceBps'],
    [{ limitBps: 5_000.5 }, 'limitPriceBps'],
    [{ timeInForce: 'DAY' }, 'timeInForce'],
    [{ expiresAt: 1 }, 'expiresAt'],
    [{ expiresAt: Number.NaN }, 'expiresAt'],
  ])('for an invalid field: %j', (bad, field) => {
    const desk = desk3();
    const command = { ...commandOf(desk, buy), ...bad } as OrderCommand;
    const refusal = decidePlaceOrder(stateFor(desk, 'ada', 0), command, desk.now);
    expect(refusal).toMatchObject({ refused: true, code: 'INVALID_PAYLOAD', field });
  });

  it('while the arena or the market is paused, and outside its trading time', () => {
    const desk = desk3();
    const state = stateFor(desk, 'ada', 0);
    const command = commandOf(desk, buy);
    const code = (change: object, now = desk.now) => decidePlaceOrder({ ...state, ...change }, command, now);
    const market = (status: string, times = {}) => ({ market: { ...desk.market, status, ...times } });
    expect(code({ tradingPaused: true })).toMatchObject({ code: 'TRADING_PAUSED' });
    expect(code(market('paused'))).toMatchObject({ code: 'MARKET_PAUSED' });
    for (const status of ['closed', 'resolved', 'void']) {
      expect(code(market(status))).toMatchObject({ code: 'MARKET_CLOSED', extra: { status } });
    }
    expect(code(market('scheduled', { opensAt: 5 }), 4)).toMatchObject({ code: 'MARKET_CLOSED' });
    expect(code(market('scheduled', { opensAt: 5 }), 5)).toMatchObject({ order: { status: 'filled' } });
    expect(code(market('active', { endsAt: 5 }), 4)).toMatchObject({ order: { status: 'filled' } });
    expect(code(market('active', { endsAt: 5 }), 5)).toMatchObject({
      code: 'MARKET_CLOSED',
      extra: { status: 'closed' },
    });
    expect(code(market('paused', { endsAt: 5 }), 5)).toMatchObject({ code: 'MARKET_CLOSED' });
  });
});

describe('an order is also rejected', () => {
  it('if it was quoted at another sequence', () => {
    const desk = desk3();
    const quoted = desk.book.sequence;
    mustPlace(desk, 'bob', buy);
    expect(place(desk, 'ada', { ...buy, ifSequence: quoted })).toMatchObject({
      code: 'STALE_ORDERBOOK',
      extra: { sequence: quoted + 1 },
    });
    expect(place(desk, 'ada', { ...buy, ifSequence: quoted + 1 })).toMatchObject({ order: { status: 'filled' } });
  });

  it('if an order in the book of that sequence has expired', () => {
    const desk = desk3();
    mustPlace(desk, 'bob', { ...sell, shares: 20, limitBps: 3_400, expiresAt: desk.now + 5 });
    const ask = { ...buy, credits: 20, limitBps: 9_999, ifSequence: desk.book.sequence };
    const quoted = place(desk, 'ada', ask);
    desk.now += 5;
    expect(place(desk, 'ada', ask)).toMatchObject({ code: 'STALE_ORDERBOOK', field: 'ifSequence' });
    // An order without a sequence accepts the current market; a stale one changes nothing.
    const bare = place(desk, 'ada', { ...ask, ifSequence: null });
    expect(bare).not.toEqual(quoted);
    expect(bare).toMatchObject({ order: { status: 'filled' } });
    expect(place(desk, 'ada', { ...ask, outcome: 0, limitBps: 1 })).toMatchObject({ code: 'STALE_ORDERBOOK' });
  });

  it('without the credits or the available shares', () => {
    const desk = desk3();
    expect(place(desk, 'ada', { ...buy, credits: 1_000.000001 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    mustPlace(desk, 'ada', { ...sell, shares: 60, limitBps: 9_000 });
    expect(place(desk, 'ada', { ...sell, shares: 40.000001 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(place(desk, 'ada', { ...sell, shares: 40 })).toMatchObject({ order: { status: 'filled' } });
  });

  it('beyond a hundred open orders, unless it can’t rest', () => {
    const desk = desk3();
    for (let k = 0; k < 100; k += 1) mustPlace(desk, 'ada', { ...buy, credits: 0.01, limitBps: 100 });
    expect(place(desk, 'ada', buy)).toMatchObject({ code: 'ORDER_LIMIT_REACHED' });
    expect(place(desk, 'ada', { ...buy, timeInForce: 'IOC' })).toMatchObject({ order: { status: 'filled' } });
    expect(place(desk, 'ada', { ...buy, timeInForce: 'FOK' })).toMatchObject({ order: { status: 'filled' } });
    cancel(desk, 'ada', 'ord_0');
    expect(place(desk, 'ada', buy)).toMatchObject({ order: { status: 'filled' } });
  });
});

describe('time in force', () => {
  const beyond = { ...buy, credits: 500, limitBps: 4_000 };

  it('GTC rests with its remainder in reserve', () => {
    const desk = desk3();
    const { order, patch, transfers, sequence } = mustPlace(desk, 'ada', beyond);
    expect(order).toMatchObject({ status: 'open', cancelReason: null, remaining: 500e6 - order.filledCredits });
    expect(patch?.added).toMatchObject({ id: order.id, remaining: order.remaining, seq: sequence });
    expect(transfers.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['trade', order.filledCredits],
      ['reserve', order.remaining],
    ]);
    checkBooks(desk);
  });

  it('IOC releases the remainder', () => {
    const { order, patch } = mustPlace(desk3(), 'ada', { ...beyond, timeInForce: 'IOC' });
    expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'ioc' });
    expect(order.filledShares).toBeGreaterThan(0);
    expect(patch?.added).toBeNull();
  });

  it('IOC without a match changes nothing', () => {
    const desk = desk3();
    const placed = mustPlace(desk, 'ada', { ...buy, limitBps: 100, timeInForce: 'IOC' });
    expect(placed).toMatchObject({ patch: null, sequence: 1, fills: [], transfers: [], positions: [] });
  });

  it('FOK fills completely or leaves no trace, not even of self-trades', () => {
    const desk = desk3();
    mustPlace(desk, 'ada', { ...sell, limitBps: 3_500 });
    const failed = mustPlace(desk, 'ada', { ...beyond, timeInForce: 'FOK' });
    expect(failed.order).toMatchObject({ status: 'cancelled', cancelReason: 'fok', filledShares: 0, remaining: 500e6 });
    expect(failed).toMatchObject({ patch: null, resting: [], transfers: [], positions: [], fills: [] });
    const filled = mustPlace(desk, 'ada', { ...beyond, credits: 50, timeInForce: 'FOK' });
    expect(filled.order.status).toBe('filled');
    expect(filled.resting).toMatchObject([
      { kind: 'ended', status: 'cancelled', reason: 'self_trade', released: 10e6 },
    ]);
    checkBooks(desk);
  });
});

describe('resting orders of an order’s walk', () => {
  it('of the same player are cancelled as counters, not as companions', () => {
    const desk = desk3();
    mustPlace(desk, 'ada', { outcome: 1, side: 'buy', credits: 20, limitBps: 3_200 });
    mustPlace(desk, 'ada', { ...sell, limitBps: 3_500 });
    mustPlace(desk, 'bob', { ...sell, limitBps: 3_500 });
    const { resting, fills } = mustPlace(desk, 'ada', { ...buy, credits: 300, limitBps: 3_700 });
    expect(resting.map(effect => [effect.orderId, effect.kind])).toEqual([
      ['ord_1', 'ended'],
      ['ord_2', 'filled'],
      ['ord_0', 'filled'],
    ]);
    expect(fills.map(fill => fill.against)).toEqual(['order', 'maker']);
    expect(fills[0]).toMatchObject({ shares: 10e6, credits: 3.5e6, priceBps: 3_500 });
    checkBooks(desk);
  });

  it('do not trade from their expiry on, and the next incoming order ends them', () => {
    for (const [now, kind] of [
      [9, 'filled'],
      [10, 'ended'],
    ] as const) {
      const desk = desk3();
      mustPlace(desk, 'bob', { ...sell, limitBps: 3_500, expiresAt: 10 });
      desk.now = now;
      const { resting } = mustPlace(desk, 'ada', { ...buy, credits: 300, limitBps: 3_600 });
      expect(resting).toMatchObject([{ orderId: 'ord_0', kind, status: kind === 'ended' ? 'expired' : 'filled' }]);
      checkBooks(desk);
    }
  });

  it('of the player that have expired release their reserve to the next order', () => {
    const desk = desk3();
    mustPlace(desk, 'ada', { ...buy, credits: 1_000, limitBps: 100, expiresAt: 10 });
    mustPlace(desk, 'ada', { ...sell, shares: 100, limitBps: 9_000, expiresAt: 10 });
    expect(place(desk, 'ada', { ...buy, credits: 1_000 })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    desk.now = 10;
    const { resting } = mustPlace(desk, 'ada', { ...buy, credits: 1_000, limitBps: 101 });
    expect(resting).toMatchObject([{ status: 'expired' }, { status: 'expired' }]);
    mustPlace(desk, 'ada', { ...sell, shares: 100 });
    checkBooks(desk);
  });
});

describe('the published result', () => {
  it('is one trade per kind of counterparty, with prices for display and at full precision', () => {
    const desk = desk3();
    mustPlace(desk, 'bob', { ...sell, limitBps: 3_400 });
    const { fills, priceBps, logPrices, order } = mustPlace(desk, 'ada', { ...buy, credits: 100 });
    expect(fills.map(({ against }) => against)).toEqual(['order', 'maker']);
    expect(fills.reduce((sum, fill) => sum + fill.credits, 0)).toBe(order.filledCredits);
    expect(priceBps).toEqual(logPrices.map(log => Math.round(Math.exp(log) * 1e4)));
  });
});

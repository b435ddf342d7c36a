import { describe, expect, it } from 'vitest';
import { decideCancel, decideCancelAll, decideCloseOrders, decideExpireOrders } from './cancel-order.js';
import { availableOf, balanceOf, reservedOf } from './ledger.js';
import { checkBooks } from './testing/check-desk.js';
import { cancel, type Desk, endow, grant, mustPlace, openDesk, positionOf, save } from './testing/memory-desk.js';

function deskWithOrders(): Desk {
  const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
  grant(desk, 'ada', 1_000);
  endow(desk, 'bob', 100);
  mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 30, limitBps: 4_000 });
  mustPlace(desk, 'ada', { outcome: 1, side: 'buy', credits: 20, limitBps: 4_000, expiresAt: 50 });
  mustPlace(desk, 'bob', { outcome: 0, side: 'sell', shares: 70, limitBps: 6_000 });
  return desk;
}

describe('cancelling', () => {
  it('releases the reserve of a buy', () => {
    const desk = deskWithOrders();
    const before = desk.book.sequence;
    const ended = cancel(desk, 'ada', 'ord_0');
    expect(ended).toMatchObject({
      resting: [{ orderId: 'ord_0', released: 30e6, status: 'cancelled', reason: 'requested' }],
      sequence: before + 1,
    });
    expect(balanceOf(desk.balances, availableOf('ada'))).toBe(980_000_000n);
    expect(balanceOf(desk.balances, reservedOf('ada'))).toBe(20_000_000n);
    checkBooks(desk);
  });

  it('releases the shares of a sell', () => {
    const desk = deskWithOrders();
    cancel(desk, 'bob', 'ord_2');
    expect(positionOf(desk, 'bob', 0)).toMatchObject({ shares: 100e6, reservedShares: 0 });
    checkBooks(desk);
  });

  it('changes nothing for a completed order, and returns not found for another player’s', () => {
    const desk = deskWithOrders();
    cancel(desk, 'ada', 'ord_0');
    expect(decideCancel(desk, { orderId: 'ord_0', playerId: 'ada' }, desk.now)).toMatchObject({
      resting: [],
      patch: null,
      sequence: desk.book.sequence,
    });
    expect(decideCancel(desk, { orderId: 'ord_2', playerId: 'ada' }, desk.now)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('works while the market is paused', () => {
    const desk = deskWithOrders();
    desk.market = { ...desk.market, status: 'paused' };
    expect(cancel(desk, 'ada', 'ord_0')).toMatchObject({ resting: [{ reason: 'requested' }] });
  });

  it('finds the order expired after its expiry, and closed after the market’s end', () => {
    const desk = deskWithOrders();
    desk.market = { ...desk.market, endsAt: 60 };
    desk.now = 55;
    expect(decideCancelAll(desk, 'ada', desk.now).resting).toMatchObject([
      { orderId: 'ord_0', reason: 'requested' },
      { orderId: 'ord_1', status: 'expired', reason: null },
    ]);
    desk.now = 61;
    expect(decideCancelAll(desk, 'ada', desk.now).resting).toMatchObject([
      { orderId: 'ord_0', reason: 'market_closed' },
      { orderId: 'ord_1', status: 'expired' },
    ]);
  });
});

describe('closing a market', () => {
  it('ends every order and releases all reserves', () => {
    const desk = deskWithOrders();
    const ended = decideCloseOrders(desk, desk.now);
    save(desk, ended);
    expect(ended.resting).toHaveLength(3);
    expect(ended.resting.every(effect => effect.kind === 'ended' && effect.reason === 'market_closed')).toBe(true);
    expect(desk.book.resting.byId.size).toBe(0);
    expect(balanceOf(desk.balances, reservedOf('ada'))).toBe(0n);
    expect(desk.book.resting.buys.every(queue => queue.levels.length === 0)).toBe(true);
    checkBooks(desk);
  });
});

describe('removing expired orders', () => {
  it('ends a bounded number at a time', () => {
    const desk = deskWithOrders();
    expect(decideExpireOrders(desk, 49, 10).resting).toEqual([]);
    expect(decideExpireOrders(desk, 50, 0).resting).toEqual([]);
    expect(decideExpireOrders(desk, 50, 10).resting).toMatchObject([{ orderId: 'ord_1', status: 'expired' }]);
  });
});

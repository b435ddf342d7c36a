import fc from 'fast-check';
import { describe, it } from 'vitest';
import { limitBps, microcredits, microsPerUnit } from '../kernel/units.js';
import { type MarketBook, openBook } from './market-book.js';
import { costOf, logPrices } from './prices.js';
import type { RestingOrder, Side } from './resting-queue.js';
import { type TinyOrder, tradeInTinySteps } from './testing/tiny-steps.js';
import { walkOrder } from './walk.js';
import { allTouches } from './walk-state.js';

interface Case {
  side: Side;
  /** Shares outstanding per outcome, as multiples of b. */
  tilt: number[];
  liquidity: number;
  /** How far the limit is beyond the opening price, in basis points. */
  reach: number;
  /** As a multiple of b. */
  size: number;
  counters: { away: number; size: number }[];
  companions: { pick: number; away: number; size: number }[];
}

const restingSize = fc.double({ min: 0.01, max: 0.4, noNaN: true });
const away = fc.integer({ min: 0, max: 1_500 });
const cases: fc.Arbitrary<Case> = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  tilt: fc.array(fc.double({ min: 0, max: 1.5, noNaN: true }), { minLength: 2, maxLength: 4 }),
  liquidity: fc.constantFrom(100, 1_000, 250_000),
  reach: fc.integer({ min: -50, max: 4_000 }),
  size: fc.double({ min: 0.02, max: 0.7, noNaN: true }),
  counters: fc.array(fc.record({ away, size: restingSize }), { maxLength: 3 }),
  companions: fc.array(fc.record({ pick: fc.nat(2), away, size: restingSize }), { maxLength: 4 }),
});

/** Resting orders of a possible market: none of them can trade at the opening prices. */
function restingOrders({ side, tilt, liquidity, counters, companions }: Case): RestingOrder[] {
  const prices = Array.from(logPrices(tilt, 1), log => Math.exp(log) * 10_000);
  const sign = side === 'buy' ? 1 : -1;
  const orders: RestingOrder[] = [];
  const add = (restingSide: Side, outcome: number, limit: number, size: number) => {
    const rounded = Math.round(limit);
    if (rounded < 100 || rounded > 9_900) return;
    orders.push({
      id: `resting ${orders.length}`,
      playerId: 'somebody',
      side: restingSide,
      outcome,
      limitBps: limitBps(rounded),
      remaining: Math.round(size * liquidity * microsPerUnit),
      seq: orders.length + 1,
      expiresAt: null,
    });
  };
  const otherSide = side === 'buy' ? 'sell' : 'buy';
  for (const each of counters) add(otherSide, 0, prices[0] + sign * (each.away + 1), each.size);
  for (const each of companions) {
    const outcome = 1 + (each.pick % (tilt.length - 1));
    add(side, outcome, prices[outcome] - sign * (each.away / tilt.length + 1), each.size);
  }
  return orders;
}

function bookOf(given: Case, orders: RestingOrder[]): MarketBook {
  const liquidity = microcredits(given.liquidity * microsPerUnit);
  const shares = given.tilt.map(tilt => Math.round(tilt * liquidity));
  const { whole, rest } = costOf(shares, liquidity);
  const openingShares = shares.map(() => 0);
  const row = { marketId: 'm', liquidity, openingShares, shares, account: microcredits(whole + Math.ceil(rest)) };
  return openBook({ ...row, sequence: 1 }, orders);
}

function tinyOrders(orders: RestingOrder[], wanted: (order: RestingOrder) => boolean): TinyOrder[] {
  return orders
    .filter(wanted)
    .sort((a, b) => (a.side === 'buy' ? b.limitBps - a.limitBps : a.limitBps - b.limitBps) || a.seq - b.seq)
    .map(order => ({
      outcome: order.outcome,
      limit: order.limitBps / 10_000,
      left: order.remaining / microsPerUnit,
      shares: 0,
    }));
}

function compare(given: Case): void {
  const orders = restingOrders(given);
  const book = bookOf(given, orders);
  const { side, size, liquidity } = given;
  const amount = Math.round(size * liquidity * microsPerUnit);
  const price = Math.exp(logPrices(given.tilt, 1)[0]) * 10_000;
  const limit = Math.round(Math.min(9_500, Math.max(500, price + (side === 'buy' ? given.reach : -given.reach))));
  const request = { side, outcome: 0, limitBps: limit, amount, playerId: null, now: 0 };
  const walk = walkOrder({ book, ...request });

  const counters = tinyOrders(orders, order => order.outcome === 0);
  const companions = tinyOrders(orders, order => order.outcome !== 0);
  const held = given.tilt.map(tilt => tilt * liquidity);
  const sliver = liquidity * 4e-4;
  const ask = { side, outcome: 0, limit: limit / 10_000, amount: amount / microsPerUnit };
  const tiny = tradeInTinySteps({ liquidity, held, counters, companions }, ask, sliver);

  const tolerance = 8 * sliver;
  const near = (found: number, wanted: number) => {
    if (!(Math.abs(found - wanted) < tolerance)) throw new Error(`the walk says ${found}, tiny steps say ${wanted}`);
  };
  near((walk.makerShares + walk.counterShares) / microsPerUnit, tiny.shares);
  near((walk.makerCredits + walk.counterCredits) / microsPerUnit, tiny.credits);
  const restingShares = allTouches(walk).reduce((sum, touch) => sum + touch.shares, 0) / microsPerUnit;
  near(
    restingShares,
    [...counters, ...companions].reduce((sum, order) => sum + order.shares, 0),
  );
}

describe('the walk and a simulation in tiny steps', () => {
  it('agree on the fills of every order', () => {
    fc.assert(fc.property(cases, compare), { numRuns: 2_000 });
  }, 60_000);
});

// The eight invariants of every order, each as a property of random markets with random histories.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kernel/refusal.js';
import type { Placed } from './place-order.js';
import { logPrices } from './prices.js';
import {
  checkBooks,
  checkLimits,
  checkNothingCrosses,
  checkPriority,
  checkSolvent,
  checkSteps,
} from './testing/check-desk.js';
import {
  type Ask,
  type Desk,
  grant,
  mustPlace,
  openDesk,
  place,
  positionOf,
  preview,
  save,
} from './testing/memory-desk.js';
import { askOf, deskOf, type Scenario, scenarios } from './testing/scenario-arbitrary.js';

const runs = { numRuns: 2_000 };

/** Runs a scenario; `check` sees every accepted order before it is saved, and gets a function that saves it. */
function play(scenario: Scenario, check: (desk: Desk, placed: Placed, saveIt: () => void) => void): Desk {
  const desk = deskOf(scenario);
  for (const move of scenario.moves) {
    desk.now += move.passes;
    const order = askOf(desk, move);
    if (!order) continue;
    const placed = preview(desk, order.player, order.ask);
    desk.orders += 1;
    if (isRefusal(placed)) expect(placed.code).toMatch(/^(INVALID_PAYLOAD|ORDER_LIMIT_REACHED)$/);
    else check(desk, placed, () => save(desk, placed));
  }
  return desk;
}

function holds(check: (desk: Desk, placed: Placed) => void, afterwards: (desk: Desk) => void = () => {}): void {
  const property = fc.property(scenarios(), scenario => {
    afterwards(
      play(scenario, (desk, placed, saveIt) => {
        saveIt();
        check(desk, placed);
      }),
    );
  });
  fc.assert(property, runs);
}

describe('the invariants of every order', () => {
  it('rule 1: every trade is within its party’s limit', () => holds((_desk, placed) => checkLimits(placed)));

  it('rule 2: postings sum to zero, nothing is negative, reserves match resting orders', () =>
    holds(
      () => {},
      desk => checkBooks(desk),
    ));

  it('rule 3: the market can always pay', () => holds(desk => checkSolvent(desk)));

  it('rule 5: no resting order could trade', () => holds(desk => checkNothingCrosses(desk)));

  it('rule 7: better prices first, then older orders', () => {
    const property = fc.property(scenarios(), scenario => {
      play(scenario, (desk, placed, saveIt) => {
        checkPriority(desk, placed);
        saveIt();
      });
    });
    fc.assert(property, runs);
  });

  it('rule 8: a walk has at most three steps per outcome and order touched', () =>
    holds((desk, placed) => checkSteps(placed, desk.book.shares.length)));
});

describe('rule 6: a preview equals the order that follows it', () => {
  it('to the micro-unit, and changes nothing', () => {
    const property = fc.property(scenarios(), scenario => {
      const desk = deskOf(scenario);
      for (const move of scenario.moves) {
        const order = askOf(desk, move);
        if (!order) continue;
        const before = JSON.stringify([desk.book, [...desk.book.resting.byId], [...desk.positions]]);
        const quoted = preview(desk, order.player, order.ask);
        expect(JSON.stringify([desk.book, [...desk.book.resting.byId], [...desk.positions]])).toBe(before);
        const sent = { ...order.ask, ifSequence: desk.book.sequence };
        expect(place(desk, order.player, sent)).toEqual(quoted);
        if (!isRefusal(quoted)) expect(desk.book.sequence).toBe(quoted.sequence);
      }
    });
    fc.assert(property, runs);
  });
});

describe('rule 4: without resting orders, splitting an order changes nothing but rounding', () => {
  const market = fc.record({
    outcomes: fc.integer({ min: 2, max: 8 }),
    liquidityCredits: fc.constantFrom(100, 1_000, 1_000_000),
    credits: fc.double({ min: 0.2, max: 50_000, noNaN: true }),
    part: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    head: fc.double({ min: 0.01, max: 2_000, noNaN: true }),
  });

  /** The same order in one piece and in two, each on a fresh market with the same history. */
  function bothWays(given: { outcomes: number; liquidityCredits: number; head: number; part: number }, ask: Ask) {
    const pieces = [ask.amount as number];
    const first = Math.floor(pieces[0] * given.part);
    return [pieces, [first, pieces[0] - first]].map(amounts => {
      const desk = openDesk(given);
      grant(desk, 'ada', 1e6);
      mustPlace(desk, 'ada', { outcome: 0, side: 'buy', limitBps: 9_999, credits: given.head, timeInForce: 'IOC' });
      const placed = amounts.map(amount => mustPlace(desk, 'ada', { ...ask, amount, timeInForce: 'IOC' }));
      return { desk, placed };
    });
  }

  it('buys: shares times price within 3 micro-credits per part', () => {
    const property = fc.property(market, given => {
      const amount = Math.floor(given.credits * 1e6);
      const [whole, split] = bothWays(given, { outcome: 1, side: 'buy', limitBps: 9_999, amount });
      const price = Math.exp(logPrices(whole.desk.book.shares, whole.desk.book.liquidity)[1]);
      const difference = positionOf(whole.desk, 'ada', 1).shares - positionOf(split.desk, 'ada', 1).shares;
      expect(Math.abs(difference) * price).toBeLessThanOrEqual(3 * 2);
    });
    fc.assert(property, runs);
  });

  it('sells: credits within 3 micro-credits per part', () => {
    const property = fc.property(market, given => {
      const bought = openDesk(given);
      grant(bought, 'ada', 1e6);
      mustPlace(bought, 'ada', { outcome: 0, side: 'buy', limitBps: 9_999, credits: given.head, timeInForce: 'IOC' });
      const amount = positionOf(bought, 'ada', 0).shares;
      fc.pre(amount * Math.min(given.part, 1 - given.part) > 20_000);
      const [whole, split] = bothWays(given, { outcome: 0, side: 'sell', limitBps: 1, amount });
      const got = (way: typeof whole) => way.placed.reduce((sum, { order }) => sum + order.filledCredits, 0);
      const sold = (way: typeof whole) => way.placed.reduce((sum, { order }) => sum + order.filledShares, 0);
      fc.pre(sold(whole) === amount && sold(split) === amount);
      expect(Math.abs(got(whole) - got(split))).toBeLessThanOrEqual(3 * 2);
    });
    fc.assert(property, runs);
  });
});

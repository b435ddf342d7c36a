import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../kernel/refusal.js';
import { type BookLevel, orderBook } from './order-book.js';
import type { Placed } from './place-order.js';
import { endow, grant, mustPlace, openDesk, place, preview } from './testing/memory-desk.js';
import { askOf, deskOf, scenarios } from './testing/scenario-arbitrary.js';

function upTo(levels: readonly BookLevel[], count: number, unit: 'credits' | 'shares'): number {
  return levels.slice(0, count).reduce((sum, level) => sum + level[unit], 0);
}

function priceAfter(placed: Placed, outcome: number): number {
  return Math.exp(placed.logPrices[outcome]);
}

describe('the book of the maker and the resting orders', () => {
  it('reaches its m-th level after trading the first m levels', () => {
    const chosen = fc.record({ outcome: fc.nat(5), level: fc.nat(30) });
    const property = fc.property(scenarios(8), chosen, (scenario, { outcome: any, level }) => {
      const desk = deskOf({ ...scenario, wealth: Math.min(scenario.wealth, 1e6) });
      for (const move of scenario.moves) {
        const order = askOf(desk, { ...move, expiresIn: null });
        if (order) place(desk, order.player, order.ask);
      }
      const outcome = any % scenario.outcomes;
      const { asks, bids } = orderBook(desk.book, outcome, 40, desk.now);
      grant(desk, 'visitor', 9e8);
      const given = { outcome, timeInForce: 'IOC' } as const;
      const ask = asks[Math.min(level, asks.length - 1)];
      const credits = ask && upTo(asks, asks.indexOf(ask) + 1, 'credits');
      if (ask && credits >= 10_000 && credits <= 9e14) {
        const placed = preview(desk, 'visitor', { ...given, side: 'buy', amount: credits, limitBps: ask.priceBps });
        if (!isRefusal(placed)) expect(Math.abs(priceAfter(placed, outcome) - ask.priceBps / 1e4)).toBeLessThan(1e-6);
      }
      const bid = bids[Math.min(level, bids.length - 1)];
      const shares = bid && upTo(bids, bids.indexOf(bid) + 1, 'shares');
      if (bid && shares >= 10_000 && shares <= 1e14) {
        endow(desk, 'visitor', Math.ceil(shares / 1e6));
        const placed = preview(desk, 'visitor', { ...given, side: 'sell', amount: shares, limitBps: bid.priceBps });
        if (!isRefusal(placed)) expect(Math.abs(priceAfter(placed, outcome) - bid.priceBps / 1e4)).toBeLessThan(1e-6);
      }
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});

describe('the levels of a book', () => {
  it('has one-basis-point steps near the price and wider ones on round numbers further out', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
    const { asks, bids, midBps, spreadBps } = orderBook(desk.book, 0, 25, desk.now);
    expect(asks.slice(0, 13).map(level => level.priceBps)).toEqual([
      5001, 5002, 5003, 5004, 5005, 5006, 5007, 5008, 5009, 5010, 5015, 5020, 5025,
    ]);
    expect(bids.slice(0, 12).map(level => level.priceBps)).toEqual([
      4999, 4998, 4997, 4996, 4995, 4994, 4993, 4992, 4991, 4990, 4985, 4980,
    ]);
    expect(asks).toHaveLength(25);
    expect([midBps, spreadBps]).toEqual([5_000, 2]);
    expect(new Set(asks.map(level => level.source))).toEqual(new Set(['maker']));
  });

  it('has as many levels per side as requested, up to the end of the range', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
    for (const depth of [1, 20, 50, 51, 100, 200]) {
      const { asks, bids } = orderBook(desk.book, 0, depth, desk.now);
      expect([asks.length, bids.length], `depth ${depth}`).toEqual([depth, depth]);
    }
    const [deep, shallow] = [200, 20].map(depth => orderBook(desk.book, 0, depth, desk.now).asks);
    expect(deep.slice(0, 20)).toEqual(shallow);
    grant(desk, 'ada', 100_000);
    mustPlace(desk, 'ada', { outcome: 0, side: 'buy', credits: 3_000, limitBps: 9_900, timeInForce: 'IOC' });
    const { asks } = orderBook(desk.book, 0, 200, desk.now);
    expect(asks.at(-1)?.priceBps).toBe(9999);
    expect(asks.length).toBeLessThan(200);
  });

  it('has levels beyond the last whole price', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 100 });
    const book = { ...desk.book, shares: [0, 1_200e6] };
    expect(orderBook(book, 0, 3, desk.now).asks.map(level => level.priceBps)).toEqual([1, 2, 3]);
    expect(orderBook(book, 0, 3, desk.now).bids).toEqual([]);
    expect(orderBook(book, 1, 3, desk.now).bids.map(level => level.priceBps)).toEqual([9_999, 9_998, 9_997]);
    expect(orderBook(book, 1, 3, desk.now).asks).toEqual([]);
  });

  it('names the owner of a level’s shares', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
    for (const player of ['ada', 'bob']) {
      grant(desk, player, 10_000);
      endow(desk, player, 1_000);
    }
    mustPlace(desk, 'ada', { outcome: 1, side: 'buy', credits: 100, limitBps: 4_998 });
    mustPlace(desk, 'ada', { outcome: 0, side: 'sell', shares: 40, limitBps: 5_005 });
    const at = (price: number) => orderBook(desk.book, 0, 20, desk.now).asks.find(level => level.priceBps === price);
    expect(at(5_001)?.source).toBe('maker');
    expect(at(5_002)?.source).toBe('mixed');
    expect(at(5_002)?.shares).toBeGreaterThan(200e6);
    expect(at(5_005)?.source).toBe('mixed');
    mustPlace(desk, 'bob', { outcome: 0, side: 'buy', credits: 5, limitBps: 5_002 });
    expect(orderBook(desk.book, 0, 20, desk.now).asks[0]).toMatchObject({ priceBps: 5_002, source: 'orders' });
  });

  it('omits expired orders', () => {
    const desk = openDesk({ outcomes: 2, liquidityCredits: 1_000 });
    endow(desk, 'ada', 100);
    const before = orderBook(desk.book, 0, 20, 1);
    mustPlace(desk, 'ada', { outcome: 0, side: 'sell', shares: 40, limitBps: 5_005, expiresAt: 10 });
    expect(orderBook(desk.book, 0, 20, 9).asks).not.toEqual(before.asks);
    expect(orderBook(desk.book, 0, 20, 10).asks).toEqual(before.asks);
  });
});

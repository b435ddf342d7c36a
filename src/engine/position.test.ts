import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microcredits, microshares } from '../kernel/units.js';
import { changePosition, freeShares, noPosition, type Position, type PositionChange } from './position.js';

const who = { playerId: 'ada', outcome: 0 };
const bought = (shares: number, credits: number): PositionChange => ({
  ...who,
  kind: 'bought',
  shares: microshares(shares),
  credits: microcredits(credits),
});
const sold = (shares: number, credits: number, fromReserve = false): PositionChange => ({
  ...who,
  kind: 'sold',
  shares: microshares(shares),
  credits: microcredits(credits),
  fromReserve,
});
const reserve = (kind: 'reserved' | 'released', shares: number): PositionChange => ({
  ...who,
  kind,
  shares: microshares(shares),
});

function holdingAfter(...changes: PositionChange[]): Position {
  return changes.reduce(changePosition, noPosition);
}

describe('a position', () => {
  it('is held at average cost', () => {
    const position = holdingAfter(bought(100, 30), bought(100, 50), sold(50, 40));
    expect(position).toEqual({ shares: 150, reservedShares: 0, cost: 60, realizedProfit: 20 });
  });

  it('that is sold completely has no cost left', () => {
    const property = fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 1e15 }), fc.integer({ min: 0, max: 1e15 })), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (buys, part) => {
        const held = holdingAfter(...buys.map(([shares, credits]) => bought(shares, credits)));
        const first = Math.floor(held.shares * part);
        const end = [sold(first, 7), sold(held.shares - first, 5)].reduce(changePosition, held);
        expect(end).toMatchObject({ shares: 0, cost: 0, realizedProfit: 12 - held.cost });
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });

  it('tracks the reserve separately', () => {
    const position = holdingAfter(
      bought(100, 30),
      reserve('reserved', 60),
      sold(20, 10, true),
      reserve('released', 10),
    );
    expect(position).toMatchObject({ shares: 80, reservedShares: 30 });
    expect(freeShares(position)).toBe(50);
  });

  it.each([
    ['sells more than it has', [bought(10, 3), sold(11, 1)]],
    ['reserves more than it has', [bought(10, 3), reserve('reserved', 11)]],
    ['releases more than it holds', [bought(10, 3), reserve('released', 1)]],
    ['sells what rests', [bought(10, 3), reserve('reserved', 10), sold(1, 1)]],
  ])('that %s is a bug', (_what, changes) => {
    expect(() => holdingAfter(...changes)).toThrow('position-not-negative');
  });
});

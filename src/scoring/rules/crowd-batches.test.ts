import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../kernel/time.js';
import { type BatchCandidate, nextBatch, shownCrowd } from './crowd-batches.js';
import { type Coalition, consistentValues, observe } from './testing/crowd-coalition.js';

const now = 100 * dayMs;

function candidate(owner: string, percent: number, change: Partial<BatchCandidate> = {}): BatchCandidate {
  return { forecastId: `fct_${owner}`, owner, micros: percent * 10_000, at: now - hourMs, joined: null, ...change };
}

const eight = (percent: number) => Array.from({ length: 8 }, (_, index) => candidate(`o${index}`, percent));

describe('a batch', () => {
  it('needs eight owners, however many players they have', () => {
    expect(nextBatch(eight(30).slice(1), now)).toBeNull();
    const seven = eight(30).slice(1);
    expect(nextBatch([...seven, ...seven.map(one => ({ ...one, forecastId: `${one.forecastId}-b` }))], now)).toBeNull();
    expect(nextBatch(eight(30), now)?.members).toHaveLength(8);
  });

  it('rounds its mean to five points', () => {
    expect(nextBatch([...eight(30), candidate('x', 60)], now)?.percent).toBe(35);
    expect(nextBatch(eight(32.4), now)?.percent).toBe(30);
    expect(nextBatch(eight(32.5), now)?.percent).toBe(35);
    expect(nextBatch(eight(99), now)?.percent).toBe(100);
  });

  it('uses the earliest forecast of an owner', () => {
    const later = candidate('o0', 100, { forecastId: 'fct_a', at: now });
    const ids = nextBatch([later, ...eight(30)], now)?.members.map(({ forecastId }) => forecastId);
    expect(ids).toHaveLength(8);
    expect(ids).not.toContain('fct_a');
  });

  it('accepts an owner again after seven days and a change of ten points', () => {
    const joined = (days: number, percent: number) => ({ at: now - days * dayMs, micros: percent * 10_000 });
    const withLast = (last: BatchCandidate['joined']) => [candidate('o0', 30, { joined: last }), ...eight(30).slice(1)];
    expect(nextBatch(withLast(joined(7, 40)), now)).not.toBeNull();
    expect(nextBatch(withLast(joined(7, 39.9999)), now)).toBeNull();
    expect(nextBatch(withLast({ ...joined(7, 80), at: now - 7 * dayMs + 1 }), now)).toBeNull();
  });
});

describe('the shown mean', () => {
  const batch = (question: number, percent: number, size: number, at = now) => ({ question, percent, size, at });

  it('weights batches by their size', () => {
    expect(shownCrowd(2, [batch(0, 20, 8), batch(0, 60, 24, now + 1)])).toEqual({
      percents: [50, 50],
      forecasters: 32,
      asOf: now + 1,
    });
  });

  it('is null if no batch was published', () => {
    expect(shownCrowd(3, [batch(1, 40, 8)])?.percents).toEqual([null, 40, null]);
    expect(shownCrowd(2, [])).toBeNull();
  });
});

describe('a coalition of all other owners', () => {
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map(micros => micros / 10_000);
  const coalition = fc.record<Coalition>({
    owners: fc.integer({ min: 7, max: 12 }),
    seed: fc.integer(),
    bisects: fc.boolean(),
  });

  it('learns no more about a sealed forecast than a cell of 40 points', () => {
    fc.assert(
      fc.property(coalition, percent, (others, sealed) => {
        const { cells } = observe(others, [sealed]);
        expect(cells).toHaveLength(1);
        const [{ from, to }] = cells;
        expect(to - from).toBeGreaterThanOrEqual(40 - 1e-6);
        // Every value of the cell is consistent with everything published in the following weeks.
        const consistent = consistentValues(others, [sealed], 0);
        expect(consistent).toEqual(expect.arrayContaining(gridWithin(from + 0.01, to - 0.01)));
      }),
      { numRuns: 25 },
    );
  });

  it('learns one cell for each of two forecasts, and that they are ten points apart', () => {
    fc.assert(
      fc.property(coalition, percent, percent, (others, first, second) => {
        fc.pre(Math.abs(first - second) >= 10);
        const { cells, published } = observe(others, [first, second]);
        expect(cells).toHaveLength(2);
        for (const { from, to } of cells) expect(to - from).toBeGreaterThanOrEqual(40 - 1e-6);
        for (const a of gridWithin(cells[0].from + 0.01, cells[0].to - 0.01, 7)) {
          for (const b of gridWithin(cells[1].from + 0.01, cells[1].to - 0.01, 7)) {
            if (Math.abs(a - b) >= 10) expect(observe(others, [a, b]).published).toEqual(published);
          }
        }
      }),
      { numRuns: 30 },
    );
  });
});

/** The values of 0 to 100 in steps, strictly between two bounds. */
function gridWithin(from: number, to: number, step = 1): number[] {
  const all = Array.from({ length: Math.floor(100 / step) + 1 }, (_, index) => index * step);
  return all.filter(value => value > from && value < to);
}

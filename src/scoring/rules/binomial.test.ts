import { describe, expect, it } from 'vitest';
import { drawBinomial, drawShare, seededBy } from './intervals.js';

/** The probabilities of 0, 1, 2 … successes. */
function massOf(trials: number, probability: number): number[] {
  const mass = [(1 - probability) ** trials];
  for (let k = 1; k <= trials; k += 1) {
    mass.push((mass[k - 1] * (trials - k + 1) * probability) / (k * (1 - probability)));
  }
  return mass;
}

const draws = 50_000;

/** Pearson's statistic over cells that expect at least 20 draws each, as a number of standard deviations. */
function deviationsFrom(mass: readonly number[], counts: ReadonlyMap<number, number>): number {
  const cells: { expected: number; found: number }[] = [{ expected: 0, found: 0 }];
  for (const [k, share] of mass.entries()) {
    const cell = cells[cells.length - 1];
    cell.expected += share * draws;
    cell.found += counts.get(k) ?? 0;
    if (cell.expected >= 20) cells.push({ expected: 0, found: 0 });
  }
  const [rest, last] = [cells.pop(), cells.at(-1)];
  if (rest && last) {
    last.expected += rest.expected;
    last.found += rest.found;
  }
  const square = cells.reduce((sum, { expected, found }) => sum + (found - expected) ** 2 / expected, 0);
  const freedom = cells.length - 1;
  return (square - freedom) / Math.sqrt(2 * freedom);
}

describe('binomial draws', () => {
  // Both methods, both sides of one half, and the bound between the methods.
  it.each([
    [20, 0.1],
    [99, 0.1],
    [101, 0.1],
    [400, 0.5],
    [200, 0.83],
    [1_000, 0.003],
    [1_000, 0.31],
  ])('of %d trials with probability %d have its distribution', (trials, probability) => {
    const state = seededBy(`${trials} ${probability}`);
    const counts = new Map<number, number>();
    for (let draw = 0; draw < draws; draw += 1) {
      const k = drawBinomial(() => drawShare(state), trials, probability);
      counts.set(k, (counts.get(k) ?? 0) + 1);
    }
    expect([...counts.keys()].every(k => Number.isInteger(k) && k >= 0 && k <= trials)).toBe(true);
    expect(Math.abs(deviationsFrom(massOf(trials, probability), counts))).toBeLessThan(4);
  });

  it('of many trials have the mean and the variance of the distribution', () => {
    const [trials, probability, state] = [1_000_000, 0.12, seededBy('many')];
    const found = Array.from({ length: 20_000 }, () => drawBinomial(() => drawShare(state), trials, probability));
    const mean = found.reduce((sum, k) => sum + k, 0) / found.length;
    const variance = found.reduce((sum, k) => sum + (k - mean) ** 2, 0) / found.length;
    const expected = trials * probability * (1 - probability);
    expect(Math.abs(mean - trials * probability) / Math.sqrt(expected / found.length)).toBeLessThan(4);
    expect(Math.abs(variance / expected - 1)).toBeLessThan(0.04);
  });
});

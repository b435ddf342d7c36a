import { describe, expect, it } from 'vitest';
import { ErrorSum } from './error-path.js';
import { drawIndex, seededBy } from './intervals.js';
import { addPathError, buildPricePath, momentOf, type PriceStep, stepBefore } from './price-path.js';

const lifeMs = 20 * 365 * 86_400_000;

/** Twenty years of prices, one every hundred minutes or so. */
function longPath(): PriceStep[] {
  const state = seededBy('long path');
  const count = 100_000;
  return Array.from({ length: count }, (_, k) => {
    const price = 1 + drawIndex(state, 9_999);
    return { atMs: Math.floor((k * lifeMs) / count), pricesBps: [price, 10_000 - price] };
  });
}

describe('the integral along a path', () => {
  const steps = longPath();
  const path = buildPricePath(steps, { opensAtMs: 0, lifeMs, payoutBps: [10_000, 0] });
  const meanBetween = (from: number, to: number) => {
    const sum = new ErrorSum();
    addPathError(sum, path, 0, momentOf(path, from), momentOf(path, to));
    return sum.mean(to - from);
  };

  it('is exact over a millisecond after twenty years', () => {
    for (let back = 1; back < 2_000; back += 1) {
      const [price] = steps.at(-1)!.pricesBps;
      expect(meanBetween(lifeMs - back - 1, lifeMs - back)).toBeCloseTo((1 - price / 10_000) ** 2, 15);
    }
  });

  it('equals the sum of its pieces over any number of steps', () => {
    for (const [first, last] of [
      [17, 18],
      [99_000, 99_050],
      [0, 99_999],
    ]) {
      let expected = 0n;
      for (let step = first; step < last; step += 1) {
        const square = BigInt(10_000 - steps[step].pricesBps[0]) ** 2n;
        expected += square * BigInt(steps[step + 1].atMs - steps[step].atMs);
      }
      const ms = steps[last].atMs - steps[first].atMs;
      const exact = Number((expected * 10n ** 10n) / BigInt(ms)) / 1e18;
      expect(meanBetween(steps[first].atMs, steps[last].atMs)).toBeCloseTo(exact, 15);
    }
  });

  it('finds the value just before a time', () => {
    expect(stepBefore(path, steps[5].atMs)).toBe(4);
    expect(stepBefore(path, steps[5].atMs + 1)).toBe(5);
    expect(stepBefore(path, 0)).toBe(0);
  });
});

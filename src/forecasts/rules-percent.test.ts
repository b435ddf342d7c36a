import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microsFromPercent, percentFromMicros } from './rules.js';

describe('percentages', () => {
  it.each([
    [0, 0],
    [-0, 0],
    [100, 1_000_000],
    [62.5, 625_000],
    [33.33335, 333_334],
    [33.33334999, 333_333],
    [0.00005, 1],
    [0.00004999, 0],
    [1e-9, 0],
    [Number.MIN_VALUE, 0],
    [99.99995, 1_000_000],
    [99.99994, 999_999],
    [0.1 + 0.2, 3_000],
    [1.00005, 10_001],
    [2.67495, 26_750],
  ])('%d is %d millionths', (percent, micros) => {
    expect(microsFromPercent(percent)).toBe(micros);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -0.00001, 100.00001, -1, 1e300])('%d is invalid', percent => {
    expect(microsFromPercent(percent)).toBeNull();
  });

  it('are unchanged once rounded, and print with at most four decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), micros => {
        const percent = percentFromMicros(micros);
        expect(microsFromPercent(percent)).toBe(micros);
        expect(String(percent)).toMatch(/^\d{1,3}(\.\d{1,4})?$|^0$|e-/);
      }),
    );
  });

  it('change by at most half of the last decimal', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), percent => {
        const micros = microsFromPercent(percent) as number;
        expect(Math.abs(micros / 10_000 - percent)).toBeLessThanOrEqual(0.000_050_000_001);
      }),
    );
  });
});

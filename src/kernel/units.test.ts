import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averagePriceBps,
  bpsOfDown,
  bpsOfRemainder,
  bpsOfUp,
  limitBps,
  microcredits,
  microsFromWire,
  microsToWire,
  shareOfDown,
} from './units.js';

describe('numbers of the wire format', () => {
  it.each([
    [1, 1_000_000],
    [0.1 + 0.2, 300_000],
    [0.7 + 0.1, 800_000],
    [4.35, 4_350_000],
    [1.1, 1_100_000],
    [0.000001, 1],
    [1e-7, 0],
    [9.9e-7, 0],
    [1.0000005, 1_000_000],
    [1.0000019, 1_000_001],
    [999_999_999.999999, 999_999_999_999_999],
    [1e9, 1e15],
    [-0.1, -100_000],
    [0, 0],
    [-0, 0],
  ])('%d is %d millionths', (wire, micros) => expect(microsFromWire(wire)).toBe(micros));

  it.each([1e21, 1e10, -1e21, Number.NaN, Number.POSITIVE_INFINITY])('%d is rejected', wire => {
    expect(microsFromWire(wire)).toBeNull();
  });

  it('round-trip without a change', () => {
    const micros = fc.integer({ min: 0, max: 1e15 });
    fc.assert(
      fc.property(micros, value => {
        expect(microsFromWire(microsToWire(value))).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are the first six decimals of their fifteen digits', () => {
    const truncated = (value: number) => {
      const [mantissa, exponent] = Math.abs(value).toExponential(14).split('e');
      const digits = BigInt(mantissa.replace('.', ''));
      const shift = Number(exponent) - 14 + 6;
      const micros = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
      return value < 0 && micros !== 0n ? -Number(micros) : Number(micros);
    };
    const decimals = fc.tuple(fc.integer({ min: -1e15, max: 1e15 }), fc.integer({ min: 0, max: 12 }));
    const values = fc.oneof(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      decimals.map(([digits, places]) => digits / 10 ** places).filter(value => Math.abs(value) < 1e9),
    );
    fc.assert(
      fc.property(values, value => {
        expect(microsFromWire(value)).toBe(truncated(value));
      }),
      { numRuns: 5_000 },
    );
  });

  it('print with at most six decimals', () => {
    const micros = fc.integer({ min: 1, max: 1e15 });
    fc.assert(
      fc.property(micros, value => {
        expect(String(microsToWire(value))).toMatch(/^\d+(\.\d{1,6})?$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('rounding', () => {
  it('of a price times shares is exact for the largest amounts', () => {
    const amount = fc.integer({ min: 0, max: 2 ** 52 });
    const bps = fc.integer({ min: 1, max: 9_999 });
    const property = fc.property(amount, bps, (shares, price) => {
      const product = BigInt(shares) * BigInt(price);
      expect(BigInt(bpsOfDown(shares, price))).toBe(product / 10_000n);
      expect(BigInt(bpsOfUp(shares, price))).toBe((product + 9_999n) / 10_000n);
      expect(BigInt(bpsOfRemainder(shares, price))).toBe(product % 10_000n);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it('of a part of a large amount is exact', () => {
    expect(shareOfDown(999_999_999_999_999, 3, 7)).toBe(428_571_428_571_428);
    expect(shareOfDown(1e15, 1e15 - 1, 1e15)).toBe(1e15 - 1);
  });

  it('of an average price stays within the valid limits', () => {
    expect(averagePriceBps(1, 0)).toBeNull();
    expect(averagePriceBps(0, 10)).toBe(1);
    expect(averagePriceBps(10, 10)).toBe(9_999);
    expect(averagePriceBps(1, 3)).toBe(3_333);
  });
});

describe('units', () => {
  it('are integers, or a bug', () => {
    expect(() => microcredits(0.5)).toThrow('whole-units');
    expect(() => microcredits(2 ** 53)).toThrow('whole-units');
    expect(() => limitBps(10_000)).toThrow('limit-in-range');
  });
});

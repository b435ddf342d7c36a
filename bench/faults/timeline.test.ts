import { describe, expect, it } from 'vitest';
import { outageMs, rateBetween, recoveryMs } from './timeline.js';

/** A hundred writes a second. */
const steady = (from: number, to: number) =>
  Array.from({ length: (to - from) / 10 }, (_each, index) => from + index * 10);

describe('run metrics', () => {
  const moments = [...steady(0, 5_000), ...steady(9_000, 15_000)];

  it('count acknowledged writes per second', () => {
    expect(rateBetween(moments, 0, 5_000)).toBe(100);
    expect(rateBetween(moments, 5_000, 9_000)).toBe(0);
    expect(rateBetween(moments, 4_000, 6_000)).toBe(50);
  });

  it('measure the time until throughput recovers', () => {
    expect(recoveryMs(moments, 70, 1_000, 15_000)).toBe(0);
    expect(recoveryMs(moments, 70, 5_000, 15_000)).toBe(3_700);
    expect(recoveryMs(moments, 70, 5_000, 9_500)).toBeNull();
    expect(recoveryMs(moments, 140, 0, 15_000)).toBeNull();
  });

  it('sum up the time without writes', () => {
    expect(outageMs(moments, 100, 0, 15_000)).toBe(4_000);
    expect(outageMs(moments, 100, 10_000, 15_000)).toBe(0);
  });

  it('ignores a short gap at a low rate', () => {
    const few = Array.from({ length: 100 }, (_each, index) => index * 500 + (index % 2) * 450);
    expect(outageMs(few, 2, 0, 50_000)).toBe(0);
    expect(outageMs(few, 2, 0, 80_000)).toBe(30_000);
  });
});

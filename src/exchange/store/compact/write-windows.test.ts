import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playBudgets } from '../../../http/write-outcome.js';
import { decodeWindow, encodeWindow, maxDistance } from './write-windows.js';

const newest = Date.parse('2026-03-17T12:00:00Z');
const restored = (moments: readonly number[]) => decodeWindow(encodeWindow(moments).toString('hex'));

/** Times with these distances; the last is the newest. */
const withDistances = (distances: readonly number[]) => {
  const moments = [newest];
  for (const distance of distances) moments.unshift(moments[0] - distance);
  return moments;
};

describe('the times of counted writes', () => {
  it('are restored from their bytes', () => {
    expect(restored([])).toEqual([]);
    expect(restored([0])).toEqual([0]);
    const distances = fc.array(fc.oneof(fc.constant(0), fc.nat(60_000), fc.constant(2 ** 24 - 1)), { maxLength: 200 });
    fc.assert(
      fc.property(distances.map(withDistances), moments => {
        expect(restored(moments)).toEqual(moments);
      }),
    );
  });

  it('stay further apart than any window if the distance is too large for three bytes', () => {
    for (const { windowMs } of Object.values(playBudgets)) expect(windowMs).toBeLessThan(maxDistance);
    const moments = withDistances([1_000, 2 ** 40, 5]);
    expect(restored(moments)).toEqual(withDistances([1_000, 2 ** 24 - 1, 5]));
  });

  it('end with the same bytes when one is added', () => {
    const before = encodeWindow(withDistances([40, 30, 20]));
    const after = encodeWindow([...withDistances([40, 30, 20]), newest + 7]);
    expect(after.length).toBe(before.length + 3);
    expect(after.subarray(9)).toEqual(before.subarray(6));
  });
});

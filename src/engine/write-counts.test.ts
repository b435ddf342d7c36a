import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../kernel/time.js';
import {
  countedPeriods,
  countWrites,
  noWrites,
  periodMs,
  playBudgets,
  remainingWrites,
  type WriteCounts,
} from './write-counts.js';

const start = Date.parse('2026-03-17T12:00:00Z');
const { quota } = playBudgets.orders;

function counted(writes: readonly { readonly at: number; readonly count: number }[]): WriteCounts {
  return writes.reduce((counts, { at, count }) => countWrites(counts, 'orders', at, count).counts, noWrites);
}

describe('counts of writes', () => {
  it('never allow more than the quota in an hour, and count no write for more than 65 minutes', () => {
    const steps = fc.array(fc.record({ pause: fc.nat(9 * minuteMs), count: fc.integer({ min: 1, max: 40 }) }), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(steps, list => {
        let [now, counts] = [start, noWrites];
        const allowed: { at: number; count: number }[] = [];
        const within = (ms: number) =>
          allowed.filter(({ at }) => at > now - ms).reduce((total, { count }) => total + count, 0);
        for (const { pause, count } of list) {
          now += pause;
          const write = countWrites(counts, 'orders', now, count);
          if (within(65 * minuteMs) + count <= quota) expect(write.allowed).toBe(true);
          if (write.allowed) allowed.push({ at: now, count });
          expect(within(hourMs)).toBeLessThanOrEqual(quota);
          expect(remainingWrites(write.counts, 'orders', now)).toBe(write.remaining);
          counts = write.counts;
          expect(counts.orders.length).toBeLessThanOrEqual(countedPeriods);
        }
      }),
    );
  });

  it('are separate for each kind of write', () => {
    const full = countWrites(noWrites, 'orders', start, quota).counts;
    expect(countWrites(full, 'orders', start).allowed).toBe(false);
    expect(countWrites(full, 'cancels', start)).toMatchObject({ allowed: true, remaining: 599 });
    expect(remainingWrites(full, 'forecasts', start)).toBe(120);
  });

  it('say when one more is available, and count nothing for a refused write', () => {
    const counts = counted([
      { at: start, count: quota - 1 },
      { at: start + periodMs, count: 1 },
    ]);
    const now = start + 2 * periodMs;
    const refused = countWrites(counts, 'orders', now);
    expect(refused).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 55 * 60 });
    expect(remainingWrites(refused.counts, 'orders', now)).toBe(0);
    const free = now + refused.resetSeconds * 1000;
    expect(countWrites(refused.counts, 'orders', free - 1).allowed).toBe(false);
    expect(countWrites(refused.counts, 'orders', free).allowed).toBe(true);
    expect(countWrites(refused.counts, 'orders', now, quota).resetSeconds).toBe(60 * 60);
  });

  it('count on if the clock was set back', () => {
    const counts = counted([{ at: start, count: quota }]);
    expect(countWrites(counts, 'orders', start - hourMs)).toMatchObject({ allowed: false, remaining: 0 });
    expect(countWrites(counts, 'orders', start + 65 * minuteMs).allowed).toBe(true);
  });
});

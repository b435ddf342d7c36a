import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeWrites } from './write-window.js';

const budget = { quota: 5, windowMs: 1_000 };

describe('the window of a write budget', () => {
  it('equals a count of the allowed writes within the window, whatever is kept', () => {
    const steps = fc.array(fc.record({ pause: fc.nat(400), count: fc.integer({ min: 1, max: 3 }) }), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(steps, list => {
        let [now, stored, longest]: [number, readonly number[], number] = [10_000, [], 0];
        const allowed: number[] = [];
        for (const { pause, count } of list) {
          now += pause;
          const recent = allowed.filter(moment => moment > now - budget.windowMs);
          const window = takeWrites(stored, budget, now, count);
          expect(window.allowed).toBe(recent.length + count <= budget.quota);
          if (window.allowed) allowed.push(...Array<number>(count).fill(now));
          const used = recent.length + (window.allowed ? count : 0);
          expect(window.remaining).toBe(budget.quota - used);
          stored = window.moments;
          expect(stored.slice(stored.length - used)).toEqual(allowed.slice(allowed.length - used));
          longest = Math.max(longest, stored.length);
        }
        expect(longest).toBeLessThanOrEqual(budget.quota);
      }),
    );
  });

  it('drops each time that has left it', () => {
    expect(takeWrites([1_000, 1_500, 1_600], budget, 2_550).moments).toEqual([1_600, 2_550]);
  });

  it('says when one more is available, and stores nothing for a refused write', () => {
    const moments = [1_000, 1_100, 1_200, 1_300, 1_400];
    expect(takeWrites(moments, budget, 1_500)).toEqual({ allowed: false, moments, remaining: 0, resetSeconds: 1 });
    expect(takeWrites(moments, { ...budget, windowMs: 60_000 }, 1_500, 2).resetSeconds).toBe(60);
    expect(takeWrites(moments, budget, 2_000)).toMatchObject({ allowed: true, remaining: 0, resetSeconds: 1 });
  });

  it('keeps the order of the times if the clock was set back', () => {
    expect(takeWrites([2_000], budget, 1_500).moments).toEqual([2_000, 2_000]);
  });

  it('has nothing left, and not less, if times that had left it count again', () => {
    const moments = [1_000, 1_100, 1_200, 1_300, 2_000, 2_050, 2_100, 2_150];
    expect(takeWrites(moments, budget, 2_310)).toMatchObject({ allowed: true, remaining: 0 });
    expect(takeWrites(moments, budget, 2_050)).toMatchObject({ allowed: false, remaining: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { StageTimings } from './stage-timings.js';

function timed() {
  const clock = { now: 0 };
  const timings = new StageTimings(() => clock.now);
  const figures = (stage: string) => timings.report().stages.find(row => row.stage === stage);
  return { clock, timings, figures };
}

describe('stage timings', () => {
  it('estimate quantiles with an error of at most a quarter', () => {
    const { timings, figures } = timed();
    for (let number = 1; number <= 1000; number += 1) timings.observe('decide', number / 10);
    const { count, meanMs, p50Ms, p95Ms, p99Ms, maxMs } = figures('decide') as unknown as Record<string, number>;
    expect([count, maxMs]).toEqual([1000, 100]);
    expect(meanMs).toBeCloseTo(50.05, 3);
    for (const [measured, exact] of [
      [p50Ms, 50],
      [p95Ms, 95],
      [p99Ms, 99],
    ]) {
      expect(measured).toBeGreaterThanOrEqual(exact);
      expect(measured).toBeLessThanOrEqual(exact * 1.25);
    }
  });

  it('count batches, and handle none, tiny values and old ones', () => {
    const { timings, figures } = timed();
    expect(figures('queue')).toMatchObject({ count: 0, meanMs: null, p50Ms: null });
    timings.observe('commit', 2, 256);
    expect(figures('commit')).toMatchObject({ count: 256, meanMs: 2, p50Ms: 2, maxMs: 2 });
    timings.observe('auth', 0);
    timings.observe('auth', 3_600_000);
    expect(figures('auth')).toMatchObject({ count: 2, p50Ms: 0.01, maxMs: 3_600_000 });
  });

  it('expire after ten minutes', () => {
    const { clock, timings, figures } = timed();
    timings.observe('send', 1);
    clock.now = 301_000;
    timings.sweep();
    expect(figures('send')).toMatchObject({ count: 1 });
    timings.observe('send', 2);
    clock.now = 602_000;
    expect(figures('send')).toMatchObject({ count: 1, maxMs: 2 });
    clock.now = 5_000_000;
    expect(figures('send')).toMatchObject({ count: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '../kernel/time.js';
import { meanUptime, uptimeByDay } from './status-history.js';

describe('uptime', () => {
  const today = 20_000 * dayMs;

  it('counts minutes without a sample as down and days before the first sample as unknown', () => {
    const now = today + 100 * minuteMs + 30_000;
    const first = today - dayMs / 2;
    const measured = [
      { day: today - dayMs, readyMinutes: 720 },
      { day: today, readyMinutes: 75 },
    ];
    const days = uptimeByDay(3, first, measured, now);
    expect(days.map(({ uptime }) => uptime)).toEqual([null, 1, 0.75]);
    expect(meanUptime(days)).toBe(0.875);
  });

  it('is unknown without measurements', () => {
    expect(meanUptime(uptimeByDay(2, null, [], today))).toBeNull();
  });
});

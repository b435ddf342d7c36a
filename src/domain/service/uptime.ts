import { dayMs, minuteMs } from '../durations.js';

/** Minutes of one UTC day in which at least one node was ready. */
export interface DayMinutes {
  /** The start of the day. */
  readonly day: number;
  readonly readyMinutes: number;
}

export interface DayUptime {
  readonly day: number;
  /** Null without measurements. */
  readonly uptime: number | null;
}

/**
 * Returns the share of minutes with a ready node for each of the last `days` UTC days, oldest first. Minutes before the
 * first sample were not measured; the current minute is incomplete and does not count.
 */
export function uptimeByDay(
  days: number,
  firstMinute: number | null,
  measured: readonly DayMinutes[],
  now: number,
): DayUptime[] {
  const ready = new Map(measured.map(({ day, readyMinutes }) => [day, readyMinutes]));
  const today = Math.floor(now / dayMs) * dayMs;
  const end = Math.floor(now / minuteMs) * minuteMs;
  return Array.from({ length: days }, (_, index) => {
    const day = today - (days - 1 - index) * dayMs;
    const from = Math.max(day, firstMinute ?? Number.POSITIVE_INFINITY);
    const minutes = (Math.min(day + dayMs, end) - from) / minuteMs;
    return { day, uptime: minutes >= 1 ? Math.min(1, (ready.get(day) ?? 0) / minutes) : null };
  });
}

/** Returns the uptime of several days together; null without measurements. */
export function meanUptime(days: readonly DayUptime[]): number | null {
  const measured = days.flatMap(({ uptime }) => (uptime === null ? [] : [uptime]));
  return measured.length === 0 ? null : measured.reduce((sum, share) => sum + share, 0) / measured.length;
}

import { dayMs } from '../durations.js';
import { isoTime } from '../iso-time.js';
import { type Microcredits, microcredits, microsPerUnit } from '../units.js';

export const startingGrant = microcredits(10_000 * microsPerUnit);
export const dailyGrant = microcredits(1_000 * microsPerUnit);

/** The number of UTC days from 1970-01-01 to a time. */
export const dayNumber = (ms: number): number => Math.floor(ms / dayMs);

/** The UTC day of a time as YYYY-MM-DD. */
export function utcDay(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

export function nextGrantAt(now: number): number {
  return (dayNumber(now) + 1) * dayMs;
}

/** Missed days are credited retroactively, but a row that is centuries behind is corrupt. */
const maxDays = 36_525;

export interface Grant {
  readonly number: number;
  readonly day: string;
  readonly amount: Microcredits;
}

/**
 * One grant for each day after the last granted one, including today; days are counted from 1970-01-01. A clock that was set
 * back grants nothing.
 */
export function grantsDue(lastGrantDay: number, now: number): Grant[] {
  const days = Math.min(maxDays, Math.max(0, dayNumber(now) - lastGrantDay));
  return Array.from({ length: days }, (_, index) => {
    const number = lastGrantDay + 1 + index;
    return { number, day: utcDay(number * dayMs), amount: dailyGrant };
  });
}

import { dayMs } from '../durations.js';
import { isoTime } from '../iso-time.js';
import { type Microcredits, microcredits, microsPerUnit } from '../units.js';

export const startingGrant = microcredits(10_000 * microsPerUnit);
export const dailyGrant = microcredits(1_000 * microsPerUnit);

/** The UTC day of a time as YYYY-MM-DD. */
export function utcDay(ms: number): string {
  return isoTime(ms).slice(0, 10);
}

export function nextGrantAt(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** Missed days are credited retroactively, but a row that is centuries behind is corrupt. */
const maxDays = 36_525;

export interface Grant {
  readonly day: string;
  readonly amount: Microcredits;
}

/** One grant for each day after the last granted one, including today. A clock that was set back grants nothing. */
export function grantsDue(lastGrantDay: string, now: number): Grant[] {
  const first = Date.parse(`${lastGrantDay}T00:00:00.000Z`) + dayMs;
  const today = Math.floor(now / dayMs) * dayMs;
  const days = Math.min(maxDays, Math.max(0, (today - first) / dayMs + 1));
  return Array.from({ length: days }, (_, index) => ({ day: utcDay(first + index * dayMs), amount: dailyGrant }));
}

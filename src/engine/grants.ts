import { dayMs, hourMs, isoTime } from '../kernel/time.js';
import { type Microcredits, microcredits, microsPerUnit } from '../kernel/units.js';

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

/** The practice balance is topped up to this, counting available and reserved credits, at most once an hour. */
const practicePurse = microcredits(10_000 * microsPerUnit);

interface Purse {
  readonly practice: Microcredits;
  /** Start of the hour of the last top-up; null before the first. */
  readonly practiceToppedAt: number | null;
}

interface TopUp {
  /** Start of the hour of the top-up. */
  readonly hour: number;
  readonly amount: Microcredits;
}

const hourOf = (now: number) => Math.floor(now / hourMs) * hourMs;

/** Whether the account has not had this hour's top-up. */
export function awaitsTopUp({ practiceToppedAt }: Pick<Purse, 'practiceToppedAt'>, now: number): boolean {
  return practiceToppedAt === null || practiceToppedAt < hourOf(now);
}

/**
 * The top-up at its next use; null if the balance is sufficient or this hour's top-up was used. Credits reserved by
 * open buys count: they return when the buys are cancelled.
 */
export function topUpDue(purse: Purse, reserved: number, now: number): TopUp | null {
  const missing = practicePurse - purse.practice - reserved;
  if (missing <= 0 || !awaitsTopUp(purse, now)) return null;
  return { hour: hourOf(now), amount: microcredits(missing) };
}

/** The spendable amount, including the top-up that an order would trigger. */
export function practiceToSpend(purse: Purse, reserved: number, now: number): Microcredits {
  return microcredits(purse.practice + (topUpDue(purse, reserved, now)?.amount ?? 0));
}

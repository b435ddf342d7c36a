import { hourMs } from '../durations.js';
import { type Microcredits, microcredits, microsPerUnit } from '../units.js';

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

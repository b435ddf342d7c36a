import { hourMs } from '../durations.js';
import { type Microcredits, microcredits, microsPerUnit } from '../units.js';

/** Practice credits are there to be lost: what is missing to this, free or held, is given again, once an hour at most. */
const practicePurse = microcredits(10_000 * microsPerUnit);

interface Purse {
  readonly practice: Microcredits;
  /** The beginning of the hour of the last top-up; null before the first. */
  readonly practiceToppedAt: number | null;
}

interface TopUp {
  /** The beginning of the hour that it is for. */
  readonly hour: number;
  readonly amount: Microcredits;
}

const hourOf = (now: number) => Math.floor(now / hourMs) * hourMs;

/** Whether the purse has not had its top-up of this hour. */
export function awaitsTopUp({ practiceToppedAt }: Pick<Purse, 'practiceToppedAt'>, now: number): boolean {
  return practiceToppedAt === null || practiceToppedAt < hourOf(now);
}

/**
 * What the purse gets at its next use; null where it is full enough or has had its top-up of this hour. What open buys
 * hold is not missing: it comes back when they are cancelled.
 */
export function topUpDue(purse: Purse, reserved: number, now: number): TopUp | null {
  const missing = practicePurse - purse.practice - reserved;
  if (missing <= 0 || !awaitsTopUp(purse, now)) return null;
  return { hour: hourOf(now), amount: microcredits(missing) };
}

/** What an order could spend now: the top-up that it would bring counts. */
export function practiceToSpend(purse: Purse, reserved: number, now: number): Microcredits {
  return microcredits(purse.practice + (topUpDue(purse, reserved, now)?.amount ?? 0));
}

import { type Microcredits, microcredits, microsPerUnit } from '../units.js';

/** Practice credits are there to be lost: what is missing to this is given again, once an hour at most. */
const practicePurse = microcredits(10_000 * microsPerUnit);

const hourMs = 3_600_000;

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

/** What the purse gets at its next use; null where it is full enough or has had its top-up of this hour. */
export function topUpDue({ practice, practiceToppedAt }: Purse, now: number): TopUp | null {
  const hour = Math.floor(now / hourMs) * hourMs;
  if (practice >= practicePurse || (practiceToppedAt !== null && practiceToppedAt >= hour)) return null;
  return { hour, amount: microcredits(practicePurse - practice) };
}

/** What an order could spend now: the top-up that it would bring counts. */
export function practiceToSpend(purse: Purse, now: number): Microcredits {
  return microcredits(purse.practice + (topUpDue(purse, now)?.amount ?? 0));
}

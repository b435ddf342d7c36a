import { dayMs, hourMs } from '../durations.js';
import type { RandomSource } from './random-source.js';

/** Length of the seeded history. */
export const historyDays = 90;

/** Sparse in the past and dense towards the end: long charts need few points per day, short ones many. */
const spans: readonly { readonly fromDay: number; readonly hours: number }[] = [
  { fromDay: -historyDays, hours: 8 },
  { fromDay: -14, hours: 4 },
  { fromDay: -1, hours: 0.5 },
];

export interface TimeStep {
  readonly at: number;
  /** The time since the previous step. */
  readonly hours: number;
}

/** Returns the times at which house players trade, oldest first and none later than `now`. */
export function timeSteps(now: number, chance: RandomSource): TimeStep[] {
  const steps: TimeStep[] = [];
  for (const [index, { fromDay, hours }] of spans.entries()) {
    const end = (spans[index + 1]?.fromDay ?? 0) * dayMs;
    for (let at = fromDay * dayMs; at < end; at += hours * hourMs) {
      // A random offset within the span avoids trades on the full hour.
      const late = chance.between(0.05, 0.9) * hours * hourMs;
      steps.push({ at: Math.floor(now + at + late), hours });
    }
  }
  return steps;
}

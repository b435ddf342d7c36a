import { dayMs, hourMs } from '../durations.js';
import type { RandomSource } from './random-source.js';

/** How far back the history goes. */
export const historyDays = 90;

/** Sparse in the past and dense towards the end: charts of a quarter need few points, those of a day many. */
const spans: readonly { readonly fromDay: number; readonly hours: number }[] = [
  { fromDay: -historyDays, hours: 8 },
  { fromDay: -14, hours: 4 },
  { fromDay: -1, hours: 0.5 },
];

export interface TimeStep {
  readonly at: number;
  /** Since the step before. */
  readonly hours: number;
}

/** The moments at which house players trade, oldest first and none of them later than `now`. */
export function timeSteps(now: number, chance: RandomSource): TimeStep[] {
  const steps: TimeStep[] = [];
  for (const [index, { fromDay, hours }] of spans.entries()) {
    const end = (spans[index + 1]?.fromDay ?? 0) * dayMs;
    for (let at = fromDay * dayMs; at < end; at += hours * hourMs) {
      // Nobody trades on the stroke of the hour, so that each step falls somewhere within its span.
      const late = chance.between(0.05, 0.9) * hours * hourMs;
      steps.push({ at: Math.floor(now + at + late), hours });
    }
  }
  return steps;
}

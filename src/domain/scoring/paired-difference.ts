import { Bootstrap, type Estimate } from './intervals/bootstrap.js';
import { resamples } from './parameters.js';

/** The mean difference of two scores over the events that both have. */
export interface PairedDifference extends Estimate {
  readonly events: number;
  /** Events on which the first score is lower, which is better, on which it is higher, and on which both are equal. */
  readonly firstBetter: number;
  readonly secondBetter: number;
  readonly equal: number;
}

/**
 * First minus second, event by event, with a 95 % interval from the same seeded bootstrap as the leaderboards. Pairing
 * removes the difficulty of events. Null without a common event.
 */
export function* pairedDifference(
  first: readonly number[],
  second: readonly number[],
  seed: string,
): Generator<void, PairedDifference | null> {
  if (first.length === 0) return null;
  const differences = Float64Array.from(first, (value, index) => value - second[index]);
  const [estimate] = yield* new Bootstrap(resamples).estimate([differences], seed);
  const count = (matches: (difference: number) => boolean) => differences.filter(matches).length;
  return {
    ...estimate,
    events: differences.length,
    firstBetter: count(difference => difference < 0),
    secondBetter: count(difference => difference > 0),
    equal: count(difference => difference === 0),
  };
}

/** The mean of one score over events with its 95 % interval. Null without an event. */
export function* meanEstimate(values: readonly number[], seed: string): Generator<void, Estimate | null> {
  if (values.length === 0) return null;
  const [estimate] = yield* new Bootstrap(resamples).estimate([Float64Array.from(values)], seed);
  return estimate;
}

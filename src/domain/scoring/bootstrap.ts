import { lanes, resampleSums, seededBy } from './draws.js';
import { resamples } from './parameters.js';

/** The mean of a list of values with its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const drawsBetweenPauses = 500_000;
/** The 25th lowest and the 25th highest of a thousand resampled means. */
const lowIndex = resamples / 40 - 1;
const highIndex = resamples - resamples / 40;

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index];
  return sum;
}

function isConstant(values: Float64Array): boolean {
  for (let index = 1; index < values.length; index += 1) if (values[index] !== values[0]) return false;
  return true;
}

/** Quickselect: reorders values until the one at `index` is where sorting would put it, and returns it. */
export function select(values: Float64Array, index: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left] < pivot) left += 1;
      while (values[right] > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left];
      values[left] = values[right];
      values[right] = moved;
      left += 1;
      right -= 1;
    }
    if (index <= right) high = right;
    else if (index >= left) low = left;
    else break;
  }
  return values[index];
}

/**
 * Percentile intervals from seeded resampling. Columns must have equal length and share their draws. The draws depend
 * only on the seed and the length, so a column alone gets the same ones.
 */
export class Bootstrap {
  readonly #sums = new Float64Array(resamples * lanes);
  readonly #means = new Float64Array(resamples);
  #items = new Float64Array(256 * lanes);
  #spent = 0;

  *estimate(columns: readonly Float64Array[], seed: string): Generator<void, Estimate[]> {
    const count = columns[0].length;
    if (columns.every(isConstant)) {
      // Every resample has the same sum, to the last bit.
      return columns.map(values => ({
        mean: sumOf(values) / count,
        low: sumOf(values) / count,
        high: sumOf(values) / count,
      }));
    }
    this.#pack(columns, count);
    yield* resampleSums(seededBy(seed), this.#items, count, this.#sums);
    this.#spent += count * resamples;
    if (this.#spent >= drawsBetweenPauses) {
      this.#spent = 0;
      yield;
    }
    return columns.map((values, lane) => {
      const means = this.#means;
      for (let resample = 0; resample < resamples; resample += 1) means[resample] = this.#sums[resample * lanes + lane];
      const [low, high] = [select(means, lowIndex) / count, select(means, highIndex) / count];
      return { mean: sumOf(values) / count, low, high };
    });
  }

  #pack(columns: readonly Float64Array[], count: number): void {
    if (this.#items.length < count * lanes) this.#items = new Float64Array(count * lanes * 2);
    columns.forEach((values, lane) => {
      for (let index = 0; index < count; index += 1) this.#items[index * lanes + lane] = values[index];
    });
  }
}

/** The mean difference of two scores over the events that both have. */
export interface PairedDifference extends Estimate {
  readonly events: number;
  /** Events on which the first score is lower, which is better, on which it is higher, and on which both are equal. */
  readonly firstBetter: number;
  readonly secondBetter: number;
  readonly equal: number;
}

/**
 * First minus second, event by event, with a 95 % interval from the same seeded bootstrap as the boards. Pairing takes the
 * difficulty of events out. Null without a common event.
 */
export function* pairedDifference(
  first: readonly number[],
  second: readonly number[],
  seed: string,
): Generator<void, PairedDifference | null> {
  if (first.length === 0) return null;
  const differences = Float64Array.from(first, (value, index) => value - second[index]);
  const [estimate] = yield* new Bootstrap().estimate([differences], seed);
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
  const [estimate] = yield* new Bootstrap().estimate([Float64Array.from(values)], seed);
  return estimate;
}

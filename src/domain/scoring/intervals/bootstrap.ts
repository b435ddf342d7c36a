import { resampleSums, seededBy } from './draws.js';

/** The mean of a list of values with its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const drawsBetweenPauses = 500_000;

/** The sum in the order of the list. */
export function sumOf(values: Float64Array): number {
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
 * Estimates the means of lists of values, which must have equal length and share their draws. `names` identifies them.
 * The lists are valid only during the call.
 */
export interface Estimator {
  estimate(
    columns: readonly Float64Array[],
    seed: string,
    names: readonly string[],
  ): Generator<void, readonly Estimate[]>;
}

/**
 * Percentile intervals from seeded resampling. The draws depend only on the seed and the length of a column, so a column
 * alone gets the same ones.
 */
export class Bootstrap implements Estimator {
  readonly #means: Float64Array;
  #spent = 0;

  constructor(times: number) {
    this.#means = new Float64Array(times);
  }

  *estimate(columns: readonly Float64Array[], seed: string): Generator<void, Estimate[]> {
    const estimates: Estimate[] = [];
    for (const values of columns) estimates.push(yield* this.#estimateColumn(values, seed));
    return estimates;
  }

  *#estimateColumn(values: Float64Array, seed: string): Generator<void, Estimate> {
    const count = values.length;
    const mean = sumOf(values) / count;
    // Every resample has the same sum, to the last bit.
    if (isConstant(values)) return { mean, low: mean, high: mean };
    const means = this.#means;
    yield* resampleSums(seededBy(seed), values, means);
    this.#spent += count * means.length;
    if (this.#spent >= drawsBetweenPauses) {
      this.#spent = 0;
      yield;
    }
    const outside = Math.ceil(means.length / 40);
    return {
      mean,
      low: select(means, outside - 1) / count,
      high: select(means, means.length - outside) / count,
    };
  }
}

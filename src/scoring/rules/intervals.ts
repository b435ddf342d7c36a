/**
 * A reproducible random generator: sfc32, with 32-bit numbers and 128 bits of state, seeded from a text. It uses only
 * 32-bit integer arithmetic, so it gives the same numbers on every machine.
 */
export type DrawState = Int32Array;

function hash(text: string, start: number, factor: number): number {
  let value = start | 0;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), factor);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

export function seededBy(text: string): DrawState {
  const state = Int32Array.of(hash(text, 0x811c9dc5, 0x01000193), hash(text, 0x9e3779b9, 0x5bd1e995), text.length, 1);
  // The first numbers still resemble the seed.
  for (let warm = 0; warm < 16; warm += 1) drawIndex(state, 1);
  return state;
}

/** Draws a uniformly distributed integer from 0 to below `below`. */
export function drawIndex(state: DrawState, below: number): number {
  const b = state[1];
  const c = state[2];
  const counter = state[3];
  const drawn = (((state[0] + b) | 0) + counter) | 0;
  state[0] = b ^ (b >>> 9);
  state[1] = c + (c << 3);
  state[2] = ((c << 21) | (c >>> 11)) + drawn;
  state[3] = counter + 1;
  return Math.floor((drawn >>> 0) * (below / 2 ** 32));
}

/** Draws a number between 0 and 1, never either of them. */
export function drawShare(state: DrawState): number {
  return (drawIndex(state, 2 ** 32) + 0.5) / 2 ** 32;
}

/** A block of items fits into the processor's cache. */
export const blockItems = 2 ** 13;

const drawsBetweenPauses = 500_000;

/** For each of `times`, how many of `count` draws from `count` items fall into each block, block by block. */
function* countBlocks(state: DrawState, count: number, times: number): Generator<void, Int32Array[]> {
  const blocks = Math.ceil(count / blockItems);
  const counts = Array.from({ length: blocks }, () => new Int32Array(times));
  for (let time = 0; time < times; time += 1) {
    let left = count;
    for (let block = 0; block < blocks - 1; block += 1) {
      const drawn = drawBinomial(() => drawShare(state), left, blockItems / (count - block * blockItems));
      counts[block][time] = drawn;
      left -= drawn;
    }
    counts[blocks - 1][time] = left;
  }
  yield;
  return counts;
}

/** Adds to each sum as many items as its count, drawn with replacement. Inlines `drawIndex`. */
function addDraws(state: DrawState, items: Float64Array, counts: Int32Array, sums: Float64Array): void {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let counter = state[3];
  const scale = items.length / 2 ** 32;
  for (let time = 0; time < sums.length; time += 1) {
    const count = counts[time];
    let sum = sums[time];
    for (let draw = 0; draw < count; draw += 1) {
      const drawn = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + drawn) | 0;
      sum += items[((drawn >>> 0) * scale) | 0];
    }
    sums[time] = sum;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
}

/**
 * For each of the sums, draws as many items as there are with replacement and adds them. For a long list it first draws how
 * many draws fall into each block and then, block by block, which items they are: the same distribution, and many times
 * faster because draws stay in the cache.
 */
export function* resampleSums(state: DrawState, items: Float64Array, sums: Float64Array): Generator<void, void> {
  const times = sums.length;
  const isShort = items.length <= blockItems;
  const counts = isShort ? [new Int32Array(times).fill(items.length)] : yield* countBlocks(state, items.length, times);
  const together = Math.max(1, Math.floor(drawsBetweenPauses / Math.min(items.length, blockItems)));
  sums.fill(0);
  for (const [block, blockCounts] of counts.entries()) {
    const blockOfItems = items.subarray(block * blockItems, (block + 1) * blockItems);
    for (let time = 0; time < times; time += together) {
      if (time > 0) yield;
      addDraws(state, blockOfItems, blockCounts.subarray(time, time + together), sums.subarray(time, time + together));
    }
    if (!isShort) yield;
  }
}

/**
 * How many of `trials` independent trials succeed, each with `probability` above 0 and below 1. `drawShare` gives numbers
 * between 0 and 1. Exact up to the rounding of doubles.
 */
export function drawBinomial(drawShare: () => number, trials: number, probability: number): number {
  if (probability > 0.5) return trials - drawBinomial(drawShare, trials, 1 - probability);
  return trials * probability < 10
    ? countSuccesses(drawShare, trials, probability)
    : rejectSuccesses(drawShare, trials, probability);
}

/** Jumps from success to success: the gaps between them are geometric. */
function countSuccesses(drawShare: () => number, trials: number, probability: number): number {
  const logOfFailure = Math.log1p(-probability);
  let successes = 0;
  let at = 0;
  for (;;) {
    at += Math.floor(Math.log(drawShare()) / logOfFailure) + 1;
    if (at > trials) return successes;
    successes += 1;
  }
}

/** Hörmann's transformed rejection (BTRS, 1993): about one and a half pairs of draws, however many trials there are. */
function rejectSuccesses(drawShare: () => number, trials: number, probability: number): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const center = trials * probability + 0.5;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const quickly = 0.92 - 4.2 / b;
  const odds = probability / (1 - probability);
  const mode = Math.floor((trials + 1) * probability);
  for (;;) {
    const u = drawShare() - 0.5;
    const v = drawShare();
    const distance = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / distance + b) * u + center);
    if (distance >= 0.07 && v <= quickly) return k;
    if (k < 0 || k > trials) continue;
    const height = Math.log((v * alpha) / (a / (distance * distance) + b));
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - k + 1)) +
      (k + 0.5) * Math.log((odds * (trials - k + 1)) / (k + 1)) +
      factorialRest(mode) +
      factorialRest(trials - mode) -
      factorialRest(k) -
      factorialRest(trials - k);
    if (height <= bound) return k;
  }
}

/** The error of Stirling's formula for ln k!, for k from 0 to 9. */
const smallRests = [
  0.08106146679532726, 0.04134069595540929, 0.02767792568499834, 0.02079067210376509, 0.01664469118982119,
  0.01387612882307075, 0.01189670994589177, 0.010411265261972096, 0.009255462182712733, 0.008330563433362871,
];

function factorialRest(k: number): number {
  if (k < smallRests.length) return smallRests[k];
  const next = k + 1;
  const square = next * next;
  return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / next;
}

/** The mean of a list of values with its 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

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

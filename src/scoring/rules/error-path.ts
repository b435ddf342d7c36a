import { ensure } from '../../kernel/invariant.js';
import { clampBps } from '../../kernel/units.js';
import type { ErrorPath } from './price-path.js';
import type { PreparedEvent } from './score-forecasts.js';

/**
 * Probabilities, payouts and prices are in millionths, where percent with four decimals and basis points are integers.
 */
const millionthsPerPercent = 10_000;
export const millionthsPerBps = 100;
export const wholeMillionths = 1_000_000;

/** More than 28 years. Ten thousand times this is a safe integer, which the sums below rely on. */
export const maxLifeMs = 900_000_000_000;

/** Removes the rounding error of a product, so that 0.57 · 10⁶ is 570000; values with more digits are unchanged. */
function snapped(value: number): number {
  const nearest = Math.round(value);
  return Math.abs(value - nearest) < 1e-6 ? nearest : value;
}

export function millionthsOfPercent(percent: number): number {
  ensure('percent-in-range', percent >= 0 && percent <= 100, () => `${percent} %`);
  return snapped(percent * millionthsPerPercent);
}

export function percentOfMillionths(millionths: number): number {
  return millionths / millionthsPerPercent;
}

export function millionthsOfBps(bps: number): number {
  ensure('payout-in-range', bps >= 0 && bps <= 10_000, () => `${bps} bps`);
  return snapped(bps * millionthsPerBps);
}

export function squaredError(millionths: number, payoutMillionths: number): number {
  const error = millionths - payoutMillionths;
  return (error * error) / 1e12;
}

/**
 * The exact integral of a squared error over time. A squared error is an integer multiple of 10⁻¹²; times milliseconds
 * it would exceed the safe integers, but split into three digits of base ten thousand each digit's sum is exact. So the
 * sum does not depend on how time is divided, and it is rounded only once, as a mean.
 */
export class ErrorSum {
  #first = 0;
  #second = 0;
  #third = 0;

  add(errorMillionths: number, ms: number): void {
    const square = errorMillionths * errorMillionths;
    const first = Math.floor(square / 1e8);
    const rest = square - first * 1e8;
    const second = Math.floor(rest / 1e4);
    this.addDigits(first * ms, second * ms, (rest - second * 1e4) * ms);
  }

  addDigits(first: number, second: number, third = 0): void {
    this.#first += first;
    this.#second += second;
    this.#third += third;
  }

  mean(ms: number): number {
    return this.#first / ms / 1e4 + this.#second / ms / 1e8 + this.#third / ms / 1e12;
  }
}

/** Well within the range in which doubles neither overflow nor lose digits of the sum. */
const maxExponent = 500;
const minSum = 1e-80;

/**
 * The prices of the logarithmic market scoring rule while shares change. A change costs one exponential, so a path with
 * thousands of steps can be computed for each of thousands of owners.
 */
export class SharePrices {
  private readonly shares: Float64Array;
  private readonly weights: Float64Array;
  private reference = 0;
  private sum = 0;

  constructor(
    openingShares: readonly number[],
    private readonly liquidity: number,
  ) {
    this.shares = Float64Array.from(openingShares);
    this.weights = new Float64Array(openingShares.length);
    this.rescale();
  }

  /** Adds shares of an outcome; the total may be negative if an owner's purchases are excluded. */
  add(outcome: number, shares: number): void {
    this.shares[outcome] += shares;
    const exponent = (this.shares[outcome] - this.reference) / this.liquidity;
    if (exponent > maxExponent) this.rescale();
    else this.weights[outcome] = Math.exp(exponent);
  }

  /** Stores the distance of each price to its payout, in basis points, if it is smaller than the stored one. */
  lowerErrors(errors: Float64Array, payoutsBps: Float64Array): void {
    this.addUp();
    if (this.sum < minSum) this.rescale();
    const { weights } = this;
    const scale = 10_000 / this.sum;
    for (let outcome = 0; outcome < errors.length; outcome += 1) {
      const error = Math.abs(clampBps(weights[outcome] * scale) - payoutsBps[outcome]);
      if (error < errors[outcome]) errors[outcome] = error;
    }
  }

  private rescale(): void {
    const { shares, weights, liquidity } = this;
    this.reference = shares.reduce((most, each) => Math.max(most, each), Number.NEGATIVE_INFINITY);
    for (let outcome = 0; outcome < shares.length; outcome += 1) {
      weights[outcome] = Math.exp((shares[outcome] - this.reference) / liquidity);
    }
    this.addUp();
  }

  private addUp(): void {
    const { weights } = this;
    let sum = 0;
    for (let outcome = 0; outcome < weights.length; outcome += 1) sum += weights[outcome];
    this.sum = sum;
  }
}

/** Builds one path after another in the same memory: the smaller error of one or two sources of prices. */
export class ErrorPathBuilder {
  private readonly path: ErrorPath;
  private readonly payoutsBps: Float64Array;
  private readonly errors: Float64Array;
  private steps = 0;

  constructor(
    private readonly event: PreparedEvent,
    maxSteps: number,
  ) {
    const { outcomes, payoutMillionths } = event;
    const size = maxSteps * outcomes;
    this.payoutsBps = Float64Array.from(payoutMillionths, millionths => millionths / millionthsPerBps);
    this.errors = new Float64Array(outcomes);
    this.path = {
      outcomes,
      starts: new Float64Array(maxSteps),
      highDigits: new Uint16Array(size),
      lowDigits: new Uint16Array(size),
      highUntil: new Float64Array(size),
      lowUntil: new Float64Array(size),
    };
  }

  restart(): void {
    this.steps = 0;
  }

  /** Adds the prices in force from a time on; returns false once the event has ended. Times must ascend. */
  step(atMs: number, first: SharePrices, second: SharePrices | null): boolean {
    const { opensAtMs, lifeMs } = this.event;
    const previous = this.steps === 0 ? 0 : this.path.starts[this.steps - 1];
    const start = Math.max(previous, atMs - opensAtMs);
    if (start >= lifeMs) return false;
    // Of steps at the same time, the last counts.
    if (this.steps === 0 || start > previous) this.begin(start);
    const { errors, payoutsBps } = this;
    errors.fill(Number.POSITIVE_INFINITY);
    first.lowerErrors(errors, payoutsBps);
    second?.lowerErrors(errors, payoutsBps);
    const { highDigits, lowDigits, outcomes } = this.path;
    const row = (this.steps - 1) * outcomes;
    for (let outcome = 0; outcome < outcomes; outcome += 1) {
      const square = errors[outcome] * errors[outcome];
      const high = Math.floor(square / 1e4);
      highDigits[row + outcome] = high;
      lowDigits[row + outcome] = square - high * 1e4;
    }
    return true;
  }

  /** Returns a view, valid until `restart`. */
  finish(): ErrorPath {
    return { ...this.path, starts: this.path.starts.subarray(0, this.steps) };
  }

  private begin(start: number): void {
    const { starts, highDigits, lowDigits, highUntil, lowUntil, outcomes } = this.path;
    const isFirst = this.steps === 0;
    const ms = isFirst ? 0 : start - starts[this.steps - 1];
    starts[this.steps] = start;
    for (let outcome = 0; outcome < outcomes; outcome += 1) {
      const here = this.steps * outcomes + outcome;
      const earlier = here - outcomes;
      highUntil[here] = isFirst ? 0 : highUntil[earlier] + highDigits[earlier] * ms;
      lowUntil[here] = isFirst ? 0 : lowUntil[earlier] + lowDigits[earlier] * ms;
    }
    this.steps += 1;
  }
}

import { clampBps } from '../units.js';
import type { ErrorPath } from './price-path.js';
import type { PreparedEvent } from './score-forecasts.js';
import { millionthsPerBps } from './squared-error.js';

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
    this.reference = shares.reduce((most, held) => Math.max(most, held), Number.NEGATIVE_INFINITY);
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

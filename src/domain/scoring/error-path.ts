import { clampBps } from '../units.js';
import type { ErrorPath } from './price-path.js';
import type { PreparedEvent } from './score-forecasts.js';
import { millionthsPerBps } from './squared-error.js';

/** Far from where doubles overflow, and from where the sum loses digits. */
const maxExponent = 500;
const minSum = 1e-80;

/**
 * The prices of the logarithmic market scoring rule while shares come and go. A change costs one exponential, so a path
 * with thousands of steps can be computed for each of thousands of owners.
 */
export class SharePrices {
  readonly #liquidity: number;
  readonly #shares: Float64Array;
  readonly #weights: Float64Array;
  #reference = 0;
  #sum = 0;

  constructor(openingShares: readonly number[], liquidity: number) {
    this.#liquidity = liquidity;
    this.#shares = Float64Array.from(openingShares);
    this.#weights = new Float64Array(openingShares.length);
    this.#rescale();
  }

  /** Adds shares of an outcome; fewer than none is possible where an owner's purchases are left out. */
  add(outcome: number, shares: number): void {
    this.#shares[outcome] += shares;
    const exponent = (this.#shares[outcome] - this.#reference) / this.#liquidity;
    if (exponent > maxExponent) this.#rescale();
    else this.#weights[outcome] = Math.exp(exponent);
  }

  /** Must be called after additions and before `bps`. */
  refresh(): void {
    this.#addUp();
    if (this.#sum < minSum) this.#rescale();
  }

  bps(outcome: number): number {
    return clampBps((this.#weights[outcome] / this.#sum) * 10_000);
  }

  #rescale(): void {
    this.#reference = this.#shares.reduce((most, shares) => Math.max(most, shares), Number.NEGATIVE_INFINITY);
    for (let outcome = 0; outcome < this.#shares.length; outcome += 1) {
      this.#weights[outcome] = Math.exp((this.#shares[outcome] - this.#reference) / this.#liquidity);
    }
    this.#addUp();
  }

  #addUp(): void {
    let sum = 0;
    for (let outcome = 0; outcome < this.#weights.length; outcome += 1) sum += this.#weights[outcome];
    this.#sum = sum;
  }
}

/** Fills one path after another into the same memory: the smaller error of one or two sources of prices. */
export class ErrorPathBuilder {
  readonly #event: PreparedEvent;
  readonly #path: ErrorPath;
  #steps = 0;

  constructor(event: PreparedEvent, maxSteps: number) {
    const size = maxSteps * event.outcomes;
    this.#event = event;
    this.#path = {
      outcomes: event.outcomes,
      starts: new Float64Array(maxSteps),
      highDigits: new Uint16Array(size),
      lowDigits: new Uint16Array(size),
      highUntil: new Float64Array(size),
      lowUntil: new Float64Array(size),
    };
  }

  restart(): void {
    this.#steps = 0;
  }

  /** Adds the prices in force from a moment on; returns false once the event is over. Time never goes back. */
  step(atMs: number, first: SharePrices, second: SharePrices | null): boolean {
    const { opensAtMs, lifeMs, outcomes } = this.#event;
    const { starts } = this.#path;
    const previous = this.#steps === 0 ? 0 : starts[this.#steps - 1];
    const start = Math.max(previous, atMs - opensAtMs);
    if (start >= lifeMs) return false;
    // Of steps at the same time the last counts.
    const isNew = this.#steps === 0 || start > previous;
    if (isNew) this.#begin(start);
    first.refresh();
    second?.refresh();
    for (let outcome = 0; outcome < outcomes; outcome += 1) this.#set(outcome, first, second);
    return true;
  }

  /** Returns a view, valid until `restart`. */
  finish(): ErrorPath {
    return { ...this.#path, starts: this.#path.starts.subarray(0, this.#steps) };
  }

  #begin(start: number): void {
    const { starts, highDigits, lowDigits, highUntil, lowUntil, outcomes } = this.#path;
    starts[this.#steps] = start;
    const ms = this.#steps === 0 ? 0 : start - starts[this.#steps - 1];
    for (let outcome = 0; outcome < outcomes; outcome += 1) {
      const here = this.#steps * outcomes + outcome;
      const earlier = here - outcomes;
      highUntil[here] = this.#steps === 0 ? 0 : highUntil[earlier] + highDigits[earlier] * ms;
      lowUntil[here] = this.#steps === 0 ? 0 : lowUntil[earlier] + lowDigits[earlier] * ms;
    }
    this.#steps += 1;
  }

  #set(outcome: number, first: SharePrices, second: SharePrices | null): void {
    const payoutBps = this.#event.payoutMillionths[outcome] / millionthsPerBps;
    const here = (this.#steps - 1) * this.#path.outcomes + outcome;
    let square = (first.bps(outcome) - payoutBps) ** 2;
    if (second !== null) square = Math.min(square, (second.bps(outcome) - payoutBps) ** 2);
    this.#path.highDigits[here] = Math.floor(square / 1e4);
    this.#path.lowDigits[here] = square % 1e4;
  }
}

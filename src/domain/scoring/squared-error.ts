import { ensure } from '../invariant.js';

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

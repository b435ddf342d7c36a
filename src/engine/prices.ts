import { type Bps, bpsPerUnit, clampBps } from '../kernel/units.js';

// Logarithms of sums and differences, exact for prices far below the range of a double.

/** ln of every whole basis-point price, so that a limit is always the same double. Index 0 is minus infinity. */
const logOfBps = Float64Array.from({ length: bpsPerUnit + 1 }, (_, bps) => Math.log(bps / bpsPerUnit));

export function lnBps(bps: number): number {
  return logOfBps[bps];
}

/** ln(e^a + e^b). */
export function logAdd(a: number, b: number): number {
  const high = a > b ? a : b;
  if (high === Number.NEGATIVE_INFINITY) return high;
  return high + Math.log1p(Math.exp(a > b ? b - a : a - b));
}

/** ln(1 + e^x). */
export function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}

/** ln(1 − e^(−x)) for x > 0. */
export function logOneMinusExp(x: number): number {
  return Math.log(-Math.expm1(-x));
}

// The logarithmic market scoring rule: the cost of a state, and its prices as logarithms.

/**
 * The cost function as an integer plus a small remainder: the largest q is an exact integer, and the other outcomes
 * add at most b·ln n. A difference of two costs therefore keeps full precision, however many shares are outstanding.
 */
interface Cost {
  readonly whole: number;
  readonly rest: number;
}

function indexOfLargest(shares: readonly number[]): number {
  let best = 0;
  for (let k = 1; k < shares.length; k += 1) if (shares[k] > shares[best]) best = k;
  return best;
}

export function costOf(shares: readonly number[], liquidity: number): Cost {
  const top = indexOfLargest(shares);
  const whole = shares[top];
  let others = 0;
  for (let k = 0; k < shares.length; k += 1) if (k !== top) others += Math.exp((shares[k] - whole) / liquidity);
  return { whole, rest: liquidity * Math.log1p(others) };
}

/** C(to) − C(from) in micro-credits, unrounded. */
export function costBetween(from: Cost, to: Cost): number {
  return to.whole - from.whole + (to.rest - from.rest);
}

/** ln p of every outcome. */
export function logPrices(shares: readonly number[], liquidity: number): number[] {
  const top = indexOfLargest(shares);
  const whole = shares[top];
  const logs: number[] = [];
  let others = 0;
  for (let k = 0; k < shares.length; k += 1) {
    const log = (shares[k] - whole) / liquidity;
    logs.push(log);
    if (k !== top) others += Math.exp(log);
  }
  const logSum = Math.log1p(others);
  for (let k = 0; k < logs.length; k += 1) logs[k] -= logSum;
  return logs;
}

/** Prices for display, each from 1 to 9999. */
export function displayPrices(logs: readonly number[]): Bps[] {
  return logs.map(log => clampBps(Math.exp(log) * bpsPerUnit));
}

/** Prices for display, from shares and liquidity. */
export function displayedPrices(shares: readonly number[], liquidity: number): Bps[] {
  return displayPrices(logPrices(shares, liquidity));
}

/** The logarithmic market scoring rule: the cost of a state, and its prices as logarithms. */
import { type Bps, bpsPerUnit, clampBps } from '../../units.js';

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

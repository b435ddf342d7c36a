/** Logarithms of sums and differences, exact for prices far below the range of a double. */
import { bpsPerUnit } from '../../units.js';

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

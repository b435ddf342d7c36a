import { dayMs } from '../durations.js';

/** A published signal is judged this long after it was detected. */
export const judgeAfterMs = dayMs;
/** Below this many judged signals a rate says too little. */
const minJudged = 30;

export interface Backtest {
  readonly n: number;
  readonly hits: number;
  readonly hitRate: number;
  readonly low: number;
  readonly high: number;
}

/** The two-sided 95 % quantile of the normal distribution. */
const z = 1.959963984540054;

/** The hit rate of judged signals with its Wilson 95 % interval; null below `minJudged`. */
export function backtestOf(n: number, hits: number): Backtest | null {
  if (n < minJudged) return null;
  const rate = hits / n;
  const scale = 1 + (z * z) / n;
  const centre = (rate + (z * z) / (2 * n)) / scale;
  const half = (z / scale) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  return { n, hits, hitRate: rate, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

import { dayMs } from '../durations.js';
import { wilsonInterval } from '../wilson-interval.js';

/** A published signal is judged this long after it was detected. */
export const judgeAfterMs = dayMs;
/** Below this many judged signals a hit rate is not meaningful. */
const minJudged = 30;

export interface Backtest {
  readonly n: number;
  readonly hits: number;
  readonly hitRate: number;
  readonly low: number;
  readonly high: number;
}

/** The hit rate of judged signals with its Wilson 95 % interval; null below `minJudged`. */
export function backtestOf(n: number, hits: number): Backtest | null {
  if (n < minJudged) return null;
  const rate = hits / n;
  return { n, hits, hitRate: rate, ...wilsonInterval(rate, n) };
}

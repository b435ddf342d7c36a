import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import { type StageFigures, type StageName, stageNames } from '../http/stages.js';

/** Upper bounds of the bins in milliseconds, growing by a quarter from 10 µs to half a minute. */
const bounds = Float64Array.from({ length: 68 }, (_, index) => 0.01 * 1.25 ** index);
const logStep = Math.log(1.25);
const spanMs = 300_000;
/** Distinguishes nodes without revealing their host names. */
const node = hash('sha256', `${hostname()} ${process.pid}`, 'hex').slice(0, 12);

interface Bins {
  readonly counts: Uint32Array;
  count: number;
  sum: number;
  max: number;
}

const emptyBins = (): Bins => ({ counts: new Uint32Array(bounds.length + 1), count: 0, sum: 0, max: 0 });

function binOf(milliseconds: number): number {
  if (milliseconds <= bounds[0]) return 0;
  return Math.min(bounds.length, Math.ceil(Math.log(milliseconds / bounds[0]) / logStep));
}

/** Returns the upper bound of the bin that contains the quantile, at most the maximum observed. */
function quantile(parts: readonly Bins[], share: number, count: number, max: number): number {
  let left = Math.ceil(share * count);
  for (let bin = 0; bin < bounds.length; bin += 1) {
    for (const { counts } of parts) left -= counts[bin];
    if (left <= 0) return Math.min(bounds[bin], max);
  }
  return max;
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 1000) / 1000;

/**
 * Durations of request stages on this node, over the last five to ten minutes. Every request is observed, so an
 * observation costs a logarithm and three additions; quantiles are computed on demand.
 */
export class StageTimings {
  private current: Record<StageName, Bins>;
  private previous: Record<StageName, Bins>;
  private startedAt: number;

  constructor(readonly steady: () => number) {
    this.startedAt = steady();
    this.current = StageTimings.empty();
    this.previous = StageTimings.empty();
  }

  private static empty(): Record<StageName, Bins> {
    return { queue: emptyBins(), auth: emptyBins(), decide: emptyBins(), commit: emptyBins(), send: emptyBins() };
  }

  private rotate(at: number): void {
    if (at - this.startedAt < spanMs) return;
    this.previous = at - this.startedAt < 2 * spanMs ? this.current : StageTimings.empty();
    this.current = StageTimings.empty();
    this.startedAt = at;
  }

  observe(stage: StageName, milliseconds: number, times = 1): void {
    const bins = this.current[stage];
    bins.counts[binOf(milliseconds)] += times;
    bins.count += times;
    bins.sum += milliseconds * times;
    if (milliseconds > bins.max) bins.max = milliseconds;
  }

  report() {
    return { node, spanSeconds: (2 * spanMs) / 1000, stages: this.figures() };
  }

  private figures(): StageFigures[] {
    this.rotate(this.steady());
    return stageNames.map(stage => {
      const parts = [this.current[stage], this.previous[stage]];
      const count = parts[0].count + parts[1].count;
      const max = Math.max(parts[0].max, parts[1].max);
      const at = (share: number) => (count === 0 ? null : rounded(quantile(parts, share, count, max)));
      const meanMs = count === 0 ? null : rounded((parts[0].sum + parts[1].sum) / count);
      return { stage, count, meanMs, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
    });
  }

  /** Called periodically, so that old figures expire on an idle node. */
  sweep(): void {
    this.rotate(this.steady());
  }
}

import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import { type StageFigures, type StageName, stageNames } from '../../http/stages.js';

/** Upper ends of the bins in milliseconds: a quarter more from one to the next, from 10 µs to half a minute. */
const ends = Float64Array.from({ length: 68 }, (_, index) => 0.01 * 1.25 ** index);
const logStep = Math.log(1.25);
const spanMs = 300_000;
/** Tells nodes apart and nobody where they are. */
const node = hash('sha256', `${hostname()} ${process.pid}`, 'hex').slice(0, 12);

interface Bins {
  readonly counts: Uint32Array;
  count: number;
  sum: number;
  longest: number;
}

const noBins = (): Bins => ({ counts: new Uint32Array(ends.length + 1), count: 0, sum: 0, longest: 0 });

function binOf(milliseconds: number): number {
  if (milliseconds <= ends[0]) return 0;
  return Math.min(ends.length, Math.ceil(Math.log(milliseconds / ends[0]) / logStep));
}

/** The upper end of the bin that holds this share, never more than was seen. */
function quantile(parts: readonly Bins[], share: number, count: number, longest: number): number {
  let left = Math.ceil(share * count);
  for (let bin = 0; bin < ends.length; bin += 1) {
    for (const { counts } of parts) left -= counts[bin];
    if (left <= 0) return Math.min(ends[bin], longest);
  }
  return longest;
}

const rounded = (milliseconds: number) => Math.round(milliseconds * 1000) / 1000;

/**
 * How long the stages of requests take on this node, over the last five to ten minutes. Every request passes here, so an
 * observation is a logarithm and three additions; figures are made when somebody asks.
 */
export class StageTimings {
  private now: Record<StageName, Bins>;
  private before: Record<StageName, Bins>;
  private begun: number;

  constructor(readonly steady: () => number) {
    this.begun = steady();
    this.now = StageTimings.empty();
    this.before = StageTimings.empty();
  }

  private static empty(): Record<StageName, Bins> {
    return { queue: noBins(), auth: noBins(), decide: noBins(), commit: noBins(), send: noBins() };
  }

  private turn(at: number): void {
    if (at - this.begun < spanMs) return;
    this.before = at - this.begun < 2 * spanMs ? this.now : StageTimings.empty();
    this.now = StageTimings.empty();
    this.begun = at;
  }

  observe(stage: StageName, milliseconds: number, times = 1): void {
    const bins = this.now[stage];
    bins.counts[binOf(milliseconds)] += times;
    bins.count += times;
    bins.sum += milliseconds * times;
    if (milliseconds > bins.longest) bins.longest = milliseconds;
  }

  report() {
    return { node, spanSeconds: (2 * spanMs) / 1000, stages: this.figures() };
  }

  private figures(): StageFigures[] {
    this.turn(this.steady());
    return stageNames.map(stage => {
      const parts = [this.now[stage], this.before[stage]];
      const count = parts[0].count + parts[1].count;
      const longest = Math.max(parts[0].longest, parts[1].longest);
      const at = (share: number) => (count === 0 ? null : rounded(quantile(parts, share, count, longest)));
      const meanMs = count === 0 ? null : rounded((parts[0].sum + parts[1].sum) / count);
      return { stage, count, meanMs, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
    });
  }

  /** Called now and then, so that a quiet hour does not keep the figures of the hour before. */
  sweep(): void {
    this.turn(this.steady());
  }
}

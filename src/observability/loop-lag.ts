import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks';

const intervalMs = 100;

/** At the short interval, measuring would be a large part of the CPU time of an idle service. */
const idleIntervalMs = 5_000;

/** Measurements of an idle event loop before the interval becomes longer. */
const quietRuns = 10;

const idleUtilization = 0.02;

/** Measures how late the event loop runs its timers: often while it is busy, rarely while it is idle. */
export class LoopLag {
  private readonly lags: RecordableHistogram = createHistogram();
  private utilization = performance.eventLoopUtilization();
  private quiet = 0;
  private runs = 0;

  start(): void {
    const dueInMs = this.quiet < quietRuns ? intervalMs : idleIntervalMs;
    const startedAt = performance.now();
    setTimeout(() => {
      this.record(performance.now() - startedAt - dueInMs);
      this.start();
    }, dueInMs).unref();
  }

  /** The number of measurements since the start. */
  get count(): number {
    return this.runs;
  }

  /** Returns the figures since the last call in seconds. */
  take(): Readonly<Record<'min' | 'max' | 'mean' | 'stddev' | 'p50' | 'p90' | 'p99', number>> {
    const { lags } = this;
    const seconds = (nanoseconds: number) => (lags.count === 0 ? 0 : nanoseconds / 1e9);
    const figures = {
      min: seconds(lags.min),
      max: seconds(lags.max),
      mean: seconds(lags.mean),
      stddev: seconds(lags.stddev),
      p50: seconds(lags.percentile(50)),
      p90: seconds(lags.percentile(90)),
      p99: seconds(lags.percentile(99)),
    };
    lags.reset();
    return figures;
  }

  private record(lagMs: number): void {
    this.runs += 1;
    this.lags.record(Math.max(1, Math.round(lagMs * 1e6)));
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.utilization);
    this.utilization = now;
    this.quiet = utilization < idleUtilization ? this.quiet + 1 : 0;
  }
}

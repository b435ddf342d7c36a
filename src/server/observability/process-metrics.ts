import { collectDefaultMetrics, type Gauge, type LabelValues, type Registry } from 'prom-client';

/** At prom-client's own 10 ms, measuring would be most of the CPU time of an idle service. */
const lagIntervalMs = 100;
const lagFigures = ['min', 'max', 'mean', 'p50', 'p90', 'p99'];

/** Event loop lag, memory, garbage collection and handles. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagIntervalMs });
  for (const figure of lagFigures) {
    const gauge = registry.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`) as Gauge;
    const set = gauge.set.bind(gauge) as (labels: LabelValues<string>, value: number) => void;
    // prom-client passes the time between two runs of a timer, which includes the interval.
    gauge.set = (labels: LabelValues<string> | number, value?: number) =>
      set(labels as LabelValues<string>, Math.max(0, (value ?? 0) - lagIntervalMs / 1000));
  }
}

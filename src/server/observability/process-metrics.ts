import { collectDefaultMetrics, type Gauge, type Registry } from 'prom-client';
import { LoopLag } from './loop-lag.js';

/** Longer than any run: prom-client's own measurement, which wakes an idle service, is replaced. */
const neverMs = 2 ** 31 - 1;

/** Event loop lag, memory, garbage collection and handles. */
export function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: neverMs });
  const lag = new LoopLag();
  lag.start();
  let figures = lag.take();
  // prom-client sets the figures one after the other, in this order.
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'] as const) {
    const gauge = registry.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`) as Gauge;
    const set = gauge.set.bind(gauge) as (value: number) => void;
    gauge.set = () => {
      if (figure === 'min') figures = lag.take();
      set(figures[figure]);
    };
  }
}

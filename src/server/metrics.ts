import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolState } from '../store/store.js';

export interface Metrics {
  observe(routeId: string, method: string, status: number, seconds: number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is asked when somebody reads the metrics. */
interface Sources {
  readonly pool: () => PoolState;
  readonly droppedLogRows: () => number;
  readonly hearsOtherNodes: () => boolean;
}

export function createMetrics({ pool, droppedLogRows, hearsOtherNodes }: Sources): Metrics {
  const registry = new Registry();
  // Event-loop lag, memory, garbage collection and handles come from here.
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'presage_http_request_duration_seconds',
    help: 'Time from the arrival of a request to its reply, by route.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'presage_database_pool',
    help: 'Uses of the database pool: its size, those running and those waiting.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { size, busy, waiting } = pool();
      this.set({ state: 'size' }, size);
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  const dropped = new Counter({
    name: 'presage_request_log_dropped_total',
    help: 'Request log rows that could not be kept.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLogRows());
    },
  });
  const hearing = new Gauge({
    name: 'presage_notices_heard',
    help: '1 while changes of markets by other nodes are heard, 0 while markets in memory are looked up every second.',
    registers: [registry],
    collect() {
      this.set(hearsOtherNodes() ? 1 : 0);
    },
  });
  void connections;
  void dropped;
  void hearing;

  const bound = new Map<string, { observe(seconds: number): void }>();
  return {
    observe(routeId, method, status, seconds) {
      const key = `${routeId} ${method} ${status}`;
      let timer = bound.get(key);
      if (!timer) {
        timer = durations.labels(routeId, method, String(status));
        bound.set(key, timer);
      }
      timer.observe(seconds);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

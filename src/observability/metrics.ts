import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { PoolState, Store } from '../database/store.js';
import type { AdmissionState } from '../http/admission/admission.js';
import { type JobState, observeArena } from './arena-metrics.js';
import { LoopLag } from './loop-lag.js';
import type { DiskState } from './readiness.js';
import { RequestTimings } from './request-timings.js';

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

export interface Metrics {
  observe(routeId: string, method: string, status: number, seconds: number): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Values that are read when the metrics are scraped. */
interface Sources {
  readonly store: Store;
  readonly jobs: JobState;
  readonly droppedLogRows: () => number;
  readonly hearsOtherNodes: () => boolean;
  readonly openStreams: () => number;
  readonly idleStreamBytes: () => number;
  /** Null: the database has no disk on this machine. */
  readonly disk: DiskState | null;
  readonly admission: () => AdmissionState;
}

function observeDisk(registers: Registry[], disk: DiskState): void {
  new Gauge({
    name: 'presage_disk_free_bytes',
    help: 'Free space of the disk that the embedded database is on.',
    registers,
    collect() {
      if (disk.freeBytes !== null) this.set(disk.freeBytes);
    },
  });
  new Gauge({
    name: 'presage_disk_state',
    help: 'Whether free disk space is below the warning threshold (low) and whether writes are rejected because of it (full), each 0 or 1.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'low' }, disk.isLow ? 1 : 0);
      this.set({ state: 'full' }, disk.isFull ? 1 : 0);
    },
  });
}

function observePool(registers: Registry[], pool: () => PoolState): void {
  new Gauge({
    name: 'presage_database_pool',
    help: 'Database connections: maximum, in use, and work waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { size, busy, waiting } = pool();
      this.set({ state: 'size' }, size);
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'waiting' }, waiting);
    },
  });
  new Gauge({
    name: 'presage_database_oldest_wait_seconds',
    help: 'Age of the oldest work in the queue for a database connection.',
    registers,
    collect() {
      this.set(pool().oldestWaitMs / 1000);
    },
  });
  new Gauge({
    name: 'presage_database_reachable',
    help: '1 while database connections are available, 0 while work is rejected immediately because none is.',
    registers,
    collect() {
      this.set(pool().isReachable ? 1 : 0);
    },
  });
  new Counter({
    name: 'presage_database_connections_lost_total',
    help: 'Database connections that were lost, or closed because a response was overdue.',
    registers,
    collect() {
      this.reset();
      this.inc(pool().resets);
    },
  });
  new Counter({
    name: 'presage_database_reconnects_total',
    help: 'Database connections that replaced lost ones.',
    registers,
    collect() {
      this.reset();
      this.inc(pool().reconnects);
    },
  });
}

/** The inputs of admission control, and the number of rejections. */
function addAdmission(registry: Registry, state: () => AdmissionState): void {
  new Gauge({
    name: 'presage_expected_wait_seconds',
    help: 'Expected wait of a new request, by lane.',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      const { lanes } = state();
      for (const [lane, { expectedWaitMs }] of Object.entries(lanes)) this.set({ lane }, expectedWaitMs / 1000);
    },
  });
  new Gauge({
    name: 'presage_requests_in_flight',
    help: 'Admitted requests without a response yet, by lane.',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      for (const [lane, { inFlight }] of Object.entries(state().lanes)) this.set({ lane }, inFlight);
    },
  });
  new Counter({
    name: 'presage_requests_shed_total',
    help: 'Requests rejected with OVERLOADED, by priority.',
    labelNames: ['priority'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [priority, count] of Object.entries(state().shed)) this.inc({ priority }, count);
    },
  });
}

export function createMetrics({
  store,
  jobs,
  droppedLogRows,
  hearsOtherNodes,
  openStreams,
  idleStreamBytes,
  disk,
  admission,
}: Sources): Metrics {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const timings = new RequestTimings();
  observePool([registry], () => store.pool());
  observeArena([registry], store, jobs);
  new Counter({
    name: 'presage_request_log_dropped_total',
    help: 'Request log rows that could not be stored.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLogRows());
    },
  });
  new Gauge({
    name: 'presage_notices_heard',
    help: '1 while notifications of changes by other nodes arrive, 0 while cached markets are checked every second.',
    registers: [registry],
    collect() {
      this.set(hearsOtherNodes() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'presage_streams_open',
    help: 'Stream subscribers, counting each WebSocket subscription.',
    registers: [registry],
    collect() {
      this.set(openStreams());
    },
  });
  new Gauge({
    name: 'presage_streams_idle_bytes',
    help: 'Bytes cached for streams without subscribers, so that clients can resume.',
    registers: [registry],
    collect() {
      this.set(idleStreamBytes());
    },
  });
  if (disk) observeDisk([registry], disk);
  addAdmission(registry, admission);

  return {
    observe: (routeId, method, status, seconds) => timings.observe(routeId, method, status, seconds),
    text: async () => timings.text() + (await registry.metrics()),
    contentType: registry.contentType,
  };
}

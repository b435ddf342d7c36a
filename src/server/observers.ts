import type { Admission } from '../http/admission/admission.js';
import type { Services } from '../http/services.js';
import type { Store } from '../store/store.js';
import type { Jobs } from './jobs/jobs.js';
import { createMetrics, type Metrics } from './observability/metrics.js';
import type { DiskState } from './observability/readiness.js';
import type { RequestRecorder } from './observability/request-log.js';
import { StatusSampler } from './observability/status-sampler.js';
import type { Streams } from './streams.js';

interface MetricSources {
  readonly admission: Admission;
  readonly streams: Streams;
  readonly recorder: RequestRecorder;
  readonly marketData: Services['marketData'];
  readonly jobs: Jobs;
}

export function createNodeMetrics(
  { store, disk = null }: { readonly store: Store; readonly disk?: DiskState | null },
  { admission, streams, recorder, marketData, jobs }: MetricSources,
): Metrics {
  return createMetrics({
    store,
    jobs,
    admission: () => admission.state(),
    ...streams.gauges,
    disk,
    droppedLogRows: recorder.dropped,
    hearsOtherNodes: () => marketData.live.markets.isListening,
  });
}

/** Counts this node's activity for the status page. */
export function createSampler(services: Services, { gauges }: Streams, jobs: Jobs): StatusSampler {
  const { store, clock, service, developer } = services;
  return new StatusSampler({
    store,
    clock,
    readiness: service.readiness,
    latency: developer.latency,
    streams: () => ({ readers: gauges.openStreams(), messages: gauges.streamMessages() }),
    jobLagMs: jobs.lagMs,
  });
}

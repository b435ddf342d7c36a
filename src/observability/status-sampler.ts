import type { Store } from '../database/store.js';
import type { StageFigures } from '../http/stages.js';
import { minuteMs } from '../kernel/time.js';
import type { Readiness } from '../service/service-description.js';
import { saveSample } from '../service/status-history.js';

interface SamplerSources {
  readonly store: Store;
  readonly clock: () => number;
  readonly readiness: () => Promise<Readiness>;
  readonly latency: () => { readonly node: string; readonly stages: readonly StageFigures[] };
  readonly streams: () => { readonly readers: number; readonly messages: number };
  readonly jobLagMs: () => number;
}

const orderRoutes: ReadonlySet<string> = new Set(['placeOrder']);

/** Counts this node's activity and stores the figures of each minute. */
export class StatusSampler {
  private requests = 0;
  private failures = 0;
  private orders = 0;
  private messages = 0;
  private lastMinute: number | null = null;

  constructor(private readonly sources: SamplerSources) {}

  /** Called for every response. A replayed order has status 200 and is not counted again. */
  observe(routeId: string, status: number): void {
    this.requests += 1;
    if (status >= 500) this.failures += 1;
    else if (status === 201 && orderRoutes.has(routeId)) this.orders += 1;
  }

  /** Called several times a minute; the first call of each minute stores the figures since the previous one. */
  async sample(): Promise<void> {
    const { store, clock, readiness, latency, streams, jobLagMs } = this.sources;
    const minute = Math.floor(clock() / minuteMs) * minuteMs;
    // Without the database no sample can be stored, and the minute counts as down.
    if (minute === this.lastMinute || !store.pool().isReachable) return;
    const { ready, checks } = await readiness();
    const { node, stages } = latency();
    const { readers, messages } = streams();
    const { busy, waiting } = store.pool();
    const { requests, failures, orders } = this;
    const figures = {
      requests,
      failures,
      orders,
      streamMessages: messages - this.messages,
      streamReaders: readers,
      databaseMs: checks.database?.milliseconds ?? null,
      poolBusy: busy,
      poolWaiting: waiting,
      jobLagMs: Math.round(jobLagMs()),
      stages: stages.map(({ stage, count, p50Ms, p95Ms, p99Ms }) => ({ stage, count, p50Ms, p95Ms, p99Ms })),
    };
    await saveSample({ store }, { minute, node, ready, figures });
    this.lastMinute = minute;
    this.requests -= requests;
    this.failures -= failures;
    this.orders -= orders;
    this.messages = messages;
  }
}

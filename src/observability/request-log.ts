import { type Store, StoreFull, StoreUnavailable } from '../database/store.js';
import { orIfDiskFull } from '../database/transactions.js';
import type { LoggedRequest, RequestLog } from '../developer/requests.js';
import * as requestStore from '../developer/store.js';
import { playerIdOf } from '../http/caller.js';
import type { ApiError, ErrorCode } from '../http/errors.js';
import type { HttpExchange } from '../http/response/http-exchange.js';
import { dayMs } from '../kernel/time.js';
import { type Logger, withoutSecrets } from './log.js';
import type { Metrics } from './metrics.js';
import type { StatusSampler } from './status-sampler.js';

/** Requests waiting to be written; any beyond this are dropped, oldest first, and counted. */
const maxWaiting = 5000;
const retentionDays = 7;

/**
 * Records failed requests and all requests by players, redacted. Rows are written in batches, once a second, so no
 * request waits for its record.
 */
export interface RequestRecorder extends RequestLog {
  record(entry: LoggedRequest): void;
  flush(): Promise<void>;
  keep(): Promise<void>;
  dropped(): number;
}

/**
 * The maximum number of rate-limit rejections of anonymous callers recorded per second, so that an attack can't flood
 * the log.
 */
const maxRefusalsPerSecond = 20;

export function createRequestRecorder(store: Store, clock: () => number): RequestRecorder {
  let waiting: LoggedRequest[] = [];
  let beingWritten: readonly LoggedRequest[] = [];
  let dropped = 0;
  let refusals = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    refusals = 0;
    if (waiting.length === 0) return;
    beingWritten = waiting;
    waiting = [];
    try {
      await store.transact(tx => requestStore.append(tx, beingWritten));
    } catch (error) {
      dropped += beingWritten.length;
      throw error;
    } finally {
      beingWritten = [];
    }
  }

  return {
    record(entry) {
      if (entry.code === 'RATE_LIMITED' && entry.playerId === null) {
        refusals += 1;
        if (refusals > maxRefusalsPerSecond) return;
      }
      waiting.push(entry);
      if (waiting.length > maxWaiting) {
        waiting.splice(0, 500);
        dropped += 500;
      }
    },
    flush() {
      // One batch at a time; a failed batch must not stop the next.
      writing = writing.then(write, write);
      return writing;
    },
    async keep() {
      const now = clock();
      await store.transact(tx => requestStore.maintainPartitions(tx, now, now - retentionDays * dayMs));
    },
    dropped: () => dropped,
    async list(query) {
      await orIfDiskFull(this.flush(), undefined);
      const rows = await store.read(reader => requestStore.list(reader, query));
      return rows.map(row => ({ ...row, code: row.code as ErrorCode | null }));
    },
    async usage(playerId, from) {
      await orIfDiskFull(this.flush(), undefined);
      return store.read(reader => requestStore.usage(reader, playerId, from));
    },
    async find(requestId, viewer) {
      const viewerId = playerIdOf(viewer);
      const recent = [...beingWritten, ...waiting]
        .filter(entry => entry.requestId === requestId && (entry.playerId === null || entry.playerId === viewerId))
        .reverse();
      const stored = await store.read(reader => requestStore.find(reader, requestId, viewerId, 20));
      const all = [...recent, ...stored.map(row => ({ ...row, code: row.code as ErrorCode | null }))];
      // Callers choose request ids and may reuse other callers' ids, so the viewer's own requests come first.
      return viewerId === null
        ? all
        : all.sort((a, b) => Number(b.playerId === viewerId) - Number(a.playerId === viewerId));
    },
  };
}

interface Listeners {
  readonly log: Logger;
  readonly clock: () => number;
  readonly metrics: Metrics;
  readonly recorder: RequestRecorder;
  readonly sampler?: Pick<StatusSampler, 'observe'>;
}

const failures: ReadonlySet<ErrorCode> = new Set(['INTERNAL_ERROR', 'ACCEPTED_UNKNOWN_CONFIRMATION']);

/** Whether the service failed. Other 5xx responses, such as during a pause, are intended. */
function isFailure({ code, details }: ApiError): boolean {
  return details.cause !== undefined || failures.has(code);
}

/** Records a completed request in the metrics, the request log and, if it failed, the log. */
export function createRecordRequest({ log, clock, metrics, recorder, sampler }: Listeners) {
  const debugging = log.isLevelEnabled('debug');
  function record(exchange: HttpExchange, status: number, error: ApiError | null, milliseconds: number): void {
    const playerId = playerIdOf(exchange.caller);
    if (error === null && playerId === null) return;
    // Rows of the request log cost database work, which a rejection for load is meant to save.
    if (error?.code === 'OVERLOADED') return;
    const { requestId, method, route } = exchange;
    const { id: routeId, path } = route;
    recorder.record({
      requestId,
      at: clock(),
      routeId,
      method,
      path,
      status,
      code: error?.code ?? null,
      field: error?.details.field === undefined ? null : withoutSecrets(error.details.field),
      milliseconds,
      playerId,
      keyId: exchange.caller.kind === 'agent' ? exchange.caller.keyId : null,
    });
  }

  return (exchange: HttpExchange, status: number, error: ApiError | null): void => {
    const milliseconds = performance.now() - exchange.startedAt;
    sampler?.observe(exchange.route.id, status);
    metrics.observe(exchange.route.id, exchange.method, status, milliseconds / 1000);
    record(exchange, status, error, milliseconds);
    const failed = status >= 500 && error !== null && isFailure(error);
    if (!failed && !debugging) return;
    const { requestId, route, method } = exchange;
    const line = { requestId, route: route.id, method, status, ms: Math.round(milliseconds * 10) / 10 };
    if (failed) {
      const { cause } = error.details;
      const unavailable = cause instanceof StoreUnavailable || cause instanceof StoreFull;
      log.error({ ...line, code: error.code, ...(unavailable ? {} : { err: cause ?? error }) }, error.message);
    } else log.debug({ ...line, code: error?.code }, 'request');
  };
}

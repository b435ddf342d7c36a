import { playerIdOf } from '../../http/caller.js';
import type { ApiError, ErrorCode } from '../../http/errors.js';
import type { HttpExchange } from '../../http/response/http-exchange.js';
import { StoreFull, StoreUnavailable } from '../../store/store.js';
import { type Logger, withoutSecrets } from './log.js';
import type { Metrics } from './metrics.js';
import type { RequestRecorder } from './request-log.js';
import type { StatusSampler } from './status-sampler.js';

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

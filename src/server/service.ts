import type { FastifyInstance } from 'fastify';
import type { ApiError } from '../api/errors.js';
import type { Route } from '../api/route.js';
import { routes as allRoutes } from '../api/routes.js';
import { contractVersion } from '../api/schema.js';
import type { Services } from '../api/services.js';
import { buildOpenapi, buildSchemaCatalogue } from '../contract/openapi.js';
import { type Store, StoreUnavailable } from '../store/store.js';
import { createApp } from './app.js';
import type { Logger } from './log.js';
import { createMetrics } from './metrics.js';
import { packageVersion } from './package-root.js';
import { registerPages } from './pages.js';
import type { Exchange } from './pipeline/exchange.js';
import { createRateLimits } from './pipeline/rate-limits.js';
import { createReadiness } from './readiness.js';
import { createRequestRecorder } from './request-log.js';

export interface ServiceOptions {
  readonly store: Store;
  readonly log: Logger;
  readonly clock: () => number;
  readonly publicUrl: string;
  readonly addressReadsPerMinute: number;
  readonly trustProxy: boolean | number | string;
  readonly securityContact: string | null;
  /** Tests add routes of their own to try the pipeline with. */
  readonly routes?: readonly Route[];
}

export interface Service {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Begins the work that goes on beside requests. */
  startJobs(): Promise<void>;
  /** Writes what waits to be written. */
  flush(): Promise<void>;
  /** Lets running requests end, then stops everything that was started here; the store stays open. */
  stop(): Promise<void>;
}

const drainMs = 10_000;

function frozen(build: () => object): () => object {
  let value: object | null = null;
  return () => {
    value ??= Object.freeze(build());
    return value;
  };
}

function createContract(routes: readonly Route[], publicUrl: string): Services['contract'] {
  const openapi = frozen(() => buildOpenapi(routes, publicUrl));
  const wrapper = {
    version: contractVersion,
    format: 'openapi',
    formatVersion: '3.1.0',
    canonicalUrl: `${publicUrl}/openapi.json`,
  };
  return {
    openapi,
    versionedOpenapi: frozen(() => ({ ...openapi(), 'x-contract': wrapper })),
    schemas: frozen(() => buildSchemaCatalogue(routes, publicUrl)),
  };
}

export function createService(options: ServiceOptions): Service {
  const { store, log, clock, publicUrl } = options;
  const routes = options.routes ?? allRoutes;
  const recorder = createRequestRecorder(store, clock);
  const metrics = createMetrics(() => store.pool(), recorder.dropped);
  const limits = createRateLimits(clock, options.addressReadsPerMinute);
  const timers: NodeJS.Timeout[] = [];
  let draining = false;

  function record(exchange: Exchange, status: number, error: ApiError | null, milliseconds: number): void {
    const playerId = exchange.caller.kind === 'anonymous' ? null : exchange.caller.playerId;
    if (error === null && playerId === null) return;
    const { requestId, method, route } = exchange;
    const { id: routeId, path } = route;
    const field = error?.details.field ?? null;
    recorder.record({
      requestId,
      at: clock(),
      routeId,
      method,
      path,
      status,
      code: error?.code ?? null,
      field,
      milliseconds,
      playerId,
    });
  }

  function finished(exchange: Exchange, status: number, error: ApiError | null): void {
    const milliseconds = performance.now() - exchange.startedAt;
    metrics.observe(exchange.route.id, exchange.method, status, milliseconds / 1000);
    record(exchange, status, error, milliseconds);
    const { requestId, route, method } = exchange;
    const line = { requestId, route: route.id, method, status, ms: Math.round(milliseconds * 10) / 10 };
    if (status >= 500 && error) {
      const unavailable = error.details.cause instanceof StoreUnavailable;
      log.error(
        { ...line, code: error.code, ...(unavailable ? {} : { err: error.details.cause ?? error }) },
        error.message,
      );
    } else if (log.isLevelEnabled('debug')) log.debug({ ...line, code: error?.code }, 'request');
  }

  const services: Services = {
    store,
    clock,
    publicUrl,
    version: packageVersion,
    addressReadsPerMinute: options.addressReadsPerMinute,
    securityContact: options.securityContact,
    requestLog: recorder,
    contract: createContract(routes, publicUrl),
    readiness: createReadiness(store, () => draining),
    metrics: metrics.text,
  };
  const secure = publicUrl.startsWith('https:');
  const app = createApp({
    routes,
    services,
    limits,
    secure,
    draining: () => draining,
    finished,
    trustProxy: options.trustProxy,
  });
  registerPages(app, { secure, openapiUrl: '/openapi.json' });

  function every(milliseconds: number, name: string, work: () => Promise<void> | void): void {
    const run = async () => {
      try {
        await work();
      } catch (error) {
        log.warn({ err: error }, `${name} failed and will be tried again`);
      }
    };
    timers.push(setInterval(run, milliseconds).unref());
  }

  return {
    app,
    services,
    async startJobs() {
      await recorder.keep();
      every(1000, 'writing the request log', recorder.flush);
      every(3_600_000, 'keeping the request log', recorder.keep);
      every(60_000, 'forgetting idle callers', limits.sweep);
    },
    flush: recorder.flush,
    async stop() {
      draining = true;
      for (const timer of timers) clearInterval(timer);
      const force = setTimeout(() => app.server.closeAllConnections(), drainMs).unref();
      await app.close();
      clearTimeout(force);
      await recorder.flush().catch(() => {});
    },
  };
}

import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { VenueFeed } from './aggregator/venue-feed.js';
import { serveRuns } from './certification/serve-runs.js';
import * as certificationStore from './certification/store.js';
import type { Lookup } from './connectors/source-fetch.js';
import { createConnectorRunner } from './connectors.js';
import { buildAsyncapi } from './contract/asyncapi.js';
import { loadRecordedExamples } from './contract/examples.js';
import { buildOpenapi, buildSchemaCatalogue } from './contract/openapi.js';
import { buildOperations, buildTools } from './contract/tools.js';
import { createCountrySources, type GeoSettings } from './country-sources.js';
import type { Lease, Store } from './database/store.js';
import * as requestStore from './developer/store.js';
import { EventReferences } from './events/event-references.js';
import { type CommittedWork, WriteDesk } from './exchange/desk/write-desk.js';
import { routes as allRoutes } from './features.js';
import { ForecastDesk } from './forecasts/forecast-desk.js';
import { Admission } from './http/admission/admission.js';
import { createRateLimits } from './http/budgets/rate-limits.js';
import { SharedCounts } from './http/budgets/shared-counts.js';
import { createCursors } from './http/cursor.js';
import { createApp } from './http/pipeline/app.js';
import { createConnections } from './http/pipeline/connections.js';
import type { HttpApp } from './http/pipeline/http-app.js';
import type { PipelineParts } from './http/pipeline/run-route.js';
import { newId } from './http/request-id.js';
import type { Route } from './http/route.js';
import { contractVersion } from './http/schema.js';
import { FlowFigures } from './intelligence/flow-figures.js';
import {
  createPracticeTools,
  startAggregatorJobs,
  startConnectorJobs,
  startIntelligenceJobs,
  startMarketJobs,
  startPlayerJobs,
  startPracticeJobs,
  startScoreJobs,
  startSessionJob,
  startSportsJobs,
  startStatusJobs,
} from './jobs/feature-jobs.js';
import { createJobs, type Jobs } from './jobs/jobs.js';
import { createLeasedJobs } from './jobs/leased-jobs.js';
import { LiveReads } from './market-data/live-reads.js';
import { Rankings, TopMarkets } from './market-data/rankings.js';
import { MarketReplyCache } from './market-data/reply-cache.js';
import { TradeHistory } from './market-data/trade-history.js';
import * as marketRequestStore from './market-requests/store.js';
import { serveMcp } from './mcp/endpoint.js';
import * as reportStore from './moderation/store.js';
import { createLastUsed } from './observability/last-used.js';
import type { Logger } from './observability/log.js';
import { createMetrics, type Metrics } from './observability/metrics.js';
import { createReadiness, type DiskState } from './observability/readiness.js';
import { createRecordRequest, createRequestRecorder, type RequestRecorder } from './observability/request-log.js';
import { StageTimings } from './observability/stage-timings.js';
import { StatusSampler } from './observability/status-sampler.js';
import { packageRoot, packageVersion } from './package-root.js';
import { createAttemptLimits } from './people/attempt-limits.js';
import { confirmPage } from './people/confirm-page.js';
import type { Mailer } from './people/confirmations.js';
import { createCredentialHolders } from './people/credential-lookup.js';
import { createAuthenticators } from './people/passkey-authenticators.js';
import { createPasswords, type PasswordCost } from './people/password-hashing.js';
import { withPracticeAdvice } from './practice/routes.js';
import { createRecordExports } from './record/record-exports.js';
import { LeaderboardCache } from './scoring/leaderboard-cache.js';
import * as scoreStore from './scoring/store/scores.js';
import { createReferencePages } from './service/pages.js';
import type { Services } from './services.js';
import { noMailer } from './smtp-mailer.js';
import { createStreams, type Streams } from './stream-access.js';
import { createWebPages } from './web/pages.js';
import { loadWebFiles, serveAssets } from './web/serve-assets.js';
import { loadDocs, type ServedDocs } from './web/served-docs.js';
import { shareImageRoutes } from './web/share-images.js';

interface MetricSources {
  readonly admission: Admission;
  readonly streams: Streams;
  readonly recorder: RequestRecorder;
  readonly marketData: Services['marketData'];
  readonly jobs: Jobs;
}

function createNodeMetrics(
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
function createSampler(services: Services, { gauges }: Streams, jobs: Jobs): StatusSampler {
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

export interface ServiceOptions extends GeoSettings {
  readonly store: Store;
  readonly log: Logger;
  readonly clock: () => number;
  readonly publicUrl: string;
  readonly addressReadsPerMinute: number;
  readonly securityContact: string | null;
  /** Sends emails; without it none are sent. */
  readonly mailer?: Mailer;
  /** The bearer of this token is the operator; null disables it. */
  readonly operatorToken?: string | null;
  /** Builds leaderboards in a worker; without it large ones are built on the event loop, in steps. */
  readonly buildBoardsAside?: (lease: Lease) => Promise<void>;
  /** Open streams of one address; 0: no limit. */
  readonly streamsPerAddress?: number;
  /** Whether stream messages are stored for replay; the store must be configured accordingly. */
  readonly streamStorage?: boolean;
  /** Other nodes may share the database, so reads are counted together with them. */
  readonly sharesDatabase?: boolean;
  /** Watches the disk of the database; without it, a full disk is known only from errors. */
  readonly disk?: DiskState;
  /** Signs cursors and derives the seeds of practice events; the same on all nodes. */
  readonly secret: string;
  /** Opens practice events, one after the other. */
  readonly practice?: boolean;
  /** Resolves the hosts of data sources; tests replace it, so that no request leaves the machine. */
  readonly connectorLookup?: Lookup;
  /** Enables the simulated venues of the demo arena. */
  readonly demoVenues?: boolean;
  /** Keys of data sources by connector id. */
  readonly connectorKeys?: ReadonlyMap<string, string>;
  /** Origins that may receive these keys in addition to those of the providers, by connector id. */
  readonly connectorOrigins?: ReadonlyMap<string, string>;
  /** Maximum concurrent connections; 0: no limit. */
  readonly maxConnections?: number;
  /**
   * A monotonic clock in milliseconds; tests replace it to control the estimated waits, and the delay of the event loop
   * is then not measured.
   */
  readonly steady?: () => number;
  /** The folder of the built web app; without it browsers get API errors at the URLs of pages. */
  readonly webFolder?: string;
  /** Tests lower it: most of them need accounts, and none but those of passwords their strength. */
  readonly passwordCost?: PasswordCost;
  /** Tests add routes to exercise the pipeline. */
  readonly routes?: readonly Route<Services>[];
}

export interface Service {
  readonly app: HttpApp;
  readonly services: Services;
  /** Starts the background work. */
  startJobs(): Promise<void>;
  /** Flushes pending writes. */
  flush(): Promise<void>;
  /** Drains requests in flight, then stops everything that was started here; the store stays open. */
  stop(): Promise<void>;
}

/** The routes of all features. Compiles only if `Services` has everything that they need. */
export const arenaRoutes: readonly Route<Services>[] = allRoutes;

const drainMs = 10_000;
/** The maximum size of texts built from markets, in each of the two caches. */
const replyCacheCharacters = 24 * 1024 * 1024;

function frozen<T extends object>(build: () => T): () => Readonly<T> {
  let value: Readonly<T> | null = null;
  return () => {
    value ??= Object.freeze(build());
    return value;
  };
}

function createContract(routes: readonly Route[], publicUrl: string): Services['service']['contract'] {
  const openapi = frozen(() => buildOpenapi(routes, publicUrl, loadRecordedExamples(packageRoot)));
  const wrapper = {
    version: contractVersion,
    format: 'openapi',
    formatVersion: '3.1.0',
    canonicalUrl: `${publicUrl}/openapi.json`,
  };
  const streamWrapper = {
    version: contractVersion,
    format: 'asyncapi',
    formatVersion: '3.0.0',
    canonicalUrl: `${publicUrl}/api/v1/asyncapi.json`,
  };
  return {
    openapi,
    versionedOpenapi: frozen(() => ({ ...openapi(), 'x-contract': wrapper })),
    schemas: frozen(() => buildSchemaCatalogue(routes, publicUrl)),
    versionedAsyncapi: frozen(() => ({ ...buildAsyncapi(publicUrl), 'x-contract': streamWrapper })),
    tools: frozen(() => buildTools(routes)),
    operations: frozen(() => buildOperations(routes)),
  };
}

function routeWordsOf(routes: readonly Route[]): ReadonlySet<string> {
  const paths = routes.flatMap(route => [route.path, ...(route.aliases ?? [])]);
  return new Set(paths.flatMap(path => path.split('/')).filter(word => word !== '' && !word.startsWith('{')));
}

function settingsOf(options: ServiceOptions, routes: readonly Route[]): Services['settings'] {
  const { publicUrl, addressReadsPerMinute, securityContact, practice: opensPractice = false } = options;
  const routeWords = routeWordsOf(routes);
  return { publicUrl, version: packageVersion, addressReadsPerMinute, securityContact, opensPractice, routeWords };
}

/** A batch that can't be written must not block the others. */
async function flushAll(...batches: { flush(): Promise<void> }[]): Promise<void> {
  const results = await Promise.allSettled(batches.map(batch => batch.flush()));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** A database that hangs must not delay the stop. */
async function soon(ended: Promise<unknown>): Promise<void> {
  await Promise.race([ended.catch(() => {}), sleep(drainMs, undefined, { ref: false })]);
}

type Housekeeping = Readonly<Record<'flush' | 'keep' | 'sweep', () => unknown>>;

function startHousekeeping(jobs: Jobs, work: Housekeeping, shared: SharedCounts | null): void {
  if (shared) {
    jobs.every(1000, 'sharing read counts with other nodes', () => shared.settle());
    jobs.every(60_000, 'deleting old read counts', () => shared.sweep());
  }
  jobs.every(1000, 'writing the request log and last uses', () => work.flush());
  jobs.every(3_600_000, 'pruning the request log', () => work.keep());
  jobs.every(60_000, 'evicting idle callers and old timings', () => work.sweep());
}

/** Market data in memory and the write desk, whose commits keep it current. */
function createExchange(options: ServiceOptions, timings: StageTimings) {
  const { store, clock, publicUrl, demoVenues: hasDemoVenues = false } = options;
  const yieldToEventLoop = () => nextTurn();
  const live = new LiveReads({ store, steady: () => performance.now(), yieldToEventLoop });
  const history = new TradeHistory(store);
  const onCommitted = (work: CommittedWork) => {
    if (work.fills.length > 0) history.note(new Set(work.fills.map(({ eventId }) => eventId)));
    live.markets.onCommitted(work);
  };
  const desk = new WriteDesk({ store, newId, pause: sleep, wait: sleep, yieldToEventLoop, onCommitted, timings });
  const tools = { store, clock, history };
  const marketData: Services['marketData'] = {
    live,
    history,
    rankings: new Rankings(tools),
    topMarkets: new TopMarkets(tools),
    replies: new MarketReplyCache(replyCacheCharacters, 'first'),
    bulkReplies: new MarketReplyCache(replyCacheCharacters, 'second'),
  };
  const feed = new VenueFeed({ store, clock, live, publicUrl, hasDemoVenues });
  const watches = [store.watch(live), store.watch(feed)];
  const unwatch = () => Promise.all(watches.map(end => end()));
  return {
    markets: { references: new EventReferences(store) },
    exchange: { desk },
    marketData,
    aggregator: { feed },
    unwatch,
  };
}

/** All entry points: routes and pages over HTTP, WebSocket, MCP. */
function createFront(
  parts: PipelineParts & { readonly services: Services },
  routes: readonly Route<Services>[],
  {
    log,
    trustProxy,
    maxConnections = 0,
    webFolder,
    docs,
  }: Pick<ServiceOptions, 'log' | 'trustProxy' | 'maxConnections' | 'webFolder'> & { readonly docs: ServedDocs },
  streams: ReturnType<typeof createStreams>,
  metrics: Metrics,
) {
  const connections = createConnections();
  const web = webFolder === undefined ? null : loadWebFiles(webFolder);
  const app = createApp({
    ...parts,
    // The web app serves its own page at the confirmation URL.
    routes: [
      ...routes,
      ...createReferencePages('/openapi.json'),
      ...docs.routes,
      ...(web ? shareImageRoutes : [confirmPage]),
    ],
    pages: web && createWebPages(web),
    trustProxy,
    connections,
    maxConnections,
    onRefusedEarly: (routeId, method) => metrics.observe(routeId, method, 503, 0),
  });
  if (web) serveAssets(app, web, parts.secure);
  const mcp = serveMcp(app, { ...parts, routes, log });
  serveRuns(app, { ...parts, routes, runStreams: streams.runStreams });
  streams.sockets.attach(app, connections);
  const close = async () => {
    const drained = connections.drain(app.server, drainMs);
    await streams.stop();
    await Promise.all([app.close().then(drained), mcp.close()]);
  };
  return { app, close };
}

/** The services that depend only on the store and the configuration. */
function createCore(options: ServiceOptions, routes: readonly Route[], docs: ServedDocs) {
  const { store, clock, secret, addressReadsPerMinute } = options;
  return {
    store,
    clock,
    random: randomBytes,
    newId,
    settings: settingsOf(options, routes),
    cursors: createCursors(secret),
    credentials: createCredentialHolders(store, clock),
    forecasts: { desk: new ForecastDesk({ store, newId, pause: sleep }) },
    intelligence: { flows: new FlowFigures(store) },
    scoring: {
      leaderboards: new LeaderboardCache(store, clock),
      scoresOf: (playerId: string, eventIds: readonly string[]) =>
        store.read(reader => scoreStore.ofPlayer(reader, playerId, eventIds)),
    },
    record: { open: createRecordExports({ store, clock }) },
    people: {
      passwords: createPasswords(options.passwordCost),
      attempts: createAttemptLimits(store, clock, addressReadsPerMinute),
      mailer: options.mailer ?? noMailer,
      authenticators: createAuthenticators(options.publicUrl),
      personalData: {
        erase: [marketRequestStore.erasePerson, reportStore.deleteOf],
        listRequests: requestStore.list,
      },
    },
    search: {
      get help() {
        return docs.help;
      },
    },
    certification: {
      openEventIds: async (playerId: string) => {
        const run = await store.read(reader => certificationStore.openOf(reader, playerId));
        return new Set(run?.events.map(({ eventId }) => eventId));
      },
    },
    countryAccess: createCountrySources(options),
    connectors: createConnectorRunner({ ...options, random: randomBytes }),
  };
}

function startFeatureJobs(
  jobs: ReturnType<typeof createJobs>,
  services: Services,
  sampler: StatusSampler,
  options: Pick<ServiceOptions, 'buildBoardsAside' | 'secret' | 'demoVenues' | 'geoDatabase'>,
): void {
  const { buildBoardsAside, secret, demoVenues = false, geoDatabase } = options;
  startSessionJob(jobs, services);
  startStatusJobs(jobs, services, sampler);
  const tools = { ...services, ...createPracticeTools(services, secret) };
  const leased = createLeasedJobs(jobs, tools);
  startMarketJobs(leased);
  startPlayerJobs(leased);
  startScoreJobs(leased, buildBoardsAside ?? null);
  startIntelligenceJobs(leased);
  startConnectorJobs(jobs, leased);
  startSportsJobs(leased);
  startAggregatorJobs(leased, demoVenues);
  startPracticeJobs(leased, services.settings.opensPractice);
  if (geoDatabase) jobs.every(60_000, 'reloading the geo database', () => geoDatabase.refresh());
}

export function createService(options: ServiceOptions): Service {
  const { store, log, clock, publicUrl, routes = arenaRoutes, disk = null } = options;
  const recorder = createRequestRecorder(store, clock);
  const shared = options.sharesDatabase ? new SharedCounts(store, randomBytes(6).toString('hex'), clock) : null;
  const limits = createRateLimits(clock, options.addressReadsPerMinute, shared);
  const lastUsed = createLastUsed(store, clock);
  const jobs = createJobs(log);
  const timings = new StageTimings(() => performance.now());
  const { unwatch, ...exchangeServices } = createExchange(options, timings);
  const { exchange, marketData } = exchangeServices;
  const streams = createStreams(options, exchangeServices);
  const admission = new Admission(options.steady ?? (() => performance.now()));
  const metrics = createNodeMetrics(options, { admission, streams, recorder, marketData, jobs });
  let draining = false;
  const flush = () => flushAll(recorder, lastUsed);
  const docs = loadDocs(options.webFolder);
  const services: Services = {
    ...createCore(options, routes, docs),
    ...exchangeServices,
    streams: streams.access,
    practice: { withAdvice: (slug, error) => withPracticeAdvice(services, slug, error) },
    developer: { requestLog: recorder, latency: () => timings.report() },
    service: {
      contract: createContract(routes, publicUrl),
      documents: docs.documents,
      readiness: createReadiness(store, () => draining, disk),
      metrics: metrics.text,
    },
  };
  const sampler = createSampler(services, streams, jobs);
  const parts = {
    services,
    countWrites: (playerId, counts, count) => exchange.desk.submit({ kind: 'creditGrants', playerId, counts, count }),
    limits,
    admission,
    timings,
    secure: publicUrl.startsWith('https:'),
    operatorToken: options.operatorToken ?? null,
    draining: () => draining,
    streams,
    onAuthenticated: lastUsed.note,
    onFinished: createRecordRequest({ log, clock, metrics, recorder, sampler }),
  } satisfies PipelineParts;
  const { app, close } = createFront(parts, routes, { ...options, docs }, streams, metrics);
  return {
    app,
    services,
    async startJobs() {
      if (!options.steady) admission.start();
      await Promise.all([recorder.keep(), streams.start(jobs)]);
      startHousekeeping(
        jobs,
        { flush, keep: recorder.keep, sweep: () => [limits, timings].map(each => each.sweep()) },
        shared,
      );
      startFeatureJobs(jobs, services, sampler, options);
    },
    flush,
    async stop() {
      draining = true;
      for (const part of [admission, services.connectors]) part.stop();
      const jobsEnded = jobs.stop();
      await close();
      await soon(Promise.all([jobsEnded.then(flush), unwatch(), services.people.mailer.flush()]));
      await services.people.mailer.close();
    },
  };
}

import { hash } from 'node:crypto';
import type { OperationContext } from '../database/transactions.js';
import { defaultLiquidity } from '../engine/create-market.js';
import { actorOf } from '../http/caller.js';
import { ApiError, throwIfRefused } from '../http/errors.js';
import { CachedText, perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, operatorOnly, type RequestContext, type RouteInput } from '../http/route.js';
import type { Static, TSchema } from '../http/schema.js';
import { replyOrReplay } from '../http/write-result.js';
import { CachedLoads } from '../kernel/cache.js';
import { dayMs, gridMoment, gridMs, isoTime } from '../kernel/time.js';
import { microsFromWire } from '../kernel/units.js';
import { showEvent } from '../markets/handlers.js';
import { openMarket } from './fixture-markets.js';
import type { FixtureStatus } from './rules/fixture.js';
import { catalogCheckedAt, sportsCatalog } from './rules/leagues.js';
import type { LineMarket } from './rules/lines.js';
import { metricsOf, type QualityMetrics, qualityOf, staleBounds } from './rules/quality.js';
import {
  FeedQuery,
  FixtureParams,
  LineHistory,
  LinesQuery,
  MetricsQuery,
  OpenedMarket,
  OpenMarketRequest,
  SportsCatalog,
  SportsFeed,
  SportsMetrics,
} from './schemas.js';
import * as fixtureStore from './store/fixtures.js';
import * as lineStore from './store/lines.js';
import * as reportStore from './store/reports.js';
import type { FixtureCursor, FixtureQuality, FixtureRow, FixtureSpan, LineCursor, LineRow } from './store/rows.js';

type Context = Pick<OperationContext, 'store' | 'clock'>;

/** The inputs of a response about sports, besides its parameters. */
interface ReadVersion {
  readonly at: number;
  readonly version: number;
}

/** Responses of the same version and time are equal, so one can be served from the cache. */
async function readVersion({ store, clock }: Context): Promise<ReadVersion> {
  return { at: gridMoment(clock()), version: await store.read(reader => fixtureStore.version(reader)) };
}

/** How long responses for one time are current. */
const replyTtlMs = gridMs;

export interface FixtureWindow {
  readonly league: string | null;
  readonly sport: string | null;
  readonly days: number;
}

/** From the start of yesterday, UTC, to this many days ahead. */
function spanOf({ league, sport, days }: FixtureWindow, at: number): FixtureSpan {
  const yesterday = Math.floor(at / dayMs) * dayMs - dayMs;
  return { from: yesterday, to: at + days * dayMs, league, sport };
}

interface FeedRequest extends FixtureWindow {
  readonly status: FixtureStatus | null;
  readonly includeStale: boolean;
  readonly after: FixtureCursor | null;
  readonly limit: number;
}

interface Feed {
  readonly asOf: number;
  readonly fixtures: readonly (FixtureRow & ReturnType<typeof qualityOf>)[];
  /** Null on the last page. */
  readonly next: FixtureCursor | null;
}

const pageEnd = <T extends FixtureCursor>(rows: readonly T[]): FixtureCursor | null => {
  const last = rows.at(-1);
  return last ? { startsAt: last.startsAt, id: last.id } : null;
};

async function readFeed({ store, clock }: Context, request: FeedRequest): Promise<Feed> {
  const { status, includeStale, after, limit } = request;
  const at = gridMoment(clock());
  const confirmedSince = includeStale ? null : staleBounds(at);
  const filter = { ...spanOf(request, at), status, confirmedSince, after, limit: limit + 1 };
  const rows = await store.read(reader => fixtureStore.feed(reader, filter));
  const page = rows.slice(0, limit);
  return {
    // Never earlier than the data in it.
    asOf: page.reduce((latest, { asOf }) => Math.max(latest, asOf), at),
    fixtures: page.map(row => ({ ...row, ...qualityOf(row, at) })),
    next: rows.length > limit ? pageEnd(page) : null,
  };
}

interface LinesRequest {
  readonly sourceEventId: string | null;
  readonly market: LineMarket | null;
  readonly before: LineCursor | null;
  readonly limit: number;
}

/** Null if no source reports a game under this id. */
function readLines(
  { store }: Context,
  { sourceEventId, ...filter }: LinesRequest,
): Promise<{ readonly lines: readonly LineRow[]; readonly next: LineCursor | null } | null> {
  return store.read(async reader => {
    const fixtureIds = sourceEventId === null ? null : await reportStore.fixturesReportedAs(reader, sourceEventId);
    if (fixtureIds?.length === 0) return null;
    const rows = await lineStore.lines(reader, { ...filter, fixtureIds, limit: filter.limit + 1 });
    const lines = rows.slice(0, filter.limit);
    const last = lines.at(-1);
    return { lines, next: rows.length > filter.limit && last ? { at: last.at, id: last.id } : null };
  });
}

const qualityPage = 5_000;

interface Metrics {
  readonly asOf: number;
  readonly total: QualityMetrics;
  readonly leagues: readonly (QualityMetrics & { readonly sport: string; readonly league: string })[];
}

async function readMetrics({ store, clock }: Context, window: FixtureWindow): Promise<Metrics> {
  const at = gridMoment(clock());
  const span = spanOf(window, at);
  const byLeague = new Map<string, FixtureQuality[]>();
  const all: FixtureQuality[] = [];
  for (let after: FixtureCursor | null = null, more = true; more; ) {
    const place: FixtureCursor | null = after;
    const rows: FixtureQuality[] = await store.read(reader => fixtureStore.quality(reader, span, place, qualityPage));
    for (const row of rows) {
      all.push(row);
      const key = `${row.sport} ${row.league}`;
      const league = byLeague.get(key);
      if (league) league.push(row);
      else byLeague.set(key, [row]);
    }
    after = pageEnd(rows);
    more = rows.length === qualityPage;
  }
  const leagues = [...byLeague.values()]
    .map(rows => ({ sport: rows[0].sport, league: rows[0].league, ...metricsOf(rows, at) }))
    .sort((a, b) => a.sport.localeCompare(b.sport, 'en') || a.league.localeCompare(b.league, 'en'));
  const asOf = all.reduce((latest, row) => Math.max(latest, row.asOf), at);
  return { asOf, total: metricsOf(all, at), leagues };
}

const catalog = {
  sports: sportsCatalog.map(({ key: sportKey, name: sportName, leagues }) => ({
    key: sportKey,
    name: sportName,
    leagues: leagues.map(({ key, name, resolution }) => ({ key, name, resolution })),
  })),
  asOf: catalogCheckedAt,
};

function getSportsCatalog() {
  return catalog;
}

type FeedFixture = Awaited<ReturnType<typeof readFeed>>['fixtures'][number];

function viewFixture(fixture: FeedFixture) {
  const { id, source, sourceEventId, sport, league, startsAt, status, period, clock, home, away } = fixture;
  const { eventSlug, confidence, stale, reviewRequired, demo } = fixture;
  return {
    ...{ id, source, sourceEventId, sport, league, startsAt: isoTime(startsAt), status, period, clock, home, away },
    lines: fixture.lines.map(({ updatedAt, ...line }) => ({ ...line, updatedAt: isoTime(updatedAt) })),
    ...{ eventSlug, confidence, stale, reviewRequired, demo },
  };
}

async function viewFeed(services: HttpServices, query: Static<typeof FeedQuery>) {
  const { league = null, sport = null, days = 7, includeStale = false, limit = 50, cursor } = query;
  const status = query.status === undefined || query.status === 'all' ? null : query.status;
  const filters = [league, sport, days, includeStale, status];
  const after = cursor === undefined ? null : services.cursors.read<FixtureCursor>('fixtures', filters, cursor);
  const feed = await readFeed(services, { league, sport, days, status, includeStale, after, limit });
  return {
    fixtures: feed.fixtures.map(viewFixture),
    nextCursor: feed.next === null ? null : services.cursors.write('fixtures', filters, feed.next),
    asOf: isoTime(feed.asOf),
  };
}

function viewLine({ id, source, sourceEventId, book, market, selection, point, at, ...line }: LineRow) {
  const { decimalPrice, impliedBps, fairBps, outlier, demo } = line;
  return {
    ...{ id, source, sourceEventId, book, market, selection, point, decimalPrice, impliedBps, fairBps, outlier },
    at: isoTime(at),
    demo,
  };
}

async function viewLines(services: HttpServices, query: Static<typeof LinesQuery>) {
  const { sourceEventId = null, market = null, limit = 50, cursor } = query;
  const filters = [sourceEventId, market];
  const before = cursor === undefined ? null : services.cursors.read<LineCursor>('sports lines', filters, cursor);
  const page = await readLines(services, { sourceEventId, market, before, limit });
  if (!page) {
    throw new ApiError('NOT_FOUND', `Game ${sourceEventId} not found at any source.`, {
      field: 'sourceEventId',
      remediation: 'Take sourceEventId from a fixture of /api/sports/feed.',
    });
  }
  const { lines, next } = page;
  return {
    lines: lines.map(viewLine),
    nextCursor: next === null ? null : services.cursors.write('sports lines', filters, next),
    asOf: isoTime(lines[0]?.at ?? services.clock()),
  };
}

async function viewMetrics(services: HttpServices, query: Static<typeof MetricsQuery>) {
  const { days = 7, sport = null, league = null } = query;
  const { asOf, total, leagues } = await readMetrics(services, { days, sport, league });
  return { days, total, leagues, asOf: isoTime(asOf) };
}

const maxReplies = 200;
const repliesFor = perServices(() => new CachedLoads<CachedText>({ maxEntries: maxReplies, ttlMs: replyTtlMs }));

/** Serves a cached response, with its bytes and its ETag, while neither the data nor the rounded time has changed. */
function cached<S extends TSchema>(name: string, view: (services: HttpServices, query: Static<S>) => Promise<object>) {
  return async ({ query }: RouteInput<{ query: S }>, { services }: RequestContext) => {
    const { at, version } = await readVersion(services);
    const load = async () => new CachedText(JSON.stringify(await view(services, query as Static<S>)));
    return repliesFor(services).get(`${name} ${JSON.stringify(query)}`, at, load, version);
  };
}

const getSportsFeed = cached<typeof FeedQuery>('feed', viewFeed);
const getLineHistory = cached<typeof LinesQuery>('lines', viewLines);
const getSportsMetrics = cached<typeof MetricsQuery>('metrics', viewMetrics);

const sha256 = (text: string) => hash('sha256', text, 'buffer');

async function openFixtureMarket(
  { params, body }: RouteInput<{ params: typeof FixtureParams; body: typeof OpenMarketRequest; bodyOptional: true }>,
  { services, caller }: RequestContext,
) {
  const credits = body?.liquidityCredits;
  const liquidity = credits === undefined ? defaultLiquidity : (microsFromWire(credits) ?? 0);
  const command = { fixtureId: params.id, liquidity, actor: actorOf(caller), sha256 };
  const { eventId, replayed } = throwIfRefused(await openMarket(services, command));
  const event = await showEvent(services, eventId);
  return replyOrReplay({ event }, replayed);
}

const area = 'sports';
const open = { area, auth: 'none', bucket: 'address' } as const;

export const sportsRoutes = [
  defineRoute({
    ...open,
    id: 'getSportsCatalog',
    method: 'GET',
    path: '/api/sports/catalog',
    summary: 'Sports and leagues',
    description:
      'Every supported league, with the official source of results, what counts as final and what happens when a game is postponed.',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The catalogue.', schema: SportsCatalog } },
    handler: getSportsCatalog,
  }),
  defineRoute({
    area,
    id: 'getSportsFeed',
    method: 'GET',
    path: '/api/sports/feed',
    summary: 'Fixtures with consensus lines',
    description:
      'Games from yesterday (UTC) to the given number of days ahead, by start time, each with status, score, the median of the books’ fair probabilities and a confidence. Stale fixtures are omitted unless includeStale is true.',
    auth: 'optional',
    bucket: 'reads',
    request: { query: FeedQuery },
    responses: { 200: { description: 'The fixtures.', schema: SportsFeed } },
    tool: {
      name: 'list_fixtures',
      defaults: { status: 'scheduled', limit: 10 },
      compact:
        'fixtures(league,startsAt,status,home(name,score),away(name,score),lines[3](market,selection,point,consensusBps),confidence,eventSlug),nextCursor',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'fixtures.*.eventSlug' } }],
      title: 'Sports fixtures',
      description:
        'Games of sports leagues, upcoming ones by default, and the bookmakers’ consensus: consensusBps is the median probability of a selection in basis points after removing each book’s margin. confidence (0 to 1) says how reliable it is; eventSlug names the market on the winner, if there is one. Filter by league (such as epl, nba, nfl) or sport.',
    },
    handler: getSportsFeed,
  }),
  defineRoute({
    ...open,
    id: 'listSportsLines',
    method: 'GET',
    path: '/api/sports/lines/history',
    summary: 'Line history of bookmakers',
    description:
      'Newest first. A quote is stored with all its selections whenever one of its prices changes, because the fair probability of each depends on all. Lines are stored for 90 days.',
    request: { query: LinesQuery },
    responses: { 200: { description: 'The lines.', schema: LineHistory } },
    errors: ['NOT_FOUND'],
    handler: getLineHistory,
  }),
  defineRoute({
    ...open,
    id: 'getSportsMetrics',
    method: 'GET',
    path: '/api/sports/metrics',
    summary: 'Quality of fixtures and lines',
    description:
      'Number of stale fixtures and of fixtures that need review in the feed’s window, their mean confidence and the outliers among their lines, in total and by league.',
    request: { query: MetricsQuery },
    responses: { 200: { description: 'The metrics.', schema: SportsMetrics } },
    handler: getSportsMetrics,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'openFixtureMarket',
    method: 'POST',
    path: '/api/operator/sports/fixtures/{id}/market',
    summary: 'Open a market on a fixture',
    description:
      'Creates the event on the winner: outcomes home, away and, in leagues with draws, draw; end of trading at the start of the game; the official source of the league; opening prices from the moneyline consensus, or equal ones without it. A fixture has one event: a repeated request returns it with 200.',
    request: { params: FixtureParams, body: OpenMarketRequest, bodyOptional: true },
    responses: {
      201: { description: 'The event.', schema: OpenedMarket },
      200: { description: 'The existing event of the fixture.', schema: OpenedMarket },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'POLICY_EXCLUDED', 'POLICY_REVIEW'],
    handler: openFixtureMarket,
  }),
];

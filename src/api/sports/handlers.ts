import { isoTime } from '../../domain/iso-time.js';
import { catalogCheckedAt, sportsCatalog } from '../../domain/sports/leagues.js';
import { CachedText } from '../../http/cached-text.js';
import { ApiError } from '../../http/errors.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Static, TSchema } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { CachedLoads } from '../../operations/cache/cached-loads.js';
import { readFeed, readLines, readMetrics, readVersion, replyTtlMs } from '../../operations/sports/queries.js';
import type { FixtureCursor, LineCursor, LineRow } from '../../store/sports/interface.js';
import type { FeedQuery, LinesQuery, MetricsQuery } from './schemas.js';

const catalog = {
  sports: sportsCatalog.map(({ key: sportKey, name: sportName, leagues }) => ({
    key: sportKey,
    name: sportName,
    leagues: leagues.map(({ key, name, resolution }) => ({ key, name, resolution })),
  })),
  asOf: catalogCheckedAt,
};

export function getSportsCatalog() {
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

async function viewFeed(services: Services, query: Static<typeof FeedQuery>) {
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

async function viewLines(services: Services, query: Static<typeof LinesQuery>) {
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

async function viewMetrics(services: Services, query: Static<typeof MetricsQuery>) {
  const { days = 7, sport = null, league = null } = query;
  const { asOf, total, leagues } = await readMetrics(services, { days, sport, league });
  return { days, total, leagues, asOf: isoTime(asOf) };
}

const maxReplies = 200;
const repliesFor = perServices(() => new CachedLoads<CachedText>({ maxEntries: maxReplies, ttlMs: replyTtlMs }));

/** Serves a cached response, with its bytes and its ETag, while neither the data nor the rounded time has changed. */
function cached<S extends TSchema>(name: string, view: (services: Services, query: Static<S>) => Promise<object>) {
  return async ({ query }: RouteInput<{ query: S }>, { services }: RequestContext) => {
    const { at, version } = await readVersion(services);
    const load = async () => new CachedText(JSON.stringify(await view(services, query as Static<S>)));
    return repliesFor(services).get(`${name} ${JSON.stringify(query)}`, at, load, version);
  };
}

export const getSportsFeed = cached<typeof FeedQuery>('feed', viewFeed);
export const getLineHistory = cached<typeof LinesQuery>('lines', viewLines);
export const getSportsMetrics = cached<typeof MetricsQuery>('metrics', viewMetrics);

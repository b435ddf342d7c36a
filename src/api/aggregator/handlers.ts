import { sideBySide } from '../../domain/aggregator/side-by-side.js';
import { ownSource } from '../../domain/aggregator/venue-market.js';
import { gridMoment } from '../../domain/durations.js';
import { CachedText } from '../../http/cached-text.js';
import { ApiError, invalid } from '../../http/errors.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import type { FeedSource } from '../../operations/aggregator/venue-feed.js';
import { CachedLoads } from '../../operations/cache/cached-loads.js';
import type { FeedPosition } from '../../store/aggregator/interface.js';
import { queryWords } from '../market-data/events/query-words.js';
import { viewMarket } from './market-view.js';
import type { AggregatorQuery, MarketPath } from './schemas.js';

/** The age at which a response is loaded again; writes of this node invalidate cached responses at once. */
const maxAgeMs = 1_000;
/** The maximum age of a response that is served while it is loaded again. */
const maxReloadingAgeMs = 2_000;
const maxReplies = 500;
const maxSources = 20;

const repliesFor = perServices(
  () => new CachedLoads<CachedText>({ maxEntries: maxReplies, ttlMs: maxReloadingAgeMs, reloadAfterMs: maxAgeMs }),
);

/** Returns a response that is cached until the feed changes, for at most two seconds. */
function cachedReply(services: Services, key: string, make: (now: number) => Promise<object>): Promise<CachedText> {
  const { feed } = services.aggregator;
  const now = services.clock();
  const { version } = feed;
  const load = async () => {
    const text = JSON.stringify(await make(now));
    return new CachedText(text, later => Math.abs(later - now) < maxAgeMs && feed.version === version);
  };
  return repliesFor(services).get(key, now, load, version);
}

async function readSources(services: Services, text: string | undefined): Promise<string[] | null> {
  if (text === undefined) return null;
  const wanted = [...new Set(text.split(',').map(source => source.trim()))];
  const { aggregator, connectors } = services;
  const formats = connectors.formats.filter(({ kind, manyIds }) => kind === 'venue' && !manyIds).map(({ id }) => id);
  const known = new Set([ownSource, ...formats, ...(await aggregator.feed.sources()).map(({ source }) => source)]);
  const unknown = wanted.find(source => !known.has(source));
  if (unknown !== undefined)
    throw invalid('source', `must name known sources: ${[...known].join(', ')} (got ${unknown})`);
  if (wanted.length > maxSources)
    throw invalid('source', `must name at most ${maxSources} sources (got ${wanted.length})`);
  return wanted;
}

function viewSource({ source, name, enabled, lastRunAt, lastError }: FeedSource) {
  return { source, name, enabled, lastRunAt: lastRunAt === null ? null : new Date(lastRunAt).toISOString(), lastError };
}

async function viewPage(services: Services, query: Static<typeof AggregatorQuery>, now: number) {
  const { status = 'active', includeResolved = false, tradableOnly = false, sort = 'volume' } = query;
  const { q, limit = 50, cursor } = query;
  const category = query.category?.toLowerCase() ?? null;
  const sources = await readSources(services, query.source);
  const filters = [sources, category, status, includeResolved, tradableOnly, q ?? null, sort];
  const after = cursor === undefined ? null : services.cursors.read<FeedPosition>('aggregator', filters, cursor);
  const words = q === undefined ? null : queryWords(q);
  const lanes = { status, includeResolved, tradableOnly };
  const page = await services.aggregator.feed.page({ ...lanes, sources, category, words, sort, after, limit });
  if (!page)
    throw invalid('cursor', 'belongs to a ranking that is more than an hour old; start again without a cursor');
  return {
    markets: page.markets.map(viewMarket),
    sources: page.sources.map(viewSource),
    nextCursor: page.next && services.cursors.write('aggregator', filters, page.next),
    asOf: new Date(gridMoment(now)).toISOString(),
  };
}

export function getAggregatorMarkets(
  { query }: RouteInput<{ query: typeof AggregatorQuery }>,
  { services }: RequestContext,
) {
  const { source, category, status, includeResolved, tradableOnly, q, sort, cursor, limit } = query;
  const key = JSON.stringify([source, category, status, includeResolved, tradableOnly, q, sort, cursor, limit]);
  return cachedReply(services, key, now => viewPage(services, query, now));
}

export function getAggregatorOdds(
  { params: { id } }: RouteInput<{ params: typeof MarketPath }>,
  { services }: RequestContext,
) {
  return cachedReply(services, `odds ${id}`, async now => {
    const found = await services.aggregator.feed.sideBySide(id);
    if (!found) throw new ApiError('NOT_FOUND', `Market ${id} not found in the feed.`, { field: 'id' });
    const { market, others } = found;
    return {
      market: viewMarket(market),
      outcomes: sideBySide([market, ...others]),
      venues: others.map(viewMarket),
      asOf: new Date(gridMoment(now)).toISOString(),
    };
  });
}

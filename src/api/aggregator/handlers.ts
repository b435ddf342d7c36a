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
import { LoadedPage, loadedLimit } from './loaded-page.js';
import { viewMarket } from './market-view.js';
import type { AggregatorQuery, MarketPath } from './schemas.js';

/** The age at which a response is loaded again; writes of this node invalidate cached responses at once. */
const maxAgeMs = 1_000;
/** The maximum age of a response that is served while it is loaded again. */
const maxReloadingAgeMs = 2_000;
/** A page of 200 markets takes about 200 KB, and each of its texts as much. */
const maxPages = 100;
const maxOdds = 500;
const maxSources = 20;

type FeedQuery = Omit<Static<typeof AggregatorQuery>, 'limit'>;

const ages = { ttlMs: maxReloadingAgeMs, reloadAfterMs: maxAgeMs };
const oddsFor = perServices(() => new CachedLoads<CachedText>({ ...ages, maxEntries: maxOdds }));
const pagesFor = perServices(() => new CachedLoads<LoadedPage>({ ...ages, maxEntries: maxPages }));

/** Makes texts that hold until the feed changes, for at most a second. */
function textsOf({ aggregator: { feed } }: Services, now: number): (text: string) => CachedText {
  const { version } = feed;
  return text => new CachedText(text, later => Math.abs(later - now) < maxAgeMs && feed.version === version);
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

async function loadPage(services: Services, query: FeedQuery, limit: number, now: number): Promise<LoadedPage> {
  const { status = 'active', includeResolved = false, tradableOnly = false, sort = 'volume', q, cursor } = query;
  const textOf = textsOf(services, now);
  const category = query.category?.toLowerCase() ?? null;
  const sources = await readSources(services, query.source);
  const filters = [sources, category, status, includeResolved, tradableOnly, q ?? null, sort];
  const after = cursor === undefined ? null : services.cursors.read<FeedPosition>('aggregator', filters, cursor);
  const words = q === undefined ? null : queryWords(q);
  const lanes = { status, includeResolved, tradableOnly };
  const page = await services.aggregator.feed.page({ ...lanes, sources, category, words, sort, after, limit });
  if (!page)
    throw invalid('cursor', 'belongs to a ranking that is more than an hour old; start again without a cursor');
  const { entries, hasMore } = page;
  // The cached page must not retain the markets.
  const positions = entries.map(({ position }) => position);
  return new LoadedPage({
    rows: entries.map(({ market, isWanted }) => (isWanted ? JSON.stringify(viewMarket(market)) : null)),
    cursorAfter: index => services.cursors.write('aggregator', filters, positions[index]),
    hasMore,
    rest: { sources: page.sources.map(viewSource), asOf: new Date(gridMoment(now)).toISOString() },
    textOf,
  });
}

export async function getAggregatorMarkets(
  { query: { limit = 50, ...query } }: RouteInput<{ query: typeof AggregatorQuery }>,
  { services }: RequestContext,
): Promise<CachedText> {
  const { source, category, status, includeResolved, tradableOnly, q, sort, cursor } = query;
  const loaded = loadedLimit(limit);
  const key = JSON.stringify([source, category, status, includeResolved, tradableOnly, q, sort, cursor, loaded]);
  const now = services.clock();
  const load = () => loadPage(services, query, loaded, now);
  const page = await pagesFor(services).get(key, now, load, services.aggregator.feed.version);
  return page.text(limit);
}

export function getAggregatorOdds(
  { params: { id } }: RouteInput<{ params: typeof MarketPath }>,
  { services }: RequestContext,
) {
  const now = services.clock();
  const load = async () => {
    const textOf = textsOf(services, now);
    const found = await services.aggregator.feed.sideBySide(id);
    if (!found) throw new ApiError('NOT_FOUND', `Market ${id} not found in the feed.`, { field: 'id' });
    const { market, others } = found;
    const odds = {
      market: viewMarket(market),
      outcomes: sideBySide([market, ...others]),
      venues: others.map(viewMarket),
      asOf: new Date(gridMoment(now)).toISOString(),
    };
    return textOf(JSON.stringify(odds));
  };
  return oddsFor(services).get(id, now, load, services.aggregator.feed.version);
}

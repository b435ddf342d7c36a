import type { ConnectorServices } from '../connectors/runner.js';
import { actorOf } from '../http/caller.js';
import { ApiError, invalid, throwIfRefused } from '../http/errors.js';
import { CachedText, perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, operatorOnly, type RequestContext, type RouteInput } from '../http/route.js';
import type { Static } from '../http/schema.js';
import { Cache, CachedLoads } from '../kernel/cache.js';
import { gridMoment, isoTime, isoTimeOrNull } from '../kernel/time.js';
import { queryWords } from '../market-data/event-parameters.js';
import { decideLink, findLink, linkMarkets, listLinks } from './links.js';
import { sideBySide } from './rules/link-score.js';
import { ownSource } from './rules/venue-market.js';
import {
  type AggregatorMarket,
  AggregatorMarkets,
  AggregatorOdds,
  AggregatorQuery,
  CreateLinkRequest,
  LinkPath,
  LinkReply,
  LinksQuery,
  LinksReply,
  MarketPath,
  SetLinkRequest,
} from './schemas.js';
import type { FeedPosition, LinkFilter, LinkRow, LinkStatus } from './store/rows.js';
import type { AggregatorServices, FeedMarket, FeedSource } from './venue-feed.js';

type Needs = HttpServices & AggregatorServices & ConnectorServices;

function viewMarket(market: FeedMarket): Static<typeof AggregatorMarket> {
  const { volumeUnit: unit } = market;
  return {
    id: market.id,
    source: market.source,
    sourceMarketId: market.sourceMarketId,
    title: market.title,
    category: market.category,
    status: market.status,
    outcomes: market.outcomes.map(({ label, priceBps, bidBps, askBps }, index) => ({
      index,
      label,
      priceBps,
      bidBps,
      askBps,
    })),
    volume: { amount: market.volume, unit },
    volume24h: { amount: market.volume24h, unit },
    closesAt: isoTimeOrNull(market.closesAt),
    resolvedAt: isoTimeOrNull(market.resolvedAt),
    resolution: market.resolution,
    url: market.url,
    eventSlug: market.eventSlug,
    tradable: market.tradable,
    links: market.links.map(({ id, otherId: marketId, otherSource: source, score, confirmed }) => ({
      id,
      marketId,
      source,
      score,
      confirmed,
    })),
    fetchedAt: isoTime(market.fetchedAt),
    stale: market.stale,
    confidence: market.confidence,
    demo: market.demo,
  };
}

/** Pages are loaded with one of these limits, so that requests that differ only in their limit share a load. */
const loadedLimits = [50, 100, 200];
const maxTexts = 2;

const loadedLimit = (limit: number) => loadedLimits.find(loaded => loaded >= limit) ?? limit;

interface PageParts {
  /** The JSON of each market; null if it is skipped. */
  readonly rows: readonly (string | null)[];
  readonly cursorAfter: (index: number) => string;
  /** Whether markets follow the last row. */
  readonly hasMore: boolean;
  readonly rest: object;
  readonly textOf: (text: string) => CachedText;
}

/** A loaded page of the feed, from which responses with any limit up to its own are cut. */
class LoadedPage {
  private readonly texts = new Cache<CachedText>({ maxEntries: maxTexts });

  constructor(private readonly parts: PageParts) {}

  text(limit: number): CachedText {
    const cachedText = this.texts.get(String(limit));
    if (cachedText) return cachedText;
    const { rows, cursorAfter, hasMore, rest, textOf } = this.parts;
    const shown = rows.slice(0, limit);
    const isLast = rows.length <= limit && !hasMore;
    const nextCursor = isLast ? null : cursorAfter(shown.length - 1);
    const markets = shown.filter(row => row !== null).join(',');
    const text = textOf(`{"markets":[${markets}],${JSON.stringify({ nextCursor, ...rest }).slice(1)}`);
    this.texts.set(String(limit), text);
    return text;
  }
}

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
function textsOf({ aggregator: { feed } }: AggregatorServices, now: number): (text: string) => CachedText {
  const { version } = feed;
  return text => new CachedText(text, later => Math.abs(later - now) < maxAgeMs && feed.version === version);
}

async function readSources(services: Needs, text: string | undefined): Promise<string[] | null> {
  if (text === undefined) return null;
  const wanted = [...new Set(text.split(',').map(source => source.trim()))];
  const { aggregator, connectors } = services;
  const formats = connectors.formats.filter(({ kind, manyIds }) => kind === 'venue' && !manyIds).map(({ id }) => id);
  const sourceNames = new Set([
    ownSource,
    ...formats,
    ...(await aggregator.feed.sources()).map(({ source }) => source),
  ]);
  const unknown = wanted.find(source => !sourceNames.has(source));
  if (unknown !== undefined)
    throw invalid('source', `must name known sources: ${[...sourceNames].join(', ')} (got ${unknown})`);
  if (wanted.length > maxSources)
    throw invalid('source', `must name at most ${maxSources} sources (got ${wanted.length})`);
  return wanted;
}

function viewSource({ source, name, enabled, lastRunAt, lastError }: FeedSource) {
  return { source, name, enabled, lastRunAt: lastRunAt === null ? null : new Date(lastRunAt).toISOString(), lastError };
}

async function loadPage(services: Needs, query: FeedQuery, limit: number, now: number): Promise<LoadedPage> {
  const { status = 'active', includeResolved = false, tradableOnly = false, sort = 'volume', q, cursor } = query;
  const textOf = textsOf(services, now);
  const category = query.category?.toLowerCase() ?? null;
  const sources = await readSources(services, query.source);
  const filters = [sources, category, status, includeResolved, tradableOnly, q ?? null, sort];
  const after = cursor === undefined ? null : services.cursors.read<FeedPosition>('aggregator', filters, cursor);
  const words = q === undefined ? null : queryWords(q);
  const statusFilter = { status, includeResolved, tradableOnly };
  const page = await services.aggregator.feed.page({ ...statusFilter, sources, category, words, sort, after, limit });
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

async function getAggregatorMarkets(
  { query: { limit = 50, ...query } }: RouteInput<{ query: typeof AggregatorQuery }>,
  { services }: RequestContext<Needs>,
): Promise<CachedText> {
  const { source, category, status, includeResolved, tradableOnly, q, sort, cursor } = query;
  const loaded = loadedLimit(limit);
  const key = JSON.stringify([source, category, status, includeResolved, tradableOnly, q, sort, cursor, loaded]);
  const now = services.clock();
  const load = () => loadPage(services, query, loaded, now);
  const page = await pagesFor(services).get(key, now, load, services.aggregator.feed.version);
  return page.text(limit);
}

function getAggregatorOdds(
  { params: { id } }: RouteInput<{ params: typeof MarketPath }>,
  { services }: RequestContext<Needs>,
) {
  const now = services.clock();
  const load = async () => {
    const textOf = textsOf(services, now);
    const comparison = await services.aggregator.feed.sideBySide(id);
    if (!comparison) throw new ApiError('NOT_FOUND', `Market ${id} not found in the feed.`, { field: 'id' });
    const { market, others } = comparison;
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

async function viewLinks({ aggregator: { feed } }: AggregatorServices, links: readonly LinkRow[]) {
  const ids = [...new Set(links.flatMap(({ leftId, rightId }) => [leftId, rightId]))];
  const markets = new Map((await feed.findMarkets(ids)).map(market => [market.id, viewMarket(market)]));
  return links.map(({ id, leftId, rightId, score, status, suggestedAt, decidedAt, decidedBy }) => ({
    id,
    score,
    status,
    suggestedAt: new Date(suggestedAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
    decidedBy,
    markets: [leftId, rightId].flatMap(marketId => markets.get(marketId) ?? []),
  }));
}

async function linkReply(services: Needs, link: LinkRow) {
  const [view] = await viewLinks(services, [link]);
  return { link: view };
}

async function listLinkPage({ query }: RouteInput<{ query: typeof LinksQuery }>, { services }: RequestContext<Needs>) {
  const { status = 'suggested', limit = 50, cursor } = query;
  const { cursors } = services;
  const after = cursor === undefined ? null : cursors.read<LinkFilter['after']>('links', [status], cursor);
  const links = await listLinks(services, { status, after, limit: limit + 1 });
  const shown = links.slice(0, limit);
  const last = shown.at(-1);
  const more = links.length > limit && last;
  return {
    links: await viewLinks(services, shown),
    nextCursor: more ? cursors.write('links', [status], { score: last.score, id: last.id }) : null,
  };
}

async function getLink({ params }: RouteInput<{ params: typeof LinkPath }>, { services }: RequestContext<Needs>) {
  const link = await findLink(services, params.id);
  if (!link) throw new ApiError('NOT_FOUND', `Link ${params.id} not found.`, { field: 'id' });
  return linkReply(services, link);
}

async function decide({ services, caller }: RequestContext<Needs>, id: string, status: LinkStatus) {
  const link = throwIfRefused(await decideLink(services, id, status, actorOf(caller)));
  services.aggregator.feed.invalidate();
  return linkReply(services, link);
}

function putLink(
  { params, body }: RouteInput<{ params: typeof LinkPath; body: typeof SetLinkRequest }>,
  context: RequestContext<Needs>,
) {
  return decide(context, params.id, body.confirmed ? 'confirmed' : 'suggested');
}

function deleteLink({ params }: RouteInput<{ params: typeof LinkPath }>, context: RequestContext<Needs>) {
  return decide(context, params.id, 'rejected');
}

async function postLink(
  { body: { marketIds } }: RouteInput<{ body: typeof CreateLinkRequest }>,
  { services, caller }: RequestContext<Needs>,
) {
  const [left, right] = marketIds;
  const link = throwIfRefused(await linkMarkets(services, [left, right], actorOf(caller)));
  services.aggregator.feed.invalidate();
  return linkReply(services, link);
}

const open = { area: 'aggregator', auth: 'none', bucket: 'address' } as const;

const linkRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'listVenueLinks',
    method: 'GET',
    path: '/api/operator/links',
    summary: 'List links between venues',
    description:
      'Links between markets that ask the same question on different venues, highest score first. Suggested links wait for an operator’s decision.',
    request: { query: LinksQuery },
    responses: { 200: { description: 'Links with both markets.', schema: LinksReply } },
    errors: ['FORBIDDEN'],
    handler: listLinkPage,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'createVenueLink',
    method: 'POST',
    path: '/api/operator/links',
    summary: 'Link two markets',
    description:
      'Confirms that two markets from different sources ask the same question. Repeating the request changes nothing.',
    request: { body: CreateLinkRequest },
    responses: { 200: { description: 'The confirmed link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: postLink,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'getVenueLink',
    method: 'GET',
    path: '/api/operator/links/{id}',
    summary: 'One link',
    description: 'Returns one link with both markets.',
    request: { params: LinkPath },
    responses: { 200: { description: 'The link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: getLink,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'setVenueLink',
    method: 'PUT',
    path: '/api/operator/links/{id}',
    summary: 'Confirm a link',
    description:
      'Confirms a suggested link. With confirmed: false it becomes a suggestion again. Repeating the request changes nothing.',
    request: { params: LinkPath, body: SetLinkRequest },
    responses: { 200: { description: 'The link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: putLink,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'deleteVenueLink',
    method: 'DELETE',
    path: '/api/operator/links/{id}',
    summary: 'Reject a link',
    description: 'Rejects a suggested link; the pair is not suggested again. Repeating the request changes nothing.',
    request: { params: LinkPath },
    responses: { 200: { description: 'The rejected link.', schema: LinkReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: deleteLink,
  }),
];

export const aggregatorRoutes = [
  defineRoute({
    ...open,
    id: 'listAggregatorMarkets',
    method: 'GET',
    path: '/api/v1/aggregator/markets',
    summary: 'Markets of all venues',
    description:
      'One feed of this arena’s events and the markets of connected venues, in a common format. Prices that a source does not provide are null; volumes stay in the venue’s own unit. Pages follow the order at the time of each request: a market whose sort key changes between two pages may be missed or appear twice.',
    request: { query: AggregatorQuery },
    responses: { 200: { description: 'A page of the feed.', schema: AggregatorMarkets } },
    tool: {
      name: 'search_venues',
      defaults: { limit: 12 },
      compact: 'markets(source,title,status,outcomes[3](label,priceBps),closesAt,url,eventSlug,stale),nextCursor',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'markets.*.eventSlug' } }],
      title: 'Markets of other venues',
      description:
        'Searches markets on this arena and on connected venues (Manifold, Polymarket, Kalshi, Metaculus and others) by words, source, category and status. Each row has outcomes with prices in basis points (null where the venue has none), volume in the venue’s unit, closing time, url, staleness and links to the same question elsewhere. Use it as outside evidence before you forecast, and check stale and confidence.',
    },
    handler: getAggregatorMarkets,
  }),
  defineRoute({
    ...open,
    id: 'getAggregatorOdds',
    method: 'GET',
    path: '/api/v1/aggregator/markets/{id}/odds',
    summary: 'Compare one question across venues',
    description:
      'Prices of each outcome on every venue that confirmed links connect to this market, directly or through another venue. A market without confirmed links returns only its own quotes.',
    request: { params: MarketPath },
    responses: { 200: { description: 'Prices by venue.', schema: AggregatorOdds } },
    errors: ['NOT_FOUND'],
    handler: getAggregatorOdds,
  }),
  ...linkRoutes,
];

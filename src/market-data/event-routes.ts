import { statusAt } from '../engine/lifecycle.js';
import type { EventServices } from '../events/event-references.js';
import {
  eventUnchangedUntil,
  PageCache,
  requireEvent,
  type StampedText,
  StampedTexts,
  textsOf,
  viewEvent,
} from '../events/event-view.js';
import { EventList, OneEvent, TopEvents, TradeList } from '../events/schemas.js';
import type { EventWithMarket, ShownEvent } from '../events/store/rows.js';
import type { TradeCursor } from '../exchange/store/rows.js';
import { listFollowedEvents } from '../follows/follow.js';
import type { FollowCursor, FollowedEvent } from '../follows/store.js';
import { ApiError, invalid } from '../http/errors.js';
import { type CachedText, perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, named, readMoment, type Static, Type } from '../http/schema.js';
import { CachedLoad } from '../kernel/cache.js';
import { minuteMs } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import {
  CandleList,
  CandleParams,
  CandlesQuery,
  Discovery,
  DiscoveryQuery,
  EventSlug,
  EventsQuery,
  queryWords,
  TopQuery,
  TradesQuery,
} from './event-parameters.js';
import type { MarketDataServices } from './live-reply.js';
import type { TopRanking } from './rankings.js';
import { readFilledCandles, readTradedCandles } from './read-candles.js';
import {
  EventListCaches,
  type EventListPosition,
  type EventListRequest,
  eventTexts,
  findEvents,
  listCategories,
  listPublicTrades,
  readEventPage,
  readEvents,
  readStamps,
  requireShownEvent,
} from './read-event-page.js';
import { readTimeframe } from './rules/candles.js';
import type { CategoryCount } from './store/rows.js';

type Needs = HttpServices & EventServices & MarketDataServices;

const CategoryList = named(
  'CategoryList',
  closed(
    {
      categories: Type.Array(
        closed({
          category: Type.String({ description: 'As events and filters name it.', examples: ['weather'] }),
          open: Type.Integer({ minimum: 0, description: 'Active and paused events.' }),
          total: Type.Integer({ minimum: 1, description: 'All events, resolved and void ones too.' }),
        }),
        { description: 'The categories, those with the most open events first.' },
      ),
      nextCursor: Type.Null({ description: 'The list is complete.' }),
    },
    { examples: [{ categories: [{ category: 'weather', open: 14, total: 52 }], nextCursor: null }] },
  ),
);

type ListFilters = Partial<Pick<EventListRequest, 'status' | 'sort'>> &
  Pick<EventListRequest, 'limit' | 'tradedOnly' | 'staleDays'>;

interface ListRequest extends ListFilters {
  /** The list name in cursors. */
  readonly list: string;
  readonly category?: string;
  readonly q?: string;
  readonly cursor?: string;
}

const maxCharacters = 16_000_000;
const pagesFor = perServices(() => new PageCache(maxCharacters));
const cachesFor = perServices(() => new EventListCaches());

/** Returns one page of a list of events, and the next cursor. */
export async function listEvents(services: Needs, request: ListRequest): Promise<CachedText> {
  const { list, status = 'active', sort = 'volume', category = null, q = null, staleDays, tradedOnly, limit } = request;
  const { cursors } = services;
  const now = services.clock();
  const filters = [status, sort, category, q, tradedOnly, staleDays];
  const after = request.cursor === undefined ? null : cursors.read<EventListPosition>(list, filters, request.cursor);
  const words = q === null ? null : queryWords(q);
  const wanted = { status, sort, category, words, tradedOnly, staleDays, after, limit };
  const page = await readEventPage(services, cachesFor(services), wanted, now);
  if (!page)
    throw invalid('cursor', 'belongs to a ranking that is more than an hour old; start again without a cursor');
  const nextCursor = page.next && cursors.write(list, filters, page.next);
  const key = JSON.stringify([list, filters, limit, after, nextCursor]);
  const texts = await eventTexts(services, page.events, now);
  const write = (events: string) => `{"events":[${events}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  return pagesFor(services).reply(key, texts, write);
}

const maxRead = 500;

/** Returns one page of the events that the signed-in person follows. */
async function listFollowed({ services, caller }: RequestContext, query: Static<typeof EventsQuery>) {
  if (caller.kind !== 'person') {
    const isAnonymous = caller.kind === 'anonymous';
    throw new ApiError(isAnonymous ? 'UNAUTHORIZED' : 'FORBIDDEN', 'followed needs a session', {
      field: 'followed',
      headers: isAnonymous ? { 'www-authenticate': 'Session realm="presage"' } : undefined,
      remediation: 'Sign in with POST /api/people/sign-in and send the session cookie.',
    });
  }
  const { status = 'all', category, limit = 50, cursor } = query;
  const { playerId: personId } = caller;
  const filters = [personId, status, category ?? null];
  const before = cursor === undefined ? null : services.cursors.read<FollowCursor>('followed', filters, cursor);
  const now = services.clock();
  // A person follows at most a few hundred events, so filters are applied in memory.
  const all = await listFollowedEvents(services, { personId, before, limit: maxRead });
  const wanted = all.filter(follow => status === 'all' || statusAt(follow, now) === status);
  const shown = new Map(
    (
      await readEvents(
        services,
        wanted.map(({ eventId }) => eventId),
      )
    ).map(each => [each.event.id, each]),
  );
  const found = wanted.filter(({ eventId }) => {
    const event = shown.get(eventId)?.event;
    return event && (category === undefined || event.category === category);
  });
  const page: readonly FollowedEvent[] = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? { at: last.followedAt, id: last.eventId } : null;
  return {
    events: page.flatMap(({ eventId }) => {
      const each = shown.get(eventId);
      return each ? [viewEvent(each, now, services.settings.publicUrl)] : [];
    }),
    nextCursor: next && services.cursors.write('followed', filters, next),
  };
}

const maxNamed = 200;
const maxCategories = 200;
const categoriesOf = perServices(() => new CachedLoad<readonly CategoryCount[]>(minuteMs));

async function listNamed(services: Needs, query: Static<typeof EventsQuery>, slugs: string) {
  const { status = 'all', category } = query;
  const parts = slugs.split(',').map(part => part.trim());
  const references = [...new Set(parts.filter(part => part !== ''))];
  if (references.length > maxNamed) throw invalid('slugs', `must name at most ${maxNamed} events`);
  const named = await findEvents(services, references);
  const found = named.filter(({ event }) => services.markets.references.shows(event));
  const byName = new Map(found.flatMap(shown => [shown.event.slug, shown.event.pubkey].map(name => [name, shown])));
  const now = services.clock();
  const wanted = [...new Set(references.flatMap(reference => byName.get(reference) ?? []))].filter(
    ({ event, market }) =>
      (status === 'all' || statusAt(market, now) === status) && (category === undefined || event.category === category),
  );
  return {
    events: wanted.map(shown => viewEvent(shown, now, services.settings.publicUrl)),
    nextCursor: null,
    missing: references.filter(reference => !byName.has(reference)),
  };
}

async function getEvents({ query }: RouteInput<{ query: typeof EventsQuery }>, context: RequestContext<Needs>) {
  const { services } = context;
  if (query.followed) return listFollowed(context, query);
  if (query.slugs !== undefined) return listNamed(services, query, query.slugs);
  const {
    limit = 50,
    includeEmptyV2 = true,
    includeStale = false,
    staleDays = 7,
    slugs: _slugs,
    followed: _followed,
    ...filters
  } = query;
  return listEvents(services, {
    ...filters,
    list: 'events',
    limit,
    tradedOnly: !includeEmptyV2,
    staleDays: includeStale ? null : staleDays,
  });
}

async function getCategories(_input: unknown, { services }: RequestContext) {
  const found = await categoriesOf(services).get(services.clock(), () => listCategories(services, maxCategories));
  return { categories: found.map(({ category, open, total }) => ({ category, open, total })), nextCursor: null };
}

export async function getEvent(
  { params }: RouteInput<{ params: typeof EventSlug }>,
  { services }: RequestContext<Needs>,
) {
  const found = await requireShownEvent(services, params.slug);
  return { event: viewEvent(found, services.clock(), services.settings.publicUrl) };
}

interface Traded {
  readonly volume: number;
  readonly trades: number;
}

/** An event with its leading outcomes and their price changes. */
function viewTop(
  shown: ShownEvent,
  { volume, trades }: Traded,
  earlier: readonly number[] | undefined,
  { now, publicUrl, outcomeLimit }: { now: number; publicUrl: string; outcomeLimit: number },
) {
  const { outcomes, ...event } = viewEvent(shown, now, publicUrl);
  const moved = outcomes.map(outcome => {
    const previousBps = earlier?.[outcome.index] ?? outcome.priceBps;
    return { ...outcome, previousBps, changeBps: outcome.priceBps - previousBps };
  });
  return {
    ...event,
    outcomes: moved.sort((a, b) => b.priceBps - a.priceBps || a.index - b.index).slice(0, outcomeLimit),
    outcomeCount: outcomes.length,
    lookbackVolumeCredits: volume / 1_000_000,
    lookbackTrades: trades,
    largestMoveBps: Math.max(...moved.map(({ changeBps }) => Math.abs(changeBps))),
  };
}

interface TopText extends StampedText {
  readonly decided: boolean;
}

/** Texts of one ranking, by outcome limit; they are evicted with the ranking, so no limit is needed. */
const topTexts = new WeakMap<TopRanking, Map<number, StampedTexts<TopText>>>();
const maxTopCharacters = 4_000_000;
const topPages = perServices(() => new PageCache(maxTopCharacters));

function textsIn(ranking: TopRanking, outcomeLimit: number): StampedTexts<TopText> {
  const all = topTexts.get(ranking) ?? new Map<number, StampedTexts<TopText>>();
  const texts = all.get(outcomeLimit) ?? new StampedTexts<TopText>(maxTopCharacters);
  topTexts.set(ranking, all.set(outcomeLimit, texts));
  return texts;
}

/** Returns the current texts of events of a ranking. */
async function topTextsOf(
  services: Needs,
  ranking: TopRanking,
  rows: TopRanking['rows'],
  outcomeLimit: number,
): Promise<TopText[]> {
  const traded = new Map(rows.map(row => [row.eventId, row]));
  const now = services.clock();
  const about = { now, publicUrl: services.settings.publicUrl, outcomeLimit };
  const stamps = await readStamps(services, [...traded.keys()]);
  const events = [...traded.keys()].flatMap(eventId => {
    const stamp = stamps.get(eventId);
    return stamp === undefined ? [] : { eventId, stamp };
  });
  return textsOf(textsIn(ranking, outcomeLimit), events, now, async eventIds => {
    const shown = await readEvents(services, eventIds);
    return new Map(
      shown.map(each => {
        const { id } = each.event;
        const { status } = each.market;
        const text = JSON.stringify(viewTop(each, traded.get(id) as Traded, ranking.earlier.get(id), about));
        const decided = status === 'resolved' || status === 'void';
        return [id, { stamp: each.stamp, text, until: eventUnchangedUntil(each, now), decided }];
      }),
    );
  });
}

async function getTop({ query }: RouteInput<{ query: typeof TopQuery }>, { services }: RequestContext<Needs>) {
  const { limit = 50, lookbackHours = 24, outcomeLimit = 10, includeResolved = false } = query;
  const ranking = await services.marketData.topMarkets.find(lookbackHours, includeResolved);
  const { since, at, rows } = ranking;
  const texts: TopText[] = [];
  let resolved = 0;
  // The ranking is some seconds old: events resolved since then make room for the next ones.
  for (let from = 0; texts.length < limit && from < rows.length; from += limit) {
    const some = await topTextsOf(services, ranking, rows.slice(from, from + limit), outcomeLimit);
    const open = some.filter(({ decided }) => includeResolved || !decided);
    resolved += some.length - open.length;
    texts.push(...open.slice(0, limit - texts.length));
  }
  const total = ranking.total - resolved;
  const [from, asOf] = [since, at].map(ms => new Date(ms).toISOString());
  const tail = `"lookbackHours":${lookbackHours},"since":"${from}","asOf":"${asOf}","nextCursor":null,"total":${total},"truncated":${total > texts.length}`;
  return topPages(services).reply(
    `${tail} ${limit} ${outcomeLimit}`,
    texts,
    joined => `{"events":[${joined}],${tail}}`,
  );
}

const maxCandles = 200;

/** The end of trading so far. */
function endOf({ market }: EventWithMarket, now: number): number {
  return Math.min(now, market.closedAt ?? market.endsAt);
}

function readRequest(shown: EventWithMarket, query: Static<typeof CandlesQuery>, now: number) {
  const { outcomeIndex = 0, timeframe, limit } = query;
  const count = shown.event.outcomes.length;
  if (outcomeIndex >= count) throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
  const { opensAt } = shown.market;
  const frame = timeframe && readTimeframe(timeframe, { opensAt, until: endOf(shown, now) }, limit ?? maxCandles);
  const from = readMoment('from', query.from) ?? frame?.from ?? 0;
  const to = readMoment('to', query.to);
  if (to !== null && to <= from) throw invalid('to', 'must be after from');
  const width = query.resolution ?? frame?.width ?? '1h';
  return { shown, outcome: outcomeIndex, width, from, to, limit: limit ?? (frame ? maxCandles : 50) };
}

async function getCandles(
  { params, query }: RouteInput<{ params: typeof CandleParams; query: typeof CandlesQuery }>,
  { services }: RequestContext<Needs>,
) {
  const shown = await requireEvent(services, params.id, 'id');
  const { fill = 'none', cursor } = query;
  const now = services.clock();
  const { to, ...request } = readRequest(shown, query, now);
  const { event } = shown;
  const { outcome, width } = request;
  const filters = [event.id, outcome, width, query.from ?? null, query.to ?? null, query.timeframe ?? null, fill];
  const position = cursor === undefined ? null : services.cursors.read<{ before: number }>('candles', filters, cursor);
  const before = position?.before ?? to ?? now + 1;
  await services.marketData.history.catchUp(event.id);
  const read = fill === 'previous' ? readFilledCandles : readTradedCandles;
  const { candles, more } = await read(services, { ...request, before });
  return {
    eventSlug: event.slug,
    eventPubkey: event.pubkey,
    outcomeIndex: outcome,
    resolution: width,
    fill,
    candles: candles.map(({ start, open, high, low, close, volume, trades }) => ({
      start: new Date(start).toISOString(),
      open,
      high,
      low,
      close,
      volumeCredits: microsToWire(volume),
      trades,
    })),
    nextCursor: more ? services.cursors.write('candles', filters, { before: candles[0].start }) : null,
  };
}

async function getTrades(
  { params, query }: RouteInput<{ params: typeof EventSlug; query: typeof TradesQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { event } = await requireEvent(services, params.slug, 'slug');
  const { order = 'desc', outcomeIndex, limit = 50, cursor } = query;
  const count = event.outcomes.length;
  if (outcomeIndex !== undefined && outcomeIndex >= count) {
    throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
  }
  const from = readMoment('from', query.from);
  const to = readMoment('to', query.to);
  if (from !== null && to !== null && to <= from) throw invalid('to', 'must be after from');
  const outcome = outcomeIndex ?? null;
  const filters = [event.id, order, from, to, outcome];
  const after = cursor === undefined ? null : services.cursors.read<TradeCursor>('trades', filters, cursor);
  if (from !== null || to !== null) await services.marketData.history.catchUp(event.id);
  const filter = { eventId: event.id, outcome, from, to, order, after, limit: limit + 1 };
  const rows = await listPublicTrades(services, filter);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    trades: page.map(trade => ({
      id: trade.id,
      eventSlug: event.slug,
      outcomeIndex: trade.outcome,
      side: trade.side,
      shares: microsToWire(trade.shares),
      credits: microsToWire(trade.credits),
      priceBps: trade.priceBps,
      against: trade.against,
      player: trade.player,
      sequence: trade.sequence,
      at: new Date(trade.at).toISOString(),
    })),
    nextCursor:
      rows.length > limit && last
        ? services.cursors.write('trades', filters, { sequence: last.sequence, id: last.id })
        : null,
  };
}

const area = 'markets';
const open = { area, auth: 'none', bucket: 'address' } as const;

/** The list of playable events, including those without a recent trade. */
function discover({ query }: RouteInput<{ query: typeof DiscoveryQuery }>, { services }: RequestContext<Needs>) {
  const { limit = 20, ...filters } = query;
  return listEvents(services, { ...filters, list: 'discovery', limit, tradedOnly: false, staleDays: null });
}

export const discoveryRoute = defineRoute({
  id: 'discoverEvents',
  method: 'GET',
  path: '/api/play/v1/discovery',
  area: 'play',
  summary: 'Find events to play',
  description:
    'Lists events by status, category and words, in the order you choose: the list of GET /api/events, including stale events.',
  auth: 'none',
  bucket: 'address',
  request: { query: DiscoveryQuery },
  responses: { 200: { description: 'The events.', schema: Discovery } },
  tool: {
    name: 'list_markets',
    compact: 'events(slug,title,outcomes[2](label,priceBps),endsAt),nextCursor',
    next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
    title: 'List markets',
    description:
      'Lists prediction markets of this arena, each with question, outcomes, prices, end of trading and resolution rule. Prices are basis points: 6200 means that the market gives the outcome 62 %. Start here: filter by status, category or words (q), take the slug of an event and use it as eventSlug in other tools. Follow nextCursor for more. Practice events are not listed here; use list_practice_events.',
  },
  handler: discover,
});

export const eventRoutes = [
  defineRoute({
    area,
    id: 'listEvents',
    method: 'GET',
    path: '/api/events',
    aliases: ['/api/v1/events', '/api/v1/markets'],
    summary: 'List events',
    description:
      'Events with their markets, by status, category and words, in the order you choose. Figures are those of this moment; places in a list by volume, traders, movers or trending are those of the ranking that the walk began with.',
    auth: 'optional',
    bucket: 'reads',
    request: { query: EventsQuery },
    responses: { 200: { description: 'The events.', schema: EventList } },
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    handler: getEvents,
  }),
  defineRoute({
    ...open,
    id: 'getTopEvents',
    method: 'GET',
    path: '/api/events/top',
    summary: 'Most traded markets',
    description:
      'Events by credits traded within the look-back, with leading outcomes and price changes. Only markets with a trade in that time are listed.',
    request: { query: TopQuery },
    responses: { 200: { description: 'Events, most traded first.', schema: TopEvents } },
    tool: {
      name: 'list_top_markets',
      defaults: { limit: 12 },
      compact:
        'events(slug,title,outcomes[2](label,priceBps,changeBps),endsAt,lookbackVolumeCredits),lookbackHours,total',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'Most traded markets',
      description:
        'The markets with the most credits traded in the last hours, with leading outcomes and price changes. Shows where the activity is.',
    },
    handler: getTop,
  }),
  defineRoute({
    ...open,
    id: 'listCategories',
    method: 'GET',
    path: '/api/events/categories',
    summary: 'Categories of events',
    description:
      'Those with the most open events first, 200 at most. Practice events are not counted. Counts are at most a minute old.',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The categories.', schema: CategoryList } },
    handler: getCategories,
  }),
  defineRoute({
    ...open,
    id: 'getEvent',
    method: 'GET',
    path: '/api/events/{slug}',
    aliases: ['/api/v1/markets/{id}'],
    summary: 'One event',
    description: 'Returns an event by slug or eventPubkey.',
    request: { params: EventSlug },
    responses: { 200: { description: 'The event.', schema: OneEvent } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_market',
      compact:
        'event(slug,title,description,category,status,outcomes(index,label,priceBps),opensAt,endsAt,resolution(kind,winningOutcomeIndex,payoutBps,source,note),proposal(resolution(kind,winningOutcomeIndex),challengeEndsAt),resolutionSource,volumeCredits,traders,forecasters,openOrders,demo,practice,url)',
      next: [
        { tool: 'get_price_history', arguments: { eventSlug: 'event.slug' } },
        { tool: 'play_record_forecast', arguments: { eventSlug: 'event.slug' } },
      ],
      app: 'market-card',
      title: 'Read a market',
      description:
        'Returns one event with its full description, the resolution rule and source, outcomes with indexes and current prices in basis points, status, end of trading and volume. Read the rule before you forecast.',
      names: { slug: 'eventSlug' },
    },
    handler: getEvent,
  }),
  defineRoute({
    ...open,
    id: 'getCandles',
    method: 'GET',
    path: '/api/markets/{id}/candles',
    aliases: ['/api/markets/{id}/history', '/api/v1/markets/{id}/history'],
    summary: 'Price history of an outcome',
    description:
      'Open, high, low and close of the prices after each order, so an outcome also moves when another is bought. Includes the newest trades.',
    request: { params: CandleParams, query: CandlesQuery },
    responses: { 200: { description: 'The candles.', schema: CandleList } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_price_history',
      defaults: { limit: 64 },
      compact: 'eventSlug,outcomeIndex,resolution,candles(start,close,volumeCredits),nextCursor',
      title: 'Price history',
      description:
        'Price history of one outcome: open, high, low and close in basis points for each interval. Choose timeframe (1h, 24h, 7d, 30d, all) and omit the rest.',
      names: { id: 'eventSlug' },
    },
    handler: getCandles,
  }),
  defineRoute({
    ...open,
    id: 'listTrades',
    method: 'GET',
    path: '/api/events/{slug}/activity',
    aliases: ['/api/v1/markets/{id}/trades'],
    summary: 'Public trades of a market',
    description:
      'One trade for each incoming order and its counterparty, in the order of the market sequence. Cursors stay valid while new trades arrive.',
    request: { params: EventSlug, query: TradesQuery },
    responses: { 200: { description: 'The trades.', schema: TradeList } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'list_trades',
      defaults: { limit: 30 },
      compact: 'trades(outcomeIndex,side,shares,credits,priceBps,player(handle),at),nextCursor',
      title: 'Trades of a market',
      description: 'Recent public trades in one market, newest first: player, side, outcome, size and price.',
      names: { slug: 'eventSlug' },
    },
    handler: getTrades,
  }),
];

import { statusAt } from '../engine/lifecycle.js';
import type { EventServices } from '../events/event-references.js';
import { viewEvent } from '../events/event-view.js';
import { requireEvent } from '../events/find-event.js';
import { EventList, EventSchema, OneEvent, TradeList } from '../events/schemas.js';
import { PageCache } from '../events/stamped-texts.js';
import type { TradeCursor } from '../exchange/store/rows.js';
import * as tradeStore from '../exchange/store/trades.js';
import { listFollowedEvents } from '../follows/follow.js';
import type { FollowCursor, FollowedEvent } from '../follows/store.js';
import { ApiError, invalid } from '../http/errors.js';
import { type CachedText, perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, NextCursor, named, readMoment, type Static, Type } from '../http/schema.js';
import { CachedLoad } from '../kernel/cache.js';
import { minuteMs } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import { candlesRoute } from './candles-route.js';
import { DiscoveryQuery, EventSlug, EventsQuery, queryWords, TradesQuery } from './event-parameters.js';
import type { MarketDataServices } from './live-reply.js';
import { EventListCaches, type EventListPosition, type EventListRequest, readEventPage } from './read-event-page.js';
import { eventTexts, findEvents, readEvents, requireShownEvent } from './read-events.js';
import * as listingStore from './store/listing.js';
import type { CategoryCount } from './store/rows.js';
import { topEventsRoute } from './top-events-route.js';

const Discovery = named(
  'Discovery',
  closed({ events: Type.Array(EventSchema, { description: 'Events of this page.' }), nextCursor: NextCursor }),
);

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
  const matches = wanted.filter(({ eventId }) => {
    const event = shown.get(eventId)?.event;
    return event && (category === undefined || event.category === category);
  });
  const page: readonly FollowedEvent[] = matches.slice(0, limit);
  const last = page.at(-1);
  const next = matches.length > limit && last ? { at: last.followedAt, id: last.eventId } : null;
  return {
    events: page.flatMap(({ eventId }) => {
      const each = shown.get(eventId);
      return each ? [viewEvent(each, now, services.settings.publicUrl)] : [];
    }),
    nextCursor: next && services.cursors.write('followed', filters, next),
  };
}

const maxNamed = 200;

async function listNamed(services: Needs, query: Static<typeof EventsQuery>, slugs: string) {
  const { status = 'all', category } = query;
  const parts = slugs.split(',').map(part => part.trim());
  const references = [...new Set(parts.filter(part => part !== ''))];
  if (references.length > maxNamed) throw invalid('slugs', `must name at most ${maxNamed} events`);
  const named = await findEvents(services, references);
  const visibleEvents = named.filter(({ event }) => services.markets.references.shows(event));
  const byName = new Map(
    visibleEvents.flatMap(shown => [shown.event.slug, shown.event.pubkey].map(name => [name, shown])),
  );
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

const maxCategories = 200;
const categoriesOf = perServices(() => new CachedLoad<readonly CategoryCount[]>(minuteMs));

async function getCategories(_input: unknown, { services }: RequestContext<Needs>) {
  const categories = await categoriesOf(services).get(services.clock(), () =>
    services.store.read(reader => listingStore.categories(reader, maxCategories)),
  );
  return { categories: categories.map(({ category, open, total }) => ({ category, open, total })), nextCursor: null };
}

export async function getEvent(
  { params }: RouteInput<{ params: typeof EventSlug }>,
  { services }: RequestContext<Needs>,
) {
  const shown = await requireShownEvent(services, params.slug);
  return { event: viewEvent(shown, services.clock(), services.settings.publicUrl) };
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
  const rows = await services.store.read(reader => tradeStore.trades(reader, filter));
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
  topEventsRoute,
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
  candlesRoute,
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

import { defineRoute } from '../../../http/route.js';
import { getCandles } from './candle-handlers.js';
import { CategoryList } from './category-schemas.js';
import { getCategories, getEvent, getEvents, getRelated, getTop } from './handlers.js';
import {
  CandleParams,
  CandlesQuery,
  EventSlug,
  EventsQuery,
  RelatedQuery,
  TopQuery,
  TradesQuery,
} from './parameters.js';
import { CandleList, EventList, OneEvent, TopEvents, TradeList } from './schemas.js';
import { getTrades } from './trade-handlers.js';

const area = 'markets';
const open = { area, auth: 'none', bucket: 'address' } as const;

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
    id: 'listRelatedEvents',
    method: 'GET',
    path: '/api/events/{slug}/related',
    summary: 'Similar events',
    description:
      'Open and scheduled events that share words of the title, tags or the category with this one, most similar first; at most 20.',
    maxAgeSeconds: 60,
    request: { params: EventSlug, query: RelatedQuery },
    responses: { 200: { description: 'The events.', schema: EventList } },
    errors: ['NOT_FOUND'],
    handler: getRelated,
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

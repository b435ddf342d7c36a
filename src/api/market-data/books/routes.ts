import { defineRoute } from '../../../http/route.js';
import { getMarketOrderbook, getOrderbook, getOrderbookSnapshot, getOrderbookSummary } from './handlers.js';
import {
  DepthQuery,
  EventSlugParam,
  MarketId,
  MarketOrderbookQuery,
  Orderbook,
  OrderbookQuery,
  OrderbookSnapshot,
  OrderbookSummary,
} from './schemas.js';

const open = { area: 'orderbook', auth: 'none', bucket: 'address' } as const;
const bookDescription =
  'Liquidity of the market maker and resting orders at whole prices around the current one: steps of 1 bp near it, wider further out. Served from memory, at the newest sequence.';

export const bookRoutes = [
  defineRoute({
    ...open,
    id: 'getOrderbook',
    method: 'GET',
    path: '/api/clob/v2/orderbook',
    summary: 'Order book of one outcome',
    description: bookDescription,
    request: { query: OrderbookQuery },
    responses: { 200: { description: 'The book.', schema: Orderbook } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: getOrderbook,
  }),
  defineRoute({
    ...open,
    id: 'getMarketOrderbook',
    method: 'GET',
    path: '/api/v1/markets/{id}/orderbook',
    summary: 'Order book of one outcome, by market',
    description: `The same as GET /api/clob/v2/orderbook with the market in the path. ${bookDescription}`,
    request: { params: MarketId, query: MarketOrderbookQuery },
    responses: { 200: { description: 'The book.', schema: Orderbook } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    tool: {
      name: 'get_order_book',
      compact: 'eventSlug,outcomeIndex,bids(priceBps,shares),asks(priceBps,shares),midBps,spreadBps',
      next: [{ tool: 'play_preview_order', arguments: { eventSlug: 'eventSlug', outcomeIndex: 'outcomeIndex' } }],
      title: 'Order book',
      description:
        'Shares of one outcome that can currently be bought (asks) and sold (bids) at each price, market maker and resting orders combined. Buying the credits of the first levels moves the price to the last of them, so you can see the price impact of your size.',
      names: { id: 'eventSlug' },
    },
    handler: getMarketOrderbook,
  }),
  defineRoute({
    ...open,
    id: 'getOrderbookSnapshot',
    method: 'GET',
    path: '/api/events/{slug}/orderbook/snapshot',
    summary: 'Order books of all outcomes',
    description: 'All books of a market at one sequence. Use it to initialize a stream, and after a gap.',
    request: { params: EventSlugParam, query: DepthQuery },
    responses: { 200: { description: 'The books.', schema: OrderbookSnapshot } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: getOrderbookSnapshot,
  }),
  defineRoute({
    ...open,
    id: 'getOrderbookSummary',
    method: 'GET',
    path: '/api/events/{slug}/orderbook/summary',
    summary: 'Top of book, depth and imbalance of all outcomes',
    description: 'Best bid and ask, spread, depth within 100, 200 and 500 bps, and the imbalance of bids and asks.',
    request: { params: EventSlugParam },
    responses: { 200: { description: 'The summary.', schema: OrderbookSummary } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: getOrderbookSummary,
  }),
];

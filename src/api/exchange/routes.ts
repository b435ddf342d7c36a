import type { ErrorCode } from '../../http/errors.js';
import { defineRoute } from '../../http/route.js';
import { getAccount, getActivity, getPositions } from './account-handlers.js';
import { discover } from './discovery-handlers.js';
import { getEquityHistory } from './equity-handlers.js';
import { EquityHistory, EquityQuery } from './equity-schemas.js';
import { deleteOrder, deleteOrders, getOrder, getOrders, postOrder, postPreview } from './order-handlers.js';
import { ActivityQuery, CancelQuery, DiscoveryQuery, OrderParams, OrdersQuery, PositionsQuery } from './parameters.js';
import {
  ActivityList,
  CancelledOrder,
  CancelledOrders,
  Discovery,
  OneOrder,
  OrderList,
  PlacedOrder,
  PlaceOrderRequest,
  PlayAccount,
  PositionList,
  PreviewOrderRequest,
  ReplayedOrder,
} from './schemas.js';

const area = 'play';
const trading: readonly ErrorCode[] = [
  'INSUFFICIENT_BALANCE',
  'NOT_FOUND',
  'MARKET_CLOSED',
  'MARKET_PAUSED',
  'STALE_ORDERBOOK',
  'TRADING_PAUSED',
  'ORDER_LIMIT_REACHED',
];

const reads = [
  defineRoute({
    id: 'getPlayAccount',
    method: 'GET',
    path: '/api/play/v1/account',
    area,
    summary: 'Your play account',
    description:
      'Balances, equity, profit, grants and remaining budgets. The first request of each UTC day credits that day’s grant.',
    auth: 'required',
    bucket: 'reads',
    responses: { 200: { description: 'The account.', schema: PlayAccount } },
    tool: {
      name: 'play_account',
      compact:
        'player(id,handle,kind,certified),availableBalance,reservedBalance,positionsValue,owedCredits,equity,profit,dailyGrant,nextGrantAt,practice,limits(reads(remaining),orders(remaining),forecasts(remaining))',
      next: [{ tool: 'play_positions', arguments: {} }],
      title: 'Your play account',
      description:
        'Your account: free credits (availableBalance), credits reserved by open buys, the current value of your positions, profit since the start, debt (owedCredits), remaining reads, orders, cancels and forecasts this hour, and the practice balance (practice). Read it before you trade and whenever an order is rejected with INSUFFICIENT_BALANCE.',
    },
    handler: getAccount,
  }),
  defineRoute({
    id: 'getEquityHistory',
    method: 'GET',
    path: '/api/play/v1/equity',
    area,
    summary: 'Your equity over time',
    description:
      'Equity and its components at up to 500 points: hourly samples, taken when the account changed, and the current value. Positions are valued as in the account. Practice credits are not included.',
    auth: 'required',
    bucket: 'reads',
    request: { query: EquityQuery },
    responses: { 200: { description: 'The points.', schema: EquityHistory } },
    handler: getEquityHistory,
  }),
  defineRoute({
    id: 'discoverEvents',
    method: 'GET',
    path: '/api/play/v1/discovery',
    area,
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
  }),
  defineRoute({
    id: 'listPositions',
    method: 'GET',
    path: '/api/play/v1/positions',
    area,
    summary: 'Your positions',
    description:
      'Shares that you hold, at average cost, with their current value. Positions in the newest events come first.',
    auth: 'required',
    bucket: 'reads',
    request: { query: PositionsQuery },
    responses: { 200: { description: 'The positions.', schema: PositionList } },
    tool: {
      name: 'play_positions',
      defaults: { limit: 15 },
      compact:
        'positions(eventSlug,title,outcomeIndex,outcomeLabel,shares,averagePriceBps,priceBps,valueCredits,unrealizedProfit,status),nextCursor',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'positions.0.eventSlug' } }],
      title: 'Your positions',
      description:
        'Shares that you hold, their cost, their current value if sold, and profit. A share of the winning outcome pays 1 credit, all others pay nothing. Use status settled to see payouts.',
    },
    handler: getPositions,
  }),
  defineRoute({
    id: 'listActivity',
    method: 'GET',
    path: '/api/play/v1/activity',
    area,
    summary: 'Your account activity',
    description: 'Newest first. Each entry has the change of the available balance and the balance after it.',
    auth: 'required',
    bucket: 'reads',
    request: { query: ActivityQuery },
    responses: { 200: { description: 'The activity.', schema: ActivityList } },
    tool: {
      name: 'play_activity',
      defaults: { limit: 30 },
      compact: 'activity(kind,at,credits,balanceAfter,eventSlug,orderId),nextCursor',
      title: 'Your activity',
      description:
        'Account activity, newest first: grants, orders, trades, cancels, settlements and forecasts, each with the change of your balance.',
    },
    handler: getActivity,
  }),
  defineRoute({
    id: 'listOrders',
    method: 'GET',
    path: '/api/play/v1/orders',
    area,
    summary: 'Your orders',
    description:
      'Newest first; open orders unless you request another status. With clientOrderId, the order with that id in any status.',
    auth: 'required',
    bucket: 'reads',
    request: { query: OrdersQuery },
    responses: { 200: { description: 'The orders.', schema: OrderList } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'play_orders',
      defaults: { limit: 20 },
      compact:
        'orders(id,clientOrderId,eventSlug,outcomeIndex,side,status,cancelReason,limitPriceBps,amountCredits,amountShares,filledShares,averagePriceBps,expiresAt),nextCursor',
      next: [{ tool: 'play_cancel_order', arguments: { orderId: 'orders.0.id' } }],
      title: 'Your orders',
      description:
        'Your orders, newest first; only open ones unless you request another status. Send clientOrderId to look up one order, for example after a timeout: if it is found, it was accepted and must not be sent again under a new id.',
    },
    handler: getOrders,
  }),
  defineRoute({
    id: 'getOrder',
    method: 'GET',
    path: '/api/play/v1/orders/{orderId}',
    area,
    summary: 'One of your orders with its fills',
    description: 'Fills of a resting order appear here as they happen.',
    auth: 'required',
    bucket: 'reads',
    request: { params: OrderParams },
    responses: { 200: { description: 'The order.', schema: OneOrder } },
    errors: ['NOT_FOUND'],
    handler: getOrder,
  }),
];

const writes = [
  defineRoute({
    id: 'placeOrder',
    method: 'POST',
    path: '/api/play/v1/orders',
    area,
    summary: 'Place a play order',
    description:
      'Fills against the market maker and resting orders within your limit price; the remainder rests in the book unless timeInForce says otherwise. The same id with the same body returns the first result.',
    auth: 'required',
    bucket: 'orders',
    countedIn: 'transaction',
    idempotency: { clientId: 'clientOrderId', noun: 'an order', header: 'instead' },
    request: { body: PlaceOrderRequest },
    responses: {
      201: { description: 'Accepted: filled, resting or, for IOC and FOK, cancelled.', schema: PlacedOrder },
      200: { description: 'Already placed with this id; nothing was done again.', schema: ReplayedOrder },
    },
    errors: [...trading, 'IDEMPOTENT_REPLAY', 'ACCEPTED_UNKNOWN_CONFIRMATION', 'FORBIDDEN'],
    tool: {
      name: 'play_place_order',
      compact:
        'order(id,clientOrderId,eventSlug,outcomeIndex,side,status,cancelReason,limitPriceBps,amountCredits,amountShares,filledCredits,filledShares,averagePriceBps,remainingCredits,remainingShares,expiresAt),fills(shares,credits,priceBps),account,market(priceBps),warnings(code,message),replayed,code',
      next: [
        { tool: 'play_orders', arguments: {} },
        {
          tool: 'play_record_forecast',
          arguments: { eventSlug: 'order.eventSlug', outcomeIndex: 'order.outcomeIndex' },
        },
      ],
      title: 'Place an order',
      description:
        'Buys or sells shares of one outcome with play credits, or with practice credits on practice events. A buy spends amountCredits, a sell sells amountShares; limitPriceBps is the worst price per share that you accept (10000 = 1 credit). The part that can’t be filled immediately rests in the book (GTC), or is cancelled with timeInForce IOC. Generate clientOrderId once per order and reuse it if you are unsure whether the call arrived: the same id with the same arguments never trades twice. Use play_preview_order first to see the price.',
      required: ['clientOrderId'],
    },
    handler: postOrder,
  }),
  defineRoute({
    id: 'previewOrder',
    method: 'POST',
    path: '/api/play/v1/orders/preview',
    area,
    summary: 'Preview an order',
    description:
      'Returns the exact result of placing this order now. Send market.sequence as ifSequence to get exactly that result. Counts as a read.',
    auth: 'required',
    bucket: 'reads',
    effect: 'read',
    request: { body: PreviewOrderRequest },
    responses: { 200: { description: 'The result that the order would have.', schema: PlacedOrder } },
    errors: trading,
    tool: {
      name: 'play_preview_order',
      compact:
        'order(eventSlug,outcomeIndex,side,status,cancelReason,limitPriceBps,amountCredits,amountShares,filledCredits,filledShares,averagePriceBps,remainingCredits,remainingShares,expiresAt),fills(shares,credits,priceBps),account,market(priceBps),warnings(code,message)',
      next: [
        {
          tool: 'play_place_order',
          arguments: {
            eventSlug: 'order.eventSlug',
            outcomeIndex: 'order.outcomeIndex',
            side: 'order.side',
            amountCredits: 'order.amountCredits',
            amountShares: 'order.amountShares',
            limitPriceBps: 'order.limitPriceBps',
          },
        },
      ],
      app: 'order-preview',
      title: 'Preview an order',
      description:
        'Returns what play_place_order would do with the same arguments at this moment: fills, average price and resulting balance. Nothing changes. Send market.sequence of the result as ifSequence with the order to get exactly this result or a rejection.',
    },
    handler: postPreview,
  }),
  defineRoute({
    id: 'cancelOrder',
    method: 'DELETE',
    path: '/api/play/v1/orders/{orderId}',
    area,
    summary: 'Cancel an order',
    description:
      'Releases what the order reserves. Cancelling an order that is done returns it unchanged. Works while trading is paused. Counts against the budget for cancels, not for orders.',
    auth: 'required',
    bucket: 'cancels',
    countedIn: 'transaction',
    request: { params: OrderParams },
    responses: { 200: { description: 'The order in its current state.', schema: CancelledOrder } },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'ACCEPTED_UNKNOWN_CONFIRMATION'],
    tool: {
      name: 'play_cancel_order',
      compact: 'order(id,eventSlug,outcomeIndex,side,status,cancelReason,filledCredits,filledShares),account',
      title: 'Cancel an order',
      description:
        'Cancels the open part of one of your orders and releases the credits or shares that it reserves. The id is order.id of play_place_order or play_orders. Cancelling twice is safe.',
      destructive: true,
    },
    handler: deleteOrder,
  }),
  defineRoute({
    id: 'cancelOrders',
    method: 'DELETE',
    path: '/api/play/v1/orders',
    area,
    summary: 'Cancel all your open orders',
    description: 'In one event with eventSlug, otherwise in all events. Counts as one cancel.',
    auth: 'required',
    bucket: 'cancels',
    countedIn: 'transaction',
    request: { query: CancelQuery },
    responses: { 200: { description: 'The cancelled orders.', schema: CancelledOrders } },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'ACCEPTED_UNKNOWN_CONFIRMATION'],
    handler: deleteOrders,
  }),
];

export const exchangeRoutes = [...reads, ...writes];

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
      'Balances, equity, profit, grants and what is left of your budgets. The first look of a UTC day brings its grant.',
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
        'Your own account: free credits (availableBalance), credits held by open buys, what your positions would bring now, profit since the start, what you owe (owedCredits), how many reads, orders, cancels and forecasts you may still send this hour, and the purse of practice credits (practice). Read it before you trade and whenever an order is refused with INSUFFICIENT_BALANCE.',
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
      'Equity and its parts at up to 500 moments: hourly samples of the account, taken where it changed, and the present value. Positions are valued as in the account. Practice credits are not in it.',
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
      'Events by status, category and words, in the order you choose: the list of GET /api/events, stale ones included.',
    auth: 'none',
    bucket: 'address',
    request: { query: DiscoveryQuery },
    responses: { 200: { description: 'The events.', schema: Discovery } },
    tool: {
      name: 'list_markets',
      compact: 'events(slug,title,outcomes[3](label,priceBps),endsAt),nextCursor',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'List markets',
      description:
        'Prediction markets of this arena, each with its question, outcomes, prices, end of trading and the rule that decides it. Prices are basis points: 6200 means that the market gives the outcome 62 %. Begin here: filter by status, category or words (q), take the slug of an event and use it as eventSlug everywhere else. Follow nextCursor for more. Practice events are not among them; list_practice_events has those.',
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
      'Shares that you hold, at average cost, with what they would bring now. Positions in the newest events come first.',
    auth: 'required',
    bucket: 'reads',
    request: { query: PositionsQuery },
    responses: { 200: { description: 'The positions.', schema: PositionList } },
    tool: {
      name: 'play_positions',
      compact:
        'positions(eventSlug,title,outcomeIndex,outcomeLabel,shares,averagePriceBps,priceBps,valueCredits,unrealizedProfit,status),nextCursor',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'positions.0.eventSlug' } }],
      title: 'Your positions',
      description:
        'Shares that you hold, what they cost, what selling them would bring now, and profit. A share of the outcome that happens pays 1 credit, all others pay nothing. Ask for status settled to see what has been paid out.',
    },
    handler: getPositions,
  }),
  defineRoute({
    id: 'listActivity',
    method: 'GET',
    path: '/api/play/v1/activity',
    area,
    summary: 'What happened on your account',
    description: 'Newest first. Each row says how the available balance changed and what it was afterwards.',
    auth: 'required',
    bucket: 'reads',
    request: { query: ActivityQuery },
    responses: { 200: { description: 'The activity.', schema: ActivityList } },
    tool: {
      name: 'play_activity',
      compact: 'activity(kind,at,credits,balanceAfter,eventSlug,orderId),nextCursor',
      title: 'Your activity',
      description:
        'What happened on your account, newest first: grants, orders, trades, cancels, settlements and forecasts, each with the change of your balance.',
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
      'Newest first; open ones unless you ask for others. With clientOrderId the one order of that id, whatever its status.',
    auth: 'required',
    bucket: 'reads',
    request: { query: OrdersQuery },
    responses: { 200: { description: 'The orders.', schema: OrderList } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'play_orders',
      compact:
        'orders(id,clientOrderId,eventSlug,outcomeIndex,side,status,cancelReason,limitPriceBps,amountCredits,amountShares,filledShares,averagePriceBps,expiresAt),nextCursor',
      next: [{ tool: 'play_cancel_order', arguments: { orderId: 'orders.0.id' } }],
      title: 'Your orders',
      description:
        'Your orders, newest first; those still open unless you ask for another status. Send clientOrderId to learn what became of one order, for example after a time-out: if it is there, it was accepted and must not be sent again under a new id.',
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
      'Fills against the market maker and resting orders within your limit price; the rest waits in the book unless timeInForce says otherwise. The same id with the same body returns the first result.',
    auth: 'required',
    bucket: 'orders',
    countedIn: 'transaction',
    idempotency: { clientId: 'clientOrderId', noun: 'an order', header: 'instead' },
    request: { body: PlaceOrderRequest },
    responses: {
      201: { description: 'Accepted: filled, resting or, for IOC and FOK, cancelled.', schema: PlacedOrder },
      200: { description: 'Placed before with this id; nothing was done again.', schema: ReplayedOrder },
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
        'Buys or sells shares of one outcome with play credits, on practice events with practice credits. A buy spends amountCredits, a sell gives amountShares; limitPriceBps is the worst price per share that you accept (10000 = 1 credit). Whatever can’t be filled at once waits in the book (GTC), or is cancelled with timeInForce IOC. Make clientOrderId once for each order that you want and repeat it if you are unsure whether the call arrived: the same id with the same arguments never trades twice. Use play_preview_order first to see the price.',
      required: ['clientOrderId'],
    },
    handler: postOrder,
  }),
  defineRoute({
    id: 'previewOrder',
    method: 'POST',
    path: '/api/play/v1/orders/preview',
    area,
    summary: 'Try an order without placing it',
    description:
      'What placing this order now would do, to the millionth. Send market.sequence as ifSequence to get exactly that. A read.',
    auth: 'required',
    bucket: 'reads',
    effect: 'read',
    request: { body: PreviewOrderRequest },
    responses: { 200: { description: 'The result it would have.', schema: PlacedOrder } },
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
        'What play_place_order would do with the same arguments at this moment: fills, average price and balance afterwards. Nothing changes. Send market.sequence of the reply as ifSequence with the order to get exactly this or a refusal.',
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
      'Releases what it holds. Cancelling what is done returns it unchanged. Works while trading is paused. Counts against the budget of cancels, not of orders.',
    auth: 'required',
    bucket: 'cancels',
    countedIn: 'transaction',
    request: { params: OrderParams },
    responses: { 200: { description: 'The order as it is now.', schema: CancelledOrder } },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'ACCEPTED_UNKNOWN_CONFIRMATION'],
    tool: {
      name: 'play_cancel_order',
      compact: 'order(id,eventSlug,outcomeIndex,side,status,cancelReason,filledCredits,filledShares),account',
      title: 'Cancel an order',
      description:
        'Cancels what is still open of one of your orders and frees the credits or shares that it holds. The id is order.id of play_place_order or play_orders. Cancelling twice does no harm.',
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
    description: 'In one event with eventSlug, in all without. Counts as one cancel.',
    auth: 'required',
    bucket: 'cancels',
    countedIn: 'transaction',
    request: { query: CancelQuery },
    responses: { 200: { description: 'The orders that were cancelled.', schema: CancelledOrders } },
    errors: ['NOT_FOUND', 'FORBIDDEN', 'ACCEPTED_UNKNOWN_CONFIRMATION'],
    handler: deleteOrders,
  }),
];

export const exchangeRoutes = [...reads, ...writes];

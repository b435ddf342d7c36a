import { dailyGrant, nextGrantAt, practiceToSpend } from '../engine/grants.js';
import { isSettled, worthOf } from '../engine/position.js';
import type { EventServices } from '../events/event-references.js';
import { eventBySlug } from '../events/find-event.js';
import type { EventRow } from '../events/store/rows.js';
import { ownerIdOf, requirePlayer } from '../http/caller.js';
import { ApiError, type ErrorCode, invalid, noSuchEvent, refusalError } from '../http/errors.js';
import { type Budget, budgets, quotaOf } from '../http/limits.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import type { Static } from '../http/schema.js';
import { unfinishedError, WriteResult } from '../http/write-result.js';
import { isoTime } from '../kernel/time.js';
import { averagePriceBps, microsFromWire, microsToWire } from '../kernel/units.js';
import { isCertifiedPlayer } from '../players/player-view.js';
import {
  certificationOf,
  eventsOfOrders,
  fillsOfOrder,
  findOwnOrder,
  listActivity,
  listOrders,
  listPositions,
  readEquity,
  remainingWrites,
} from './accounts.js';
import type { ExchangeServices } from './desk/write-desk.js';
import { EquityHistory, EquityQuery, getEquityHistory } from './equity-handlers.js';
import {
  cancelOrder,
  cancelOrders,
  findOrderableEvent,
  type PracticeAdvice,
  placeOrder,
  type RunEvents,
} from './orders.js';
import { type LiveServices, previewOrder } from './preview-order.js';
import {
  ActivityList,
  ActivityQuery,
  activityKinds,
  CancelledOrder,
  CancelledOrders,
  CancelQuery,
  OneOrder,
  OrderList,
  OrderParams,
  OrdersQuery,
  PlacedOrder,
  PlaceOrderRequest,
  PlayAccount,
  PositionList,
  PositionsQuery,
  PreviewOrderRequest,
  ReplayedOrder,
} from './schemas.js';
import type { FillRow, OrderRow, PlacedResult, PositionCursor, ShownPosition } from './store/rows.js';

type Needs = HttpServices & ExchangeServices & EventServices & LiveServices & PracticeAdvice & RunEvents;

interface EventNames {
  readonly slug: string;
  readonly pubkey: string;
}

/** Wire names and units; a buy is counted in credits, a sell in shares, and undefined members are omitted. */
export function viewOrder(order: OrderRow, { slug, pubkey }: EventNames, named = true) {
  const amount = microsToWire(order.amount);
  const remaining = microsToWire(order.remaining);
  const buys = order.side === 'buy';
  return {
    id: order.id,
    clientOrderId: named ? order.clientOrderId : null,
    eventSlug: slug,
    eventPubkey: pubkey,
    outcomeIndex: order.outcome,
    side: order.side,
    timeInForce: order.timeInForce,
    limitPriceBps: order.limitBps,
    amountCredits: buys ? amount : undefined,
    amountShares: buys ? undefined : amount,
    filledCredits: microsToWire(order.filledCredits),
    filledShares: microsToWire(order.filledShares),
    averagePriceBps: averagePriceBps(order.filledCredits, order.filledShares),
    remainingCredits: buys ? remaining : undefined,
    remainingShares: buys ? undefined : remaining,
    status: order.status,
    cancelReason: order.cancelReason,
    createdAt: isoTime(order.createdAt),
    updatedAt: isoTime(order.updatedAt),
    expiresAt: order.expiresAt === null ? null : isoTime(order.expiresAt),
  };
}

function viewFill({ id, shares, credits, priceBps, against, at }: FillRow) {
  return { id, shares: microsToWire(shares), credits: microsToWire(credits), priceBps, against, at: isoTime(at) };
}

function viewPlaced(result: PlacedResult, event: EventNames, { replayed = false, named = true } = {}) {
  return {
    order: viewOrder(result.order, event, named),
    fills: result.fills.map(viewFill),
    account: { availableBalance: microsToWire(result.available) },
    market: { eventSlug: event.slug, sequence: result.sequence, priceBps: result.priceBps },
    warnings: result.warnings,
    replayed,
    code: replayed ? 'IDEMPOTENT_REPLAY' : undefined,
  };
}

type OrderBody = Static<typeof PlaceOrderRequest>;

/** A buy is counted in credits, a sell in shares; the other amount is rejected. */
function amountOf(body: OrderBody): number {
  const [field, otherField] =
    body.side === 'buy' ? (['amountCredits', 'amountShares'] as const) : (['amountShares', 'amountCredits'] as const);
  if (body[otherField] !== undefined) throw invalid(otherField, `does not apply to a ${body.side}; send ${field}`);
  const value = body[field];
  if (value === undefined) throw invalid(field, 'is missing');
  const micros = microsFromWire(value);
  if (micros === null) throw invalid(field, 'is out of range');
  return micros;
}

function orderOf(body: OrderBody) {
  const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
  if (expiresAt !== null && !Number.isFinite(expiresAt)) throw invalid('expiresAt', 'must be an ISO 8601 time');
  return {
    outcome: body.outcomeIndex,
    side: body.side,
    amount: amountOf(body),
    limitBps: body.limitPriceBps,
    timeInForce: body.timeInForce ?? 'GTC',
    expiresAt,
    ifSequence: body.ifSequence ?? null,
  } as const;
}

async function postOrder({ body }: RouteInput<{ body: typeof PlaceOrderRequest }>, context: RequestContext<Needs>) {
  const { services, caller } = context;
  const player = requirePlayer(caller);
  const { playerId } = player;
  const order = orderOf(body);
  const event = await findOrderableEvent(services, playerId, body.eventSlug);
  if (!event) throw noSuchEvent(body.eventSlug, 'eventSlug');
  const { clientId, bodyDigest } = context.identities[0];
  const ownerId = ownerIdOf(player);
  const outcome = await placeOrder(services, { clientId, bodyDigest, playerId, ownerId, eventId: event.id, order });
  return new WriteResult(
    outcome,
    ({ result }, replayed) => viewPlaced(result, event, { replayed }),
    error => services.practice.withAdvice(event.slug, error),
  );
}

async function postPreview({ body }: RouteInput<{ body: typeof PreviewOrderRequest }>, context: RequestContext<Needs>) {
  const { services } = context;
  const player = requirePlayer(context.caller);
  const order = orderOf(body);
  const event = await eventBySlug(services, body.eventSlug);
  const outcome = await previewOrder(services, { playerId: player.playerId, ownerId: ownerIdOf(player), event, order });
  switch (outcome.kind) {
    case 'previewed':
      return viewPlaced(outcome.result, outcome.event, { named: false });
    case 'notFound':
      throw noSuchEvent(body.eventSlug, 'eventSlug');
    case 'declined':
      throw await services.practice.withAdvice(outcome.event.slug, refusalError(outcome.refusal));
    default:
      throw unfinishedError(outcome, 'orders');
  }
}

async function viewMany(services: HttpServices, orders: readonly OrderRow[]) {
  const events = await eventsOfOrders(services, orders);
  return orders.map(order => viewOrder(order, events.get(order.marketId) as EventRow));
}

async function getOrders(
  { query }: RouteInput<{ query: typeof OrdersQuery }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { playerId } = requirePlayer(caller);
  const { status = 'open', eventSlug, clientOrderId, limit = 50, cursor } = query;
  const event = eventSlug === undefined ? null : await eventBySlug(services, eventSlug);
  const filters = [playerId, clientOrderId === undefined ? status : 'all', event?.id ?? null, clientOrderId ?? null];
  const before =
    cursor === undefined ? null : services.cursors.read<{ at: number; id: string }>('orders', filters, cursor);
  const rows = await listOrders(services, {
    playerId,
    // A look-up by client id finds the order in any status unless the caller names one.
    status: clientOrderId !== undefined && query.status === undefined ? 'all' : status,
    eventId: event?.id ?? null,
    clientOrderId: clientOrderId ?? null,
    before,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > limit && last ? services.cursors.write('orders', filters, { at: last.createdAt, id: last.id }) : null;
  return { orders: await viewMany(services, page), nextCursor };
}

async function requireOwnOrder(services: HttpServices, playerId: string, orderId: string): Promise<OrderRow> {
  const order = await findOwnOrder(services, playerId, orderId);
  if (!order) throw new ApiError('NOT_FOUND', `Order ${orderId} not found.`, { field: 'orderId' });
  return order;
}

async function getOrder({ params }: RouteInput<{ params: typeof OrderParams }>, { services, caller }: RequestContext) {
  const order = await requireOwnOrder(services, requirePlayer(caller).playerId, params.orderId);
  const fills = await fillsOfOrder(services, order.playerId, order.id);
  const [view] = await viewMany(services, [order]);
  return { order: view, fills: fills.map(viewFill) };
}

async function deleteOrder(
  { params }: RouteInput<{ params: typeof OrderParams }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { playerId } = requirePlayer(caller);
  const order = await requireOwnOrder(services, playerId, params.orderId);
  const outcome = await cancelOrder(services, { playerId, eventId: order.marketId, orderId: order.id });
  return new WriteResult(outcome, async ({ orders, available, practice }) => {
    const event = (await eventsOfOrders(services, [order])).get(order.marketId) as EventRow;
    const account = { availableBalance: microsToWire(event.practice ? practice : available) };
    return { order: viewOrder(orders[0], event), account };
  });
}

async function deleteOrders(
  { query: { eventSlug } }: RouteInput<{ query: typeof CancelQuery }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { playerId } = requirePlayer(caller);
  const event = eventSlug === undefined ? null : await eventBySlug(services, eventSlug);
  const outcome = await cancelOrders(services, playerId, event?.id ?? null);
  return new WriteResult(outcome, async finished => {
    const orders = await viewMany(services, finished.orders);
    const available = event?.practice ? finished.practice : finished.available;
    return { orders, cancelled: orders.length, account: { availableBalance: microsToWire(available) } };
  });
}

/** The read budget of this caller: an agent has its own, a person's session uses that of the client address. */
function viewReads({ caller, services, budget }: RequestContext) {
  const counted: Budget = caller.kind === 'agent' ? budgets.reads : budgets.address;
  const { name, windowSeconds, per } = counted;
  const remaining = budget?.name === name ? budget.remaining : null;
  return { quota: quotaOf(counted, services.settings.addressReadsPerMinute), windowSeconds, per, remaining };
}

async function getAccount(_input: unknown, context: RequestContext<Needs>) {
  const { services, caller } = context;
  const { playerId, handle } = requirePlayer(caller);
  const isAgent = caller.kind === 'agent';
  const [read, certification] = await Promise.all([
    readEquity(services, playerId),
    isAgent ? certificationOf(services, playerId) : null,
  ]);
  if ('kind' in read) throw unfinishedError(read, 'orders');
  const { account, reserved, positionsValue } = read;
  const equity = account.available + reserved.ordinary + positionsValue - account.owed;
  const now = services.clock();
  const [orders, cancels, forecasts] = remainingWrites(account, now).map(({ quota, windowMs, remaining }) => {
    return { quota, windowSeconds: windowMs / 1000, remaining };
  });
  return {
    player: {
      id: playerId,
      handle,
      kind: isAgent ? 'agent' : 'human',
      certified: isCertifiedPlayer(certification, now),
    },
    availableBalance: microsToWire(account.available),
    reservedBalance: microsToWire(reserved.ordinary),
    positionsValue: microsToWire(positionsValue),
    owedCredits: microsToWire(account.owed),
    equity: microsToWire(equity),
    profit: microsToWire(equity - account.granted),
    grantedTotal: microsToWire(account.granted),
    dailyGrant: microsToWire(dailyGrant),
    nextGrantAt: new Date(nextGrantAt(now)).toISOString(),
    practice: {
      availableBalance: microsToWire(practiceToSpend(account, reserved.practice, now)),
      reservedBalance: microsToWire(reserved.practice),
    },
    limits: {
      reads: viewReads(context),
      orders,
      cancels,
      forecasts,
    },
    userSequence: account.messages,
    asOf: new Date(now).toISOString(),
  };
}

function viewPosition({ holding, market, event, priceBps }: ShownPosition) {
  const settled = isSettled(market.resolution, holding);
  const value = settled ? holding.paid : worthOf(market, holding);
  // The first payment offsets the cost; the outstanding amount of a correction is added.
  const isPaid = holding.settledVersion > 0;
  const ahead = isPaid ? value : value - holding.cost;
  return {
    eventSlug: event.slug,
    eventPubkey: event.pubkey,
    title: event.title,
    outcomeIndex: holding.outcome,
    outcomeLabel: event.outcomes[holding.outcome],
    shares: microsToWire(holding.shares),
    reservedShares: microsToWire(holding.reservedShares),
    averagePriceBps: averagePriceBps(holding.cost, holding.shares),
    costCredits: microsToWire(holding.cost),
    priceBps: priceBps[holding.outcome],
    valueCredits: microsToWire(value),
    unrealizedProfit: microsToWire(settled ? 0 : ahead),
    realizedProfit: microsToWire(holding.realizedProfit + (isPaid ? holding.paid - holding.cost : 0)),
    status: settled ? ('settled' as const) : ('open' as const),
  };
}

async function getPositions(
  { query }: RouteInput<{ query: typeof PositionsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const { status = 'open', practice = false, limit = 50, cursor } = query;
  const filters = [playerId, status, practice];
  const after = cursor === undefined ? null : services.cursors.read<PositionCursor>('positions', filters, cursor);
  const positions = await listPositions(services, { playerId, status, practice, after, limit: limit + 1 });
  const page = positions.slice(0, limit);
  const last = page.at(-1)?.holding;
  return {
    positions: page.map(viewPosition),
    nextCursor:
      positions.length > limit && last
        ? services.cursors.write('positions', filters, { eventId: last.eventId, outcome: last.outcome })
        : null,
  };
}

/** Members of the details whose amounts are stored in millionths. */
const amounts = new Set([
  ...['shares', 'credits', 'amount', 'reserved', 'released', 'paid', 'cost', 'absorbed', 'owed', 'repaid'],
]);

function viewDetails(details: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => {
      const shown = name === 'outcome' ? 'outcomeIndex' : name === 'credits' ? 'tradedCredits' : name;
      return [shown, amounts.has(name) && typeof value === 'number' ? microsToWire(value) : value];
    }),
  );
}

async function getActivity(
  { query }: RouteInput<{ query: typeof ActivityQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const { kind, practice = false, limit = 50, cursor } = query;
  const filters = [playerId, kind ?? null, practice];
  const before =
    cursor === undefined ? null : services.cursors.read<{ at: number; id: string }>('activity', filters, cursor);
  const kinds = kind === undefined ? activityKinds : [kind];
  const { rows, slugs } = await listActivity(services, playerId, { practice, kinds, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    activity: page.map(row => ({
      ...viewDetails(row.details),
      id: row.id,
      kind: row.kind,
      at: new Date(row.at).toISOString(),
      credits: microsToWire(row.credits),
      balanceAfter: microsToWire(row.balanceAfter),
      eventSlug: row.eventId === null ? null : (slugs.get(row.eventId) ?? null),
      orderId: row.orderId,
    })),
    nextCursor:
      rows.length > limit && last ? services.cursors.write('activity', filters, { at: last.at, id: last.id }) : null,
  };
}

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

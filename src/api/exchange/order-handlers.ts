import { hash } from 'node:crypto';
import { previewOrder } from '../../domain/exchange/decide-place-order.js';
import { noPosition } from '../../domain/exchange/position.js';
import { practiceToSpend } from '../../domain/exchange/practice-purse.js';
import { isRefusal } from '../../domain/refusal.js';
import { microsFromWire, microsToWire } from '../../domain/units.js';
import { canonicalJson } from '../../http/canonical-json.js';
import { ApiError, invalid, noSuchEvent } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import type { OrderRow, PlacedResult } from '../../store/exchange/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import { withPracticeAdvice } from '../practice/open-now.js';
import { freshAccount } from './account-handlers.js';
import { countRefused, refusalError, requirePlayer, submitToDesk } from './desk-answer.js';
import { eventBySlug, orderableEvent } from './event-by-slug.js';
import { viewFill, viewOrder, viewPlaced } from './order-view.js';
import type { CancelQuery, OrderParams, OrdersQuery } from './queries.js';
import type { PlaceOrderRequest, PreviewOrderRequest } from './schemas.js';

type OrderBody = Static<typeof PlaceOrderRequest>;

/** A buy is counted in credits, a sell in shares; the other amount has no meaning and is refused. */
function amountOf(body: OrderBody): number {
  const [own, other] =
    body.side === 'buy' ? (['amountCredits', 'amountShares'] as const) : (['amountShares', 'amountCredits'] as const);
  if (body[other] !== undefined) throw invalid(other, `has no meaning for a ${body.side}; send ${own}`);
  const value = body[own];
  if (value === undefined) throw invalid(own, 'is missing');
  const micros = microsFromWire(value);
  if (micros === null) throw invalid(own, 'is a number out of range');
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

/** The id may come in the body or in the header, where it is the same thing. */
function clientIdOf(sent: string | undefined, context: RequestContext, field: string): string {
  const header = context.idempotencyKey();
  if (sent !== undefined && header !== null && sent !== header) {
    throw invalid(field, 'and Idempotency-Key are both sent and differ; send one of them');
  }
  const id = sent ?? header;
  if (id === null) throw invalid(field, 'is missing; send it or the header Idempotency-Key');
  return id;
}

function digestOf({ clientOrderId: _id, ...rest }: OrderBody): string {
  return hash('sha256', canonicalJson(rest), 'hex');
}

async function readCommand(body: OrderBody, context: RequestContext) {
  const clientOrderId = clientIdOf(body.clientOrderId, context, 'clientOrderId');
  const order = orderOf(body);
  const event = await orderableEvent(context.services, requirePlayer(context.caller).playerId, body.eventSlug);
  return { event, order, clientOrderId };
}

export async function placeOrder({ body }: RouteInput<{ body: typeof PlaceOrderRequest }>, context: RequestContext) {
  const { playerId } = requirePlayer(context.caller);
  const { event, order, clientOrderId } = await readCommand(body, context).catch(async error => {
    await countRefused('orders')(context);
    throw error;
  });
  const bodyDigest = digestOf(body);
  const command = { kind: 'place', playerId, eventId: event.id, clientOrderId, bodyDigest, order } as const;
  const outcome = await submitToDesk(context, command, 'orders').catch(async error => {
    throw await withPracticeAdvice(context.services, event.slug, error);
  });
  if (outcome.kind === 'placed') return new Reply(201, viewPlaced(outcome.result, event));
  if (outcome.kind === 'replayed') {
    context.takeRead();
    return new Reply(200, viewPlaced(outcome.result, event, { replayed: true }), { 'idempotent-replayed': 'true' });
  }
  context.takeRead();
  throw new ApiError('IDEMPOTENT_REPLAY', 'this clientOrderId was used for an order with another body', {
    field: 'clientOrderId',
  });
}

/** The same decision as placing, on the book in memory; nothing is saved. */
export async function previewPlayOrder(
  { body }: RouteInput<{ body: typeof PreviewOrderRequest }>,
  context: RequestContext,
) {
  const { services } = context;
  const { playerId } = requirePlayer(context.caller);
  const order = orderOf(body);
  const { id, practice } = await eventBySlug(services, body.eventSlug);
  const account = await freshAccount(context, playerId);
  const { position, tradingPaused, standing } = await services.store.read(async reads => ({
    standing: practice ? await reads.accounts.standing(playerId) : null,
    position: (await reads.positions.find(playerId, id, order.outcome)) ?? noPosition,
    tradingPaused: await reads.arena.tradingPaused(),
  }));
  const now = services.clock();
  const available = standing ? practiceToSpend(standing.account, standing.reserved.practice, now) : account.available;
  const player = { id: playerId, available, position };
  const decided = await services.marketData.live.each([id], {}, now, ({ event, market, book }) => ({
    event,
    sequence: market.sequence,
    decision: previewOrder({ market, book, player, tradingPaused }, { ...order, orderId: 'preview' }, now),
  }));
  const found = decided.get(id);
  if (!found) throw noSuchEvent(body.eventSlug, 'eventSlug');
  const { event, sequence, decision } = found;
  if (isRefusal(decision)) throw await withPracticeAdvice(services, event.slug, refusalError(decision));
  const spent = decision.transfers.reduce((sum, { from, to, amount }) => {
    const mine = (account: typeof from) =>
      account.type === 'player' && account.playerId === playerId && account.part === 'available';
    return sum + (mine(to) ? amount : 0) - (mine(from) ? amount : 0);
  }, 0);
  const result: PlacedResult = {
    order: { ...decision.order, clientOrderId: '' },
    fills: decision.fills.map(fill => ({ ...fill, id: 'preview', at: now })),
    available: (available + spent) as PlacedResult['available'],
    sequence,
    priceBps: decision.priceBps,
  };
  return viewPlaced(result, event, { named: false });
}

async function viewMany(services: Services, orders: readonly OrderRow[]) {
  const ids = [...new Set(orders.map(order => order.marketId))];
  const events = await services.store.read(reads => reads.events.findMany(ids));
  const names = new Map(events.map(({ event }) => [event.id, event]));
  return orders.map(order => viewOrder(order, names.get(order.marketId) as EventRow));
}

export async function listOrders(
  { query }: RouteInput<{ query: typeof OrdersQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const { status = 'open', eventSlug, clientOrderId, limit = 50, cursor } = query;
  const event = eventSlug === undefined ? null : await eventBySlug(services, eventSlug);
  const filters = [playerId, clientOrderId === undefined ? status : 'all', event?.id ?? null, clientOrderId ?? null];
  const before =
    cursor === undefined ? null : services.cursors.read<{ at: number; id: string }>('orders', filters, cursor);
  // Whoever looks for one id wants that order, whatever has become of it.
  const wanted = clientOrderId !== undefined && query.status === undefined ? 'all' : status;
  const rows = await services.store.read(reads =>
    reads.orders.list({
      playerId,
      status: wanted,
      eventId: event?.id ?? null,
      clientOrderId: clientOrderId ?? null,
      before,
      limit: limit + 1,
    }),
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    rows.length > limit && last ? services.cursors.write('orders', filters, { at: last.createdAt, id: last.id }) : null;
  return { orders: await viewMany(services, page), nextCursor };
}

/** Another player's order does not exist for the one who asks. */
async function ownOrder(services: Services, playerId: string, orderId: string): Promise<OrderRow> {
  const order = await services.store.read(reads => reads.orders.find(orderId));
  if (!order || order.playerId !== playerId)
    throw new ApiError('NOT_FOUND', `there is no order ${orderId} of yours`, { field: 'orderId' });
  return order;
}

export async function getOrder(
  { params }: RouteInput<{ params: typeof OrderParams }>,
  { services, caller }: RequestContext,
) {
  const order = await ownOrder(services, requirePlayer(caller).playerId, params.orderId);
  const fills = await services.store.read(reads => reads.orders.fills([order.id]));
  const [view] = await viewMany(services, [order]);
  return { order: view, fills: fills.map(viewFill) };
}

export async function cancelOrder({ params }: RouteInput<{ params: typeof OrderParams }>, context: RequestContext) {
  const { playerId } = requirePlayer(context.caller);
  const order = await ownOrder(context.services, playerId, params.orderId).catch(async error => {
    await countRefused('orders')(context);
    throw error;
  });
  const outcome = await submitToDesk(
    context,
    { kind: 'cancel', playerId, eventId: order.marketId, orderId: order.id },
    'orders',
  );
  if (outcome.kind !== 'cancelled') throw new Error(`cancelling ended as ${outcome.kind}`);
  const [{ event }] = await context.services.store.read(reads => reads.events.findMany([order.marketId]));
  const account = { availableBalance: microsToWire(event.practice ? outcome.practice : outcome.available) };
  return { order: viewOrder(outcome.orders[0], event), account };
}

export async function cancelOrders({ query }: RouteInput<{ query: typeof CancelQuery }>, context: RequestContext) {
  const { services } = context;
  const { playerId } = requirePlayer(context.caller);
  const { eventSlug } = query;
  const event = eventSlug === undefined ? null : eventBySlug(services, eventSlug);
  const eventIds = await (async () => {
    const named = await event;
    return named ? [named.id] : services.store.read(reads => reads.orders.openEvents(playerId));
  })().catch(async error => {
    await countRefused('orders')(context);
    throw error;
  });
  const outcome = await submitToDesk(context, { kind: 'cancelAll', playerId, eventIds }, 'orders');
  if (outcome.kind !== 'cancelled') throw new Error(`cancelling ended as ${outcome.kind}`);
  const orders = await viewMany(services, outcome.orders);
  const free = (await event)?.practice ? outcome.practice : outcome.available;
  return { orders, cancelled: orders.length, account: { availableBalance: microsToWire(free) } };
}

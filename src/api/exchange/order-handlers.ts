import { microsFromWire, microsToWire } from '../../domain/units.js';
import { ownerIdOf, requirePlayer } from '../../http/caller.js';
import { ApiError, invalid, noSuchEvent } from '../../http/errors.js';
import { refusalError } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Static } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { unfinishedError } from '../../http/unfinished-error.js';
import { WriteResult } from '../../http/write-result.js';
import { cancelOrder, cancelOrders } from '../../operations/exchange/cancel-order.js';
import { findOrderableEvent } from '../../operations/exchange/find-orderable-event.js';
import { placeOrder } from '../../operations/exchange/place-order.js';
import { previewOrder } from '../../operations/exchange/preview-order.js';
import { eventsOfOrders, fillsOfOrder, findOwnOrder, listOrders } from '../../operations/exchange/queries.js';
import type { OrderRow } from '../../store/exchange/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import { eventBySlug } from '../market-data/events/event-by-slug.js';
import { withPracticeAdvice } from '../practice/open-now.js';
import { viewFill, viewOrder, viewPlaced } from './order-view.js';
import type { CancelQuery, OrderParams, OrdersQuery } from './parameters.js';
import type { PlaceOrderRequest, PreviewOrderRequest } from './schemas.js';

type OrderBody = Static<typeof PlaceOrderRequest>;

/** A buy is counted in credits, a sell in shares; the other amount is rejected. */
function amountOf(body: OrderBody): number {
  const [own, other] =
    body.side === 'buy' ? (['amountCredits', 'amountShares'] as const) : (['amountShares', 'amountCredits'] as const);
  if (body[other] !== undefined) throw invalid(other, `does not apply to a ${body.side}; send ${own}`);
  const value = body[own];
  if (value === undefined) throw invalid(own, 'is missing');
  const micros = microsFromWire(value);
  if (micros === null) throw invalid(own, 'is out of range');
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

export async function postOrder({ body }: RouteInput<{ body: typeof PlaceOrderRequest }>, context: RequestContext) {
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
    error => withPracticeAdvice(services, event.slug, error),
  );
}

export async function postPreview({ body }: RouteInput<{ body: typeof PreviewOrderRequest }>, context: RequestContext) {
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
      throw await withPracticeAdvice(services, outcome.event.slug, refusalError(outcome.refusal));
    default:
      throw unfinishedError(outcome, 'orders');
  }
}

async function viewMany(services: Services, orders: readonly OrderRow[]) {
  const events = await eventsOfOrders(services, orders);
  return orders.map(order => viewOrder(order, events.get(order.marketId) as EventRow));
}

export async function getOrders(
  { query }: RouteInput<{ query: typeof OrdersQuery }>,
  { services, caller }: RequestContext,
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

async function requireOwnOrder(services: Services, playerId: string, orderId: string): Promise<OrderRow> {
  const order = await findOwnOrder(services, playerId, orderId);
  if (!order) throw new ApiError('NOT_FOUND', `Order ${orderId} not found.`, { field: 'orderId' });
  return order;
}

export async function getOrder(
  { params }: RouteInput<{ params: typeof OrderParams }>,
  { services, caller }: RequestContext,
) {
  const order = await requireOwnOrder(services, requirePlayer(caller).playerId, params.orderId);
  const fills = await fillsOfOrder(services, order.playerId, order.id);
  const [view] = await viewMany(services, [order]);
  return { order: view, fills: fills.map(viewFill) };
}

export async function deleteOrder(
  { params }: RouteInput<{ params: typeof OrderParams }>,
  { services, caller }: RequestContext,
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

export async function deleteOrders(
  { query: { eventSlug } }: RouteInput<{ query: typeof CancelQuery }>,
  { services, caller }: RequestContext,
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

import type { FillRow, OrderFilter, OrderRow, PositionFilter } from '../../store/exchange/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { Reads, Store } from '../../store/store.js';

type ReadContext = { readonly store: Pick<Store, 'read'> };

/** The events of these orders, by id. */
export async function eventsOfOrders(
  { store }: ReadContext,
  orders: readonly OrderRow[],
): Promise<ReadonlyMap<string, EventRow>> {
  const ids = [...new Set(orders.map(order => order.marketId))];
  const events = await store.read(reads => reads.events.findMany(ids));
  return new Map(events.map(({ event }) => [event.id, event]));
}

export function listOrders({ store }: ReadContext, filter: OrderFilter): Promise<OrderRow[]> {
  return store.read(reads => reads.orders.list(filter));
}

/** An order of this player; another player's order counts as not found. */
export function findOwnOrder({ store }: ReadContext, playerId: string, orderId: string): Promise<OrderRow | null> {
  return store.read(reads => reads.orders.find(playerId, orderId));
}

export function fillsOfOrder({ store }: ReadContext, playerId: string, orderId: string): Promise<FillRow[]> {
  return store.read(reads => reads.orders.fills(playerId, [orderId]));
}

export function listPositions({ store }: ReadContext, filter: PositionFilter) {
  return store.read(reads => reads.positions.page(filter));
}

type ActivityFilter = Parameters<Reads['activity']['list']>[1];

/** Activity of a player, with the slugs of its events. */
export function listActivity({ store }: ReadContext, playerId: string, filter: ActivityFilter) {
  return store.read(async reads => {
    const rows = await reads.activity.list(playerId, filter);
    const ids = [...new Set(rows.flatMap(row => row.eventId ?? []))];
    const events = await reads.events.findMany(ids);
    return { rows, slugs: new Map(events.map(({ event }) => [event.id, event.slug])) };
  });
}

/** The valid certification of an agent; null if it has none. */
export function certificationOf({ store }: ReadContext, playerId: string) {
  return store.read(reads => reads.certification.certificationOf(playerId));
}

import type { Store } from '../../store/store.js';
import type { DeskOutcome } from './desk/desk-command.js';
import type { WriteDesk } from './desk/write-desk.js';

interface CancelContext {
  readonly store: Store;
  readonly exchange: { readonly desk: WriteDesk };
}

type CancelOutcome = Exclude<DeskOutcome, { kind: 'placed' | 'replayed' | 'differs' | 'touched' }>;

/** Cancels the open part of an order; a completed order is returned unchanged. */
export async function cancelOrder(
  { exchange }: Pick<CancelContext, 'exchange'>,
  order: { readonly playerId: string; readonly eventId: string; readonly orderId: string },
): Promise<CancelOutcome> {
  return (await exchange.desk.submit({ kind: 'cancel', ...order })) as CancelOutcome;
}

/** Cancels a player's open orders in one event, or in all events if `eventId` is null. */
export async function cancelOrders(
  { store, exchange }: CancelContext,
  playerId: string,
  eventId: string | null,
): Promise<CancelOutcome> {
  const eventIds = eventId === null ? await store.read(reads => reads.orders.openEvents(playerId)) : [eventId];
  return (await exchange.desk.submit({ kind: 'cancelAll', playerId, eventIds })) as CancelOutcome;
}

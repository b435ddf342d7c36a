import type { WriteDesk } from '../exchange/desk/write-desk.js';
import type { OperationContext } from '../operation-context.js';

export interface RetireContext extends Pick<OperationContext, 'store'> {
  readonly exchange: { readonly desk: WriteDesk };
}

const maxPlayersPerRun = 100;

/** Cancels the open orders of a retired player. A retired player can't place new ones, so one pass finds them all. */
export async function cancelOrdersOf({ store, exchange: { desk } }: RetireContext, playerId: string): Promise<void> {
  const eventIds = await store.read(reads => reads.orders.openEvents(playerId));
  if (eventIds.length > 0) await desk.submit({ kind: 'cancelAll', playerId, eventIds, leaving: true });
}

/** Cancels the orders of players who were retired by a node that stopped before it could cancel them. */
export async function cancelOrdersOfRetired(context: RetireContext): Promise<void> {
  const playerIds = await context.store.read(reads => reads.orders.openOfRetired(maxPlayersPerRun));
  for (const playerId of playerIds) await cancelOrdersOf(context, playerId);
}

import type { Store } from '../../store/store.js';
import type { WriteDesk } from '../exchange/desk/write-desk.js';

interface LeavingTools {
  readonly store: Store;
  readonly exchange: { readonly desk: WriteDesk };
}

const playersTogether = 100;

/** Ends the open orders of a player who has left. By now no new one can come, so one look finds them all. */
export async function cancelOrdersOf({ store, exchange: { desk } }: LeavingTools, playerId: string): Promise<void> {
  const eventIds = await store.read(reads => reads.orders.openEvents(playerId));
  if (eventIds.length > 0) await desk.submit({ kind: 'cancelAll', playerId, eventIds, leaving: true });
}

/** Does it for those who left while the service went down, before their orders could be ended. */
export async function cancelOrdersOfRetired(tools: LeavingTools): Promise<void> {
  const playerIds = await tools.store.read(reads => reads.orders.openOfRetired(playersTogether));
  for (const playerId of playerIds) await cancelOrdersOf(tools, playerId);
}

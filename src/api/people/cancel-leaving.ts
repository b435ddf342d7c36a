import type { Services } from '../services.js';

/** Ends the open orders of a player who has left. By now no new one can come, so one look finds them all. */
export async function cancelLeaving({ store, desk }: Services, playerId: string): Promise<void> {
  const eventIds = await store.read(reads => reads.orders.openEvents(playerId));
  if (eventIds.length > 0) await desk.submit({ kind: 'cancelAll', playerId, eventIds, leaving: true });
}

import type { Writes } from '../../store/store.js';

/**
 * Ends a player's part in the arena: no key works any more, no order is taken any more and the name stays with the record. Returns whether the
 * player has ever played, which decides whether the place becomes free again.
 */
export async function retirePlayer(writes: Writes, playerId: string, now: number): Promise<boolean> {
  await writes.agents.revokeKeys(playerId, now);
  await writes.players.retire(playerId, now);
  await writes.accounts.retire(playerId);
  return writes.players.hasPlayed(playerId);
}

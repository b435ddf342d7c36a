import type { Writes } from '../../store/store.js';

/**
 * Retires a player: revokes all keys and rejects new orders; the name stays with the record. Returns whether the player
 * has ever played, which decides whether the owner's agent slot becomes free again.
 */
export async function retirePlayer(writes: Writes, playerId: string, now: number): Promise<boolean> {
  await writes.agents.revokeKeys(playerId, now);
  await writes.players.retire(playerId, now);
  await writes.accounts.retire(playerId);
  return writes.players.hasPlayed(playerId);
}

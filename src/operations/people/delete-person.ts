import type { Writes } from '../../store/store.js';
import { deleteAgent } from './delete-agent.js';
import { retirePlayer } from './retire-player.js';

/**
 * Deletes an account with its agents and sessions, and tells which players have left by it: their orders are still open.
 * `checkedHash` is what the password was checked against; null: it is another one since then, or the account is gone.
 * The email is free again only if nobody of them ever played.
 */
export async function deletePerson(
  writes: Writes,
  playerId: string,
  checkedHash: string,
  now: number,
): Promise<readonly string[] | null> {
  const current = await writes.people.lock(playerId);
  if (current?.passwordHash !== checkedHash) return null;
  const agents = await writes.agents.ofOwner(playerId);
  for (const agent of agents) await deleteAgent(writes, playerId, agent.playerId, now);
  const played = await retirePlayer(writes, playerId, now);
  const agentsPlayed = (await writes.agents.countSlots(playerId)) > 0;
  await writes.sessions.endOthers(playerId, null);
  await writes.people.eraseSignIn(playerId, played || agentsPlayed);
  return [playerId, ...agents.map(agent => agent.playerId)];
}

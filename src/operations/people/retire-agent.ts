import type { Agent } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';
import { retirePlayer } from './retire-player.js';

/** Retires an agent in the caller's transaction. Null: the person has no such agent. A retired agent stays as it is. */
export async function retireAgent(
  writes: Writes,
  ownerId: string,
  agentId: string,
  now: number,
): Promise<Agent | null> {
  const agent = await writes.agents.lock(agentId, ownerId);
  if (!agent || agent.retiredAt !== null) return agent;
  const played = await retirePlayer(writes, agentId, now);
  if (!played) await writes.agents.freeSlot(agentId);
  return { ...agent, activeKeys: 0, retiredAt: now };
}

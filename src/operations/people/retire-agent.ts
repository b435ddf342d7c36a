import type { Agent } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';
import { erasePlayer } from './erase-player.js';
import { retirePlayer } from './retire-player.js';

/**
 * Retires an agent and removes its personal data in the caller's transaction. Null: the person has no such agent.
 * Idempotent.
 */
export async function retireAgent(
  writes: Writes,
  ownerId: string,
  agentId: string,
  { random }: Pick<OperationContext, 'random'>,
  now: number,
): Promise<Agent | null> {
  const agent = await writes.agents.lock(agentId, ownerId);
  if (!agent || agent.retiredAt !== null) return agent;
  const played = await retirePlayer(writes, agentId, now);
  if (!played) await writes.agents.freeSlot(agentId);
  await writes.agents.eraseDetails(agentId);
  const handle = await erasePlayer(writes, { random }, agentId);
  const erased = await writes.agents.lock(agentId, ownerId);
  if (!erased) throw new Error(`agent ${agentId} no longer exists`);
  const { name, description, homepage, model } = erased;
  await writes.replies.amendAgent(agentId, { handle, name, description, homepage, model });
  return erased;
}

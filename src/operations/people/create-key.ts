import { type AgentKey, maxActiveKeys } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';

interface NewKey {
  readonly ownerId: string;
  readonly agentId: string;
  readonly keyId: string;
  readonly secret: string;
}

/** The agent's row is held, so that no number of requests at once can pass the limit. */
export async function createKey(
  writes: Writes,
  { ownerId, agentId, keyId, secret }: NewKey,
  now: number,
): Promise<AgentKey | 'not-found' | 'limit-reached'> {
  const agent = await writes.agents.lock(agentId, ownerId);
  if (!agent || agent.retiredAt !== null) return 'not-found';
  if (agent.activeKeys >= maxActiveKeys) return 'limit-reached';
  await writes.players.addKey({ id: keyId, agentId, secret, at: now });
  return { keyId, lastFour: secret.slice(-4), createdAt: now, lastUsedAt: null, revokedAt: null };
}

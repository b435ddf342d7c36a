import type { AgentKey } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';

/** Null: this person has no such key. Revoking what is revoked changes nothing. */
export async function revokeKey(
  writes: Writes,
  ownerId: string,
  agentId: string,
  keyId: string,
  now: number,
): Promise<AgentKey | null> {
  if (!(await writes.agents.lock(agentId, ownerId))) return null;
  const key = await writes.agents.findKey(agentId, keyId);
  if (!key || key.revokedAt !== null) return key;
  await writes.players.revokeKey(keyId, now);
  return { ...key, revokedAt: now };
}

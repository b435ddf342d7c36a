import type { AgentKey } from '../../domain/people/players.js';
import type { OperationContext } from '../operation-context.js';

interface RevokeKeyCommand {
  readonly ownerId: string;
  readonly agentId: string;
  readonly keyId: string;
}

/** Revokes a key. Null: the person has no such key. Idempotent. */
export function revokeKey(
  { store, clock }: OperationContext,
  { ownerId, agentId, keyId }: RevokeKeyCommand,
): Promise<AgentKey | null> {
  const now = clock();
  return store.transact(async writes => {
    if (!(await writes.agents.lock(agentId, ownerId))) return null;
    const key = await writes.agents.findKey(agentId, keyId);
    if (!key || key.revokedAt !== null) return key;
    await writes.players.revokeKey(keyId, now);
    return { ...key, revokedAt: now };
  });
}

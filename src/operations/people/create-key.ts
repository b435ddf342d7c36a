import { writeAgentKey } from '../../domain/people/agent-key.js';
import { type AgentKey, maxActiveKeys } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';
import { inTransaction } from '../in-transaction.js';
import type { OperationContext } from '../operation-context.js';

/** A key with its secret, which is stored only as a hash. */
interface IssuedKey {
  readonly key: AgentKey;
  readonly secret: string;
}

/** Issues a key. The agent's row is locked, so that concurrent requests can't exceed the limit. */
export function createKey(
  context: OperationContext,
  { ownerId, agentId }: { readonly ownerId: string; readonly agentId: string },
  open: Writes | null,
): Promise<IssuedKey | 'not-found' | 'limit-reached'> {
  const { clock, newId, random } = context;
  const now = clock();
  const secret = writeAgentKey(random(32));
  const keyId = newId('key', now);
  return inTransaction(context, open, async writes => {
    const agent = await writes.agents.lock(agentId, ownerId);
    if (!agent || agent.retiredAt !== null) return 'not-found';
    if (agent.activeKeys >= maxActiveKeys) return 'limit-reached';
    await writes.players.addKey({ id: keyId, agentId, secret, at: now });
    const key = { keyId, lastFour: secret.slice(-4), createdAt: now, lastUsedAt: null, revokedAt: null };
    return { key, secret };
  });
}

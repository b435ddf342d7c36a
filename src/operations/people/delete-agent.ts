import type { Agent } from '../../domain/people/players.js';
import type { OperationContext } from '../operation-context.js';
import { cancelOrdersOf, type RetireContext } from './cancel-orders-of-retired.js';
import { retireAgent } from './retire-agent.js';

/** Deletes an agent and cancels its open orders before it returns. Null: the person has no such agent. */
export async function deleteAgent(
  context: OperationContext & RetireContext,
  ownerId: string,
  agentId: string,
): Promise<Agent | null> {
  const now = context.clock();
  const agent = await context.store.transact(writes => retireAgent(writes, ownerId, agentId, context, now));
  if (agent) await cancelOrdersOf(context, agent.playerId);
  return agent;
}

import type { Agent, AgentKey, Person } from '../../domain/people/players.js';
import type { OperationContext } from '../operation-context.js';

type Context = Pick<OperationContext, 'store'>;

/** Leaves room for all active keys of an agent and its latest revoked ones. */
const maxKeysListed = 50;

export function findPerson({ store }: Context, playerId: string): Promise<Person | null> {
  return store.read(reads => reads.people.find(playerId));
}

/** The agents of a person that are not deleted, oldest first. */
export function findAgents({ store }: Context, ownerId: string): Promise<Agent[]> {
  return store.read(reads => reads.agents.ofOwner(ownerId));
}

/** Returns a person's agent, or null if the person has no such agent. */
export function findOwnAgent({ store }: Context, ownerId: string, agentId: string): Promise<Agent | null> {
  return store.read(reads => reads.agents.find(agentId, ownerId));
}

/** The keys of a person's agent, active ones first; null if the person has no such agent. */
export function findAgentKeys({ store }: Context, ownerId: string, agentId: string): Promise<AgentKey[] | null> {
  return store.read(async reads => {
    const agent = await reads.agents.find(agentId, ownerId);
    return agent && reads.agents.keysOf(agent.playerId, maxKeysListed);
  });
}

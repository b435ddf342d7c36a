import { foldName, type Name } from '../../domain/people/names.js';
import type { Agent } from '../../domain/people/players.js';
import type { OperationContext } from '../operation-context.js';

/** Absent members stay unchanged. */
interface AgentChange {
  readonly name?: Name;
  readonly description?: string;
  readonly homepage?: string | null;
  readonly model?: string | null;
}

/** Changes an agent. The handle never changes, because links to a player outlive its name. */
export function updateAgent(
  { store }: Pick<OperationContext, 'store'>,
  ownerId: string,
  agentId: string,
  { name, description, homepage, model }: AgentChange,
): Promise<Agent | 'not-found' | 'name-taken'> {
  return store.transact(async writes => {
    const agent = await writes.agents.lock(agentId, ownerId);
    if (!agent || agent.retiredAt !== null) return 'not-found';
    if (name && (await writes.agents.isNameTaken(name.folded, agentId))) return 'name-taken';
    const details = {
      name: name?.shown ?? agent.name,
      description: description ?? agent.description,
      homepage: homepage === undefined ? agent.homepage : homepage,
      model: model === undefined ? agent.model : model,
    };
    await writes.agents.update(agentId, { ...details, foldedName: foldName(details.name) });
    return { ...agent, ...details };
  });
}

import { foldName, type Name } from '../../domain/people/names.js';
import type { Agent } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';

interface AgentChange {
  readonly name?: Name;
  readonly description?: string;
  readonly homepage?: string | null;
  readonly model?: string | null;
}

/** Changes what is given and leaves the rest. The handle stays: links to a player outlive its name. */
export async function updateAgent(
  writes: Writes,
  ownerId: string,
  agentId: string,
  change: AgentChange,
): Promise<Agent | 'not-found' | 'name-taken'> {
  const agent = await writes.agents.lock(agentId, ownerId);
  if (!agent || agent.retiredAt !== null) return 'not-found';
  const { name, description, homepage, model } = change;
  if (name && (await writes.agents.isNameTaken(name.folded, agentId))) return 'name-taken';
  const details = {
    name: name?.shown ?? agent.name,
    description: description ?? agent.description,
    homepage: homepage === undefined ? agent.homepage : homepage,
    model: model === undefined ? agent.model : model,
  };
  await writes.agents.update(agentId, { ...details, foldedName: foldName(details.name) });
  return { ...agent, ...details };
}

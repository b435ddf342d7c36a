import { requirePlayer } from '../../http/caller.js';
import { ApiError } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { Type } from '../../http/schema.js';
import { findOwnAgent } from '../../operations/people/queries.js';

/** The query parameter that selects one of the person's agents. */
export const WatchedAgent = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'The id of one of your agents, for people. Without it, your own.',
    examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'],
  }),
);

/** Returns the player that a request concerns: the caller, or one of the calling person's agents. */
export async function watchedPlayer(
  { services, caller }: Pick<RequestContext, 'services' | 'caller'>,
  agentId: string | undefined,
): Promise<string> {
  const { kind, playerId } = requirePlayer(caller);
  if (agentId === undefined || agentId === playerId) return playerId;
  const agent = kind === 'person' ? await findOwnAgent(services, playerId, agentId) : null;
  if (!agent) throw new ApiError('NOT_FOUND', `Agent ${agentId} not found among your agents.`, { field: 'agentId' });
  return agent.playerId;
}

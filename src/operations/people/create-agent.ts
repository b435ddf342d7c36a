import type { IdPrefix } from '../../domain/ids.js';
import type { Name } from '../../domain/people/names.js';
import { type Agent, maxAgents } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';
import { openAccount } from '../exchange/open-account.js';
import { takeHandle } from './take-handle.js';

interface NewAgentCommand {
  readonly ownerId: string;
  readonly agentId: string;
  readonly name: Name;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
  readonly handles: readonly string[];
}

/** The owner's row is held, so that no number of requests at once can pass the limit. */
export async function createAgent(
  writes: Writes,
  command: NewAgentCommand,
  now: number,
  newId: (prefix: IdPrefix, now: number) => string,
): Promise<Agent | 'owner-gone' | 'limit-reached' | 'name-taken'> {
  const { ownerId, agentId, name, description, homepage, model } = command;
  if (!(await writes.people.lock(ownerId))) return 'owner-gone';
  if ((await writes.agents.countSlots(ownerId)) >= maxAgents) return 'limit-reached';
  if (await writes.agents.isNameTaken(name.folded, agentId)) return 'name-taken';
  const details = { name: name.shown, description, homepage, model, plan: 'free' } as const;
  const handle = await takeHandle(command.handles, candidate =>
    writes.players.addAgent({
      ...details,
      playerId: agentId,
      ownerId,
      handle: candidate,
      foldedName: name.folded,
      at: now,
    }),
  );
  await openAccount(writes, agentId, now, newId);
  return { ...details, playerId: agentId, handle, activeKeys: 0, certification: null, createdAt: now, retiredAt: null };
}

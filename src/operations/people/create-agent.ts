import { handleCandidates, handleRandomBytes } from '../../domain/people/handles.js';
import type { Name } from '../../domain/people/names.js';
import { type Agent, maxAgents } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';
import { openAccount } from '../exchange/open-account.js';
import { inTransaction } from '../in-transaction.js';
import type { OperationContext } from '../operation-context.js';
import { takeHandle } from './take-handle.js';

interface CreateAgentContext extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string> };
}

interface CreateAgentCommand {
  readonly ownerId: string;
  readonly name: Name;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
}

/**
 * Creates an agent with a play account. The owner's row is locked, so that concurrent requests can't exceed the limit.
 */
export function createAgent(
  context: CreateAgentContext,
  { ownerId, name, description, homepage, model }: CreateAgentCommand,
  open: Writes | null,
): Promise<Agent | 'owner-gone' | 'limit-reached' | 'name-taken'> {
  const { clock, newId, random, settings } = context;
  const now = clock();
  const handles = handleCandidates(name.shown, 'agent', settings.routeWords, random(handleRandomBytes));
  const playerId = newId('agt', now);
  const details = { name: name.shown, description, homepage, model, plan: 'free' } as const;
  return inTransaction(context, open, async writes => {
    if (!(await writes.people.lock(ownerId))) return 'owner-gone';
    if ((await writes.agents.countSlots(ownerId)) >= maxAgents) return 'limit-reached';
    if (await writes.agents.isNameTaken(name.folded, playerId)) return 'name-taken';
    const handle = await takeHandle(handles, candidate =>
      writes.players.addAgent({
        ...details,
        playerId,
        ownerId,
        handle: candidate,
        foldedName: name.folded,
        at: now,
      }),
    );
    await openAccount(writes, playerId, now, newId);
    return { ...details, playerId, handle, activeKeys: 0, certification: null, createdAt: now, retiredAt: null };
  });
}

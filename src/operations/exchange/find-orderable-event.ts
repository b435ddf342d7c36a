import type { EventNames } from '../../store/markets/interface.js';
import type { Store } from '../../store/store.js';
import type { EventReferences } from '../markets/event-references.js';

interface OrderableContext {
  readonly store: Store;
  readonly markets: { readonly references: EventReferences };
}

/**
 * Resolves the event of an order. An agent may order on an event of its open certification run outside the run's base
 * path: a run judges all orders of its agent, so those orders are accepted and count.
 */
export async function findOrderableEvent(
  { store, markets: { references } }: OrderableContext,
  playerId: string,
  reference: string,
): Promise<EventNames | null> {
  const found = await references.find(reference);
  if (found) return found;
  const run = await store.read(reads => reads.certification.openOf(playerId));
  const eventIds = new Set(run?.events.map(({ eventId }) => eventId));
  return references.within(eventIds).find(reference);
}

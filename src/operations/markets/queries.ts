import type { DisputeRow, ShownEvent } from '../../store/markets/interface.js';
import type { OperationContext } from '../operation-context.js';

type Context = Pick<OperationContext, 'store'>;

/** Reads an event that exists: events are never deleted. */
export async function readEvent({ store }: Context, eventId: string): Promise<ShownEvent> {
  const found = await store.read(reads => reads.events.findById(eventId));
  if (!found) throw new Error(`the event ${eventId} is gone`);
  return found;
}

/** Disputes of an event's proposals, the newest first; null where there is no such event. */
export function listDisputes(
  { store }: Context,
  reference: string,
  before: string | null,
  limit: number,
): Promise<DisputeRow[] | null> {
  return store.read(async reads => {
    const found = await reads.events.find(reference);
    return found && reads.markets.disputes(found.event.id, before, limit);
  });
}

import type { DisputeRow, EventEdit, ShownEvent } from '../../store/markets/interface.js';
import type { OperationContext } from '../operation-context.js';

type Context = Pick<OperationContext, 'store'>;

/** Reads an event that exists: events are never deleted. */
export async function readEvent({ store }: Context, eventId: string): Promise<ShownEvent> {
  const found = await store.read(reads => reads.events.findById(eventId));
  if (!found) throw new Error(`event ${eventId} no longer exists`);
  return found;
}

/** Disputes of an event's proposals, newest first. */
export function listDisputes(
  { store }: Context,
  eventId: string,
  before: string | null,
  limit: number,
): Promise<DisputeRow[]> {
  return store.read(reads => reads.markets.disputes(eventId, before, limit));
}

/** Operator edits of an event, newest first. */
export function listEdits(
  { store }: Context,
  eventId: string,
  before: number | null,
  limit: number,
): Promise<EventEdit[]> {
  return store.read(reads => reads.markets.edits(eventId, before, limit));
}

import type { CreateEventCommand } from '../../domain/markets/event-commands.js';
import type { Refusal } from '../../domain/refusal.js';
import type { ShownEvent } from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';
import { runIdempotent } from '../run-idempotent.js';
import { type CreateEventTools, createEvent } from './create-event.js';

interface OperatorContext extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string> };
}

interface CreateEventRequest<T> {
  readonly command: CreateEventCommand;
  readonly sha256: CreateEventTools['sha256'];
  /** Null: only the slug identifies a replay. */
  readonly idempotencyKey: string | null;
  readonly bodyDigest: Uint8Array;
  /** The stored form of the event, which replays by key return unchanged. */
  readonly view: (event: ShownEvent) => T;
}

type NotCreated =
  | { readonly kind: 'slugTaken' | 'keyReused' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

interface Created<T> {
  readonly kind: 'created';
  readonly event: T;
  readonly replayed: boolean;
}

/** Rolls back the transaction, so that a rejected request doesn't bind its Idempotency-Key. */
class Abort extends Error {
  constructor(readonly outcome: NotCreated) {
    super(`the event was not created: ${outcome.kind}`);
  }
}

async function createIn<T>(
  writes: Writes,
  { newId, settings: { routeWords } }: OperatorContext,
  { command, sha256, view }: CreateEventRequest<T>,
): Promise<Omit<Created<T>, 'kind'>> {
  const outcome = await createEvent(writes, { newId, sha256, routeWords }, command);
  if (outcome.kind === 'refused' || outcome.kind === 'slugTaken') throw new Abort(outcome);
  const found = await writes.events.findById(outcome.eventId);
  if (!found) throw new Error(`the event ${outcome.eventId} was not stored`);
  return { replayed: outcome.kind === 'replayed', event: view(found) };
}

async function createOnce<T>(
  context: OperatorContext,
  request: CreateEventRequest<T>,
  idempotencyKey: string,
): Promise<Created<T> | NotCreated> {
  const { store, clock } = context;
  const identity = { playerId: request.command.actor, kind: 'createEvent', clientId: idempotencyKey };
  const outcome = await runIdempotent(store, identity, request.bodyDigest, clock(), async writes => {
    const reply = await createIn(writes, context, request);
    return { status: reply.replayed ? 200 : 201, reply };
  });
  if (outcome.kind === 'differs') return { kind: 'keyReused' };
  const { event, replayed } = outcome.answer.reply as Omit<Created<T>, 'kind'>;
  return { kind: 'created', event, replayed: replayed || outcome.kind === 'replayed' };
}

/** Creates an event for an operator. The same request with the same slug or Idempotency-Key is a replay. */
export async function createEventForOperator<T>(
  context: OperatorContext,
  request: CreateEventRequest<T>,
): Promise<Created<T> | NotCreated> {
  const { idempotencyKey } = request;
  try {
    if (idempotencyKey !== null) return await createOnce(context, request, idempotencyKey);
    return { kind: 'created', ...(await context.store.transact(writes => createIn(writes, context, request))) };
  } catch (error) {
    if (error instanceof Abort) return error.outcome;
    throw error;
  }
}

import { isoTime } from '../../domain/iso-time.js';
import { draftOf, type EventDraft } from '../../domain/market-requests/draft.js';
import { makerKitOf } from '../../domain/market-requests/maker-kit.js';
import type { CreateEventCommand } from '../../domain/markets/event-commands.js';
import { type Refusal, refuse } from '../../domain/refusal.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';
import type { Writes } from '../../store/store.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import { notify } from '../notifications/notify.js';
import type { OperationContext } from '../operation-context.js';
import { findSimilarEvents } from './find-similar.js';
import { notOpen, unknownRequest } from './refuse-request.js';

interface LaunchContext extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string> };
}

interface LaunchCommand {
  readonly requestId: string;
  readonly actor: string;
  /** Hexadecimal digest of the body, which identifies a repetition. */
  readonly digest: string;
  readonly sha256: CreateEventTools['sha256'];
  /** Completes the draft with the operator's members. `assumed` lists members of the draft that hold placeholders. */
  readonly complete: (draft: EventDraft, assumed: readonly string[]) => CreateEventCommand;
}

interface Launched {
  readonly request: MarketRequest;
  readonly eventId: string;
  readonly replayed: boolean;
}

async function launchIn(
  writes: Writes,
  context: LaunchContext,
  request: MarketRequest,
  command: CreateEventCommand,
  { actor, digest, sha256 }: LaunchCommand,
): Promise<Refusal | string> {
  const { newId, settings } = context;
  const tools = { newId, sha256, routeWords: settings.routeWords };
  const outcome = await createEvent(writes, tools, { ...command, demo: request.demo });
  if (outcome.kind === 'refused') return outcome.refusal;
  if (outcome.kind !== 'created') {
    return refuse('NAME_TAKEN', `Another event already has the slug ${command.slug ?? 'of this title'}.`, {
      field: 'slug',
    });
  }
  const { eventId, slug } = outcome;
  const found = await writes.events.findById(eventId);
  if (!found) throw new Error(`the event ${eventId} was not stored`);
  const at = await writes.operators.now();
  const { opensAt, status } = found.market;
  await writes.marketRequests.decide(request.id, {
    status: 'launched',
    reason: null,
    eventId,
    opensAt,
    duplicateOf: null,
    digest,
    at,
  });
  const opens = status === 'scheduled' ? ` It opens at ${isoTime(opensAt)}.` : '';
  await notify(writes, context, {
    personIds: [request.personId],
    kind: 'request-launched',
    text: `Your request “${request.question}” is now a market.${opens}`,
    eventSlug: slug,
    requestId: request.id,
    at,
  });
  await writes.operators.record({
    at,
    actor,
    action: 'request.launch',
    subject: request.id,
    details: { eventId, slug },
    before: { status: request.status },
    after: { status: 'launched', eventSlug: slug },
  });
  return eventId;
}

/**
 * Creates the event of a request and marks the request as launched, in one transaction. Idempotent: the same body
 * returns the same event.
 */
export async function launchRequest(context: LaunchContext, command: LaunchCommand): Promise<Launched | Refusal> {
  const { store, clock } = context;
  const { requestId, digest, complete } = command;
  const filed = await store.read(reads => reads.marketRequests.find(requestId, clock()));
  if (!filed) return unknownRequest(requestId);
  const kit = makerKitOf(filed, filed.votes, await findSimilarEvents(context, filed.question));
  return store.transact(async writes => {
    const now = await writes.operators.now();
    const request = await writes.marketRequests.lock(requestId, now);
    if (!request) return unknownRequest(requestId);
    if (request.status !== 'open') {
      const isSame = request.decisionDigest === digest && request.eventId !== null;
      return isSame && request.status !== 'duplicate'
        ? { request, eventId: request.eventId as string, replayed: true }
        : notOpen(request);
    }
    const { draft, assumed } = draftOf(request, kit, now);
    const result = await launchIn(writes, context, request, complete(draft, assumed), command);
    if (typeof result !== 'string') return result;
    // The event may open after `now`, which was read before it was created.
    const launched = await writes.marketRequests.find(requestId, await writes.operators.now());
    if (!launched) throw new Error(`request ${requestId} no longer exists`);
    return { request: launched, eventId: result, replayed: false };
  });
}

import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { CreateEventCommand } from '../events/rules/event.js';
import * as eventStore from '../events/store/events.js';
import { invalidField, isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { isoTime } from '../kernel/time.js';
import { type CreateEventTools, createEvent } from '../markets/create-event.js';
import { notify } from '../notifications/notify.js';
import * as personStore from '../people/store/people.js';
import { findSimilarEvents } from './file-request.js';
import { makerKitOf } from './rules/kits.js';
import { draftOf, type EventDraft } from './rules/readiness.js';
import type { MarketRequest } from './store.js';
import * as marketRequestStore from './store.js';

export function unknownRequest(id: string, field = 'id'): Refusal {
  return refuse('NOT_FOUND', `Market request ${id.slice(0, 60)} not found.`, { field });
}

function notOpen({ id, status, eventSlug }: MarketRequest): Refusal {
  const event = eventSlug === null ? '' : ` (event ${eventSlug})`;
  return refuse('REQUEST_NOT_OPEN', `Market request ${id} is ${status}${event}, not open.`, {
    field: 'id',
    extra: { status, ...(eventSlug === null ? {} : { eventSlug }) },
  });
}

interface VoteCommand {
  readonly personId: string;
  readonly requestId: string;
  /** False withdraws the vote. */
  readonly wanted: boolean;
}

/** Votes for an open request, or withdraws the vote. A repetition changes nothing, even if the request was closed. */
export function voteForRequest(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  { personId, requestId, wanted }: VoteCommand,
): Promise<MarketRequest | Refusal | 'person-gone'> {
  const now = clock();
  return store.transact(async tx => {
    if (!(await personStore.lock(tx, personId))) return 'person-gone';
    const request = await marketRequestStore.lock(tx, requestId, now);
    if (!request) return unknownRequest(requestId);
    if ((await marketRequestStore.hasVote(tx, requestId, personId)) === wanted) return request;
    if (request.status !== 'open') return notOpen(request);
    await (wanted
      ? marketRequestStore.addVote(tx, requestId, personId, now)
      : marketRequestStore.removeVote(tx, requestId, personId));
    const changed = await marketRequestStore.find(tx, requestId, now);
    if (!changed) throw new Error(`request ${requestId} no longer exists`);
    return changed;
  });
}

interface DeclineCommand {
  readonly requestId: string;
  readonly reason: string;
  readonly actor: string;
  /** Hexadecimal digest of the body, which identifies a repetition. */
  readonly digest: string;
}

/** Declines an open request with a reason and notifies the person. Idempotent for the same body. */
export function declineRequest(
  context: OperationContext,
  { requestId, reason, actor, digest }: DeclineCommand,
): Promise<MarketRequest | Refusal> {
  return context.store.transact(async tx => {
    const at = await operatorStore.now(tx);
    const request = await marketRequestStore.lock(tx, requestId, at);
    if (!request) return unknownRequest(requestId);
    if (request.status !== 'open') {
      return request.status === 'declined' && request.decisionDigest === digest ? request : notOpen(request);
    }
    const none = { eventId: null, opensAt: null, duplicateOf: null };
    await marketRequestStore.decide(tx, requestId, { status: 'declined', reason, ...none, digest, at });
    await notify(tx, context, {
      personIds: [request.personId],
      kind: 'request-declined',
      text: `Your request “${request.question}” was declined: ${reason}`,
      requestId,
      at,
    });
    await operatorStore.record(tx, {
      at,
      actor,
      action: 'request.decline',
      subject: requestId,
      details: { reason },
      reason,
      before: { status: request.status },
      after: { status: 'declined' },
    });
    return { ...request, status: 'declined', reason };
  });
}

/** Exactly one of the two identifies the original. */
export type MergeTarget =
  | { readonly requestId: string; readonly eventSlug?: undefined }
  | { readonly eventSlug: string; readonly requestId?: undefined };

interface MergeCommand {
  readonly requestId: string;
  readonly into: MergeTarget;
  readonly reason: string | null;
  readonly actor: string;
  /** Hexadecimal digest of the body, which identifies a repetition. */
  readonly digest: string;
}

interface Target {
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  readonly duplicateOf: string | null;
  readonly title: string;
}

/** Locks both requests in the order of their ids, so that two merges can't deadlock. */
async function lockBoth(tx: Transaction, ids: readonly string[], now: number) {
  const found = new Map<string, MarketRequest>();
  for (const id of [...new Set(ids)].sort()) {
    const request = await marketRequestStore.lock(tx, id, now);
    if (request) found.set(id, request);
  }
  return found;
}

async function targetOf(
  tx: Transaction,
  { into, requestId }: MergeCommand,
  locked: ReadonlyMap<string, MarketRequest>,
): Promise<Target | Refusal> {
  if (into.eventSlug !== undefined) {
    const found = await eventStore.find(tx, into.eventSlug);
    if (!found) return refuse('NOT_FOUND', `Event ${into.eventSlug.slice(0, 80)} not found.`, { field: 'eventSlug' });
    return { eventId: found.event.id, eventSlug: found.event.slug, duplicateOf: null, title: found.event.title };
  }
  if (into.requestId === requestId) return invalidField('requestId', 'must name another request');
  const other = locked.get(into.requestId);
  if (!other) return unknownRequest(into.requestId, 'requestId');
  if (other.status === 'declined' || other.status === 'duplicate') {
    return invalidField('requestId', `names a request that is ${other.status}; name one that is open or launched`);
  }
  return { eventId: other.eventId, eventSlug: other.eventSlug, duplicateOf: other.id, title: other.question };
}

/** Marks an open request as a duplicate, moves its votes and notifies the person. Idempotent for the same body. */
export function mergeRequest(context: OperationContext, command: MergeCommand): Promise<MarketRequest | Refusal> {
  const { requestId, into, reason, actor, digest } = command;
  return context.store.transact(async tx => {
    const at = await operatorStore.now(tx);
    const locked = await lockBoth(tx, [requestId, ...(into.requestId === undefined ? [] : [into.requestId])], at);
    const request = locked.get(requestId);
    if (!request) return unknownRequest(requestId);
    if (request.status !== 'open') {
      return request.status === 'duplicate' && request.decisionDigest === digest ? request : notOpen(request);
    }
    const target = await targetOf(tx, command, locked);
    if (isRefusal(target)) return target;
    const { eventId, eventSlug, duplicateOf, title } = target;
    const decision = { status: 'duplicate', reason, eventId, opensAt: null, duplicateOf, digest, at } as const;
    await marketRequestStore.decide(tx, requestId, decision);
    if (duplicateOf !== null) await marketRequestStore.moveVotes(tx, requestId, duplicateOf);
    const because = reason === null ? '' : ` ${reason}`;
    await notify(tx, context, {
      personIds: [request.personId],
      kind: 'request-merged',
      text: `Your request “${request.question}” asks the same as “${title}” and was merged into it.${because}`,
      eventSlug,
      requestId: duplicateOf ?? requestId,
      at,
    });
    const details = { into: duplicateOf ?? eventSlug, reason };
    await operatorStore.record(tx, {
      at,
      actor,
      action: 'request.merge',
      subject: requestId,
      details,
      reason: reason ?? '',
      before: { status: request.status },
      after: { status: 'duplicate', into: details.into },
    });
    const merged = await marketRequestStore.find(tx, requestId, at);
    if (!merged) throw new Error(`request ${requestId} no longer exists`);
    return merged;
  });
}

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
  tx: Transaction,
  context: LaunchContext,
  request: MarketRequest,
  command: CreateEventCommand,
  { actor, digest, sha256 }: LaunchCommand,
): Promise<Refusal | string> {
  const { newId, settings } = context;
  const tools = { newId, sha256, routeWords: settings.routeWords };
  const outcome = await createEvent(tx, tools, { ...command, demo: request.demo });
  if (outcome.kind === 'refused') return outcome.refusal;
  if (outcome.kind !== 'created') {
    return refuse('NAME_TAKEN', `Another event already has the slug ${command.slug ?? 'of this title'}.`, {
      field: 'slug',
    });
  }
  const { eventId, slug } = outcome;
  const found = await eventStore.findById(tx, eventId);
  if (!found) throw new Error(`the event ${eventId} was not stored`);
  const at = await operatorStore.now(tx);
  const { opensAt, status } = found.market;
  await marketRequestStore.decide(tx, request.id, {
    status: 'launched',
    reason: null,
    eventId,
    opensAt,
    duplicateOf: null,
    digest,
    at,
  });
  const opens = status === 'scheduled' ? ` It opens at ${isoTime(opensAt)}.` : '';
  await notify(tx, context, {
    personIds: [request.personId],
    kind: 'request-launched',
    text: `Your request “${request.question}” is now a market.${opens}`,
    eventSlug: slug,
    requestId: request.id,
    at,
  });
  await operatorStore.record(tx, {
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
  const filed = await store.read(reader => marketRequestStore.find(reader, requestId, clock()));
  if (!filed) return unknownRequest(requestId);
  const kit = makerKitOf(filed, filed.votes, await findSimilarEvents(context, filed.question));
  return store.transact(async tx => {
    const now = await operatorStore.now(tx);
    const request = await marketRequestStore.lock(tx, requestId, now);
    if (!request) return unknownRequest(requestId);
    if (request.status !== 'open') {
      const isSame = request.decisionDigest === digest && request.eventId !== null;
      return isSame && request.status !== 'duplicate'
        ? { request, eventId: request.eventId as string, replayed: true }
        : notOpen(request);
    }
    const { draft, assumed } = draftOf(request, kit, now);
    const result = await launchIn(tx, context, request, complete(draft, assumed), command);
    if (typeof result !== 'string') return result;
    // The event may open after `now`, which was read before it was created.
    const launched = await marketRequestStore.find(tx, requestId, await operatorStore.now(tx));
    if (!launched) throw new Error(`request ${requestId} no longer exists`);
    return { request: launched, eventId: result, replayed: false };
  });
}

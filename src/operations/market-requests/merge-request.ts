import { invalidField, isRefusal, type Refusal, refuse } from '../../domain/refusal.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';
import type { Writes } from '../../store/store.js';
import { notify } from '../notifications/notify.js';
import type { OperationContext } from '../operation-context.js';
import { notOpen, unknownRequest } from './refuse-request.js';

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
async function lockBoth(writes: Writes, ids: readonly string[], now: number) {
  const found = new Map<string, MarketRequest>();
  for (const id of [...new Set(ids)].sort()) {
    const request = await writes.marketRequests.lock(id, now);
    if (request) found.set(id, request);
  }
  return found;
}

async function targetOf(
  writes: Writes,
  { into, requestId }: MergeCommand,
  locked: ReadonlyMap<string, MarketRequest>,
): Promise<Target | Refusal> {
  if (into.eventSlug !== undefined) {
    const found = await writes.events.find(into.eventSlug);
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
  return context.store.transact(async writes => {
    const at = await writes.operators.now();
    const { marketRequests } = writes;
    const locked = await lockBoth(writes, [requestId, ...(into.requestId === undefined ? [] : [into.requestId])], at);
    const request = locked.get(requestId);
    if (!request) return unknownRequest(requestId);
    if (request.status !== 'open') {
      return request.status === 'duplicate' && request.decisionDigest === digest ? request : notOpen(request);
    }
    const target = await targetOf(writes, command, locked);
    if (isRefusal(target)) return target;
    const { eventId, eventSlug, duplicateOf, title } = target;
    const decision = { status: 'duplicate', reason, eventId, opensAt: null, duplicateOf, digest, at } as const;
    await marketRequests.decide(requestId, decision);
    if (duplicateOf !== null) await marketRequests.moveVotes(requestId, duplicateOf);
    const because = reason === null ? '' : ` ${reason}`;
    await notify(writes, context, {
      personIds: [request.personId],
      kind: 'request-merged',
      text: `Your request “${request.question}” asks the same as “${title}” and was merged into it.${because}`,
      eventSlug,
      requestId: duplicateOf ?? requestId,
      at,
    });
    const details = { into: duplicateOf ?? eventSlug, reason };
    await writes.operators.record({
      at,
      actor,
      action: 'request.merge',
      subject: requestId,
      details,
      reason: reason ?? '',
      before: { status: request.status },
      after: { status: 'duplicate', into: details.into },
    });
    const merged = await marketRequests.find(requestId, at);
    if (!merged) throw new Error(`request ${requestId} no longer exists`);
    return merged;
  });
}

import type { Refusal } from '../../domain/refusal.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';
import { notify } from '../notifications/notify.js';
import type { OperationContext } from '../operation-context.js';
import { notOpen, unknownRequest } from './refuse-request.js';

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
  return context.store.transact(async writes => {
    const at = await writes.operators.now();
    const request = await writes.marketRequests.lock(requestId, at);
    if (!request) return unknownRequest(requestId);
    if (request.status !== 'open') {
      return request.status === 'declined' && request.decisionDigest === digest ? request : notOpen(request);
    }
    const none = { eventId: null, opensAt: null, duplicateOf: null };
    await writes.marketRequests.decide(requestId, { status: 'declined', reason, ...none, digest, at });
    await notify(writes, context, {
      personIds: [request.personId],
      kind: 'request-declined',
      text: `Your request “${request.question}” was declined: ${reason}`,
      requestId,
      at,
    });
    await writes.operators.record({
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

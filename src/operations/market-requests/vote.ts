import type { Refusal } from '../../domain/refusal.js';
import type { MarketRequest } from '../../store/market-requests/interface.js';
import type { OperationContext } from '../operation-context.js';
import { notOpen, unknownRequest } from './refuse-request.js';

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
  return store.transact(async writes => {
    if (!(await writes.people.lock(personId))) return 'person-gone';
    const request = await writes.marketRequests.lock(requestId, now);
    if (!request) return unknownRequest(requestId);
    if ((await writes.marketRequests.hasVote(requestId, personId)) === wanted) return request;
    if (request.status !== 'open') return notOpen(request);
    const { marketRequests } = writes;
    await (wanted ? marketRequests.addVote(requestId, personId, now) : marketRequests.removeVote(requestId, personId));
    const changed = await marketRequests.find(requestId, now);
    if (!changed) throw new Error(`request ${requestId} no longer exists`);
    return changed;
  });
}

import { statusAt } from '../../domain/market-status.js';
import { decideDispute, finalAt } from '../../domain/markets/proposal.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.js';
import type { DisputeRow } from '../../store/markets/interface.js';
import { changeMarket, type MarketTools } from './lock-market.js';

interface Disputed {
  readonly eventId: string;
  readonly dispute: DisputeRow;
  readonly replayed: boolean;
}

function refuseUninvolved(): Refusal {
  const message = 'Only people who traded or forecast in this event, or whose agents did, can dispute its resolution.';
  return refuse('FORBIDDEN', message, { field: 'slug' });
}

function refuseSecond(): Refusal {
  const message = 'You have already disputed this proposal with another reason; each person can dispute it once.';
  return refuse('INVALID_TRANSITION', message, { field: 'reason' });
}

/** Disputes the proposed resolution, which then waits for an operator. Idempotent. */
export function disputeProposal(
  tools: MarketTools,
  reference: string,
  personId: string,
  reason: string,
): Promise<Disputed | Refusal> {
  return changeMarket(tools, reference, { ends: false, actor: null }, async ({ work, open }, writes) => {
    const { event, market } = open;
    const current = market.proposal;
    const known = current && (await writes.markets.findDispute(event.id, current.number, personId));
    if (known) return known.reason === reason ? { eventId: event.id, dispute: known, replayed: true } : refuseSecond();
    const disputed = decideDispute(statusAt(market, work.now), current, work.now);
    if (isRefusal(disputed)) return disputed;
    if (!(await writes.markets.hasStake(event.id, personId))) return refuseUninvolved();
    const id = tools.newId('dsp', work.now);
    const { number } = disputed;
    await writes.markets.addDispute(event.id, { id, proposal: number, personId, reason, at: work.now });
    await writes.markets.setProposal(event.id, disputed, finalAt(disputed));
    market.sequence += 1;
    open.changed = true;
    const dispute = await writes.markets.findDispute(event.id, number, personId);
    return { eventId: event.id, dispute: dispute as DisputeRow, replayed: false };
  });
}

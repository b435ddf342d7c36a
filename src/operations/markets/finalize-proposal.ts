import { finalAt } from '../../domain/markets/proposal.js';
import type { Answer } from '../../domain/markets/resolution.js';
import { isRefusal, refuse } from '../../domain/refusal.js';
import { changeMarket, type MarketTools } from './lock-market.js';
import { applyResolution } from './resolve-event.js';
import { settleMarket } from './settle-market.js';

/** The actor in the audit trail if no person decided. */
const actor = 'challenge-window';

/** Resolves a market as proposed, once the challenge window has ended without a dispute. */
export async function finalizeProposal(tools: MarketTools, eventId: string, keepGoing: () => boolean): Promise<void> {
  const [found] = await tools.store.read(reads => reads.events.findMany([eventId]));
  const resolved = await changeMarket(tools, found.event.slug, { ends: false, actor }, (locked, writes) => {
    const { proposal } = locked.open.market;
    const due = proposal && finalAt(proposal);
    // A dispute or an operator's resolution may have come first.
    if (!proposal || due === null || due > locked.work.now) {
      return Promise.resolve(refuse('INVALID_TRANSITION', 'The proposal is no longer due.'));
    }
    const { source, note, effectiveCloseAt, payoutBps } = proposal.resolution;
    const answer: Answer = { payoutBps: payoutBps ?? [] };
    return applyResolution(tools, locked, writes, 'resolve', { answer, source, note, effectiveCloseAt }, actor);
  });
  if (!isRefusal(resolved)) await settleMarket(tools, eventId, { keepGoing });
}

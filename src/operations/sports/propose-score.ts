import { challengeHoursBounds } from '../../domain/markets/proposal.js';
import { isRefusal } from '../../domain/refusal.js';
import type { MarketTools } from '../markets/lock-market.js';
import { proposeResolution } from '../markets/propose-resolution.js';
import type { ProposeFromScore } from './propose-finals.js';

/** Proposes the resolution from a final score; an operator confirms it before it can become final. */
export function createScoreProposer(tools: MarketTools): ProposeFromScore {
  return async ({ slug, evidence, ...answer }) => {
    const proposed = await proposeResolution(
      tools,
      slug,
      {
        answer:
          'payoutBps' in answer ? { payoutBps: answer.payoutBps } : { winningOutcome: answer.winningOutcomeIndex },
        source: evidence.url === '' ? 'final score' : evidence.url,
        note: evidence.quote,
        effectiveCloseAt: null,
        evidence,
        challengeHours: challengeHoursBounds.default,
      },
      null,
    );
    return !isRefusal(proposed);
  };
}

import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import { statusAt } from '../engine/lifecycle.js';
import type { Answer, ResolveCommand } from '../engine/resolution.js';
import {
  checkChallengeHours,
  decideDispute,
  type Evidence,
  finalAt,
  isSameProposal,
  type Proposal,
  refuseProposing,
  refuseReplacing,
  startChallenge,
} from '../events/rules/proposal.js';
import * as eventStore from '../events/store/events.js';
import * as marketStore from '../events/store/markets.js';
import * as proposalStore from '../events/store/proposals.js';
import type { DisputeRow } from '../events/store/rows.js';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { isoTime } from '../kernel/time.js';
import { addOperator, changeMarket, type LockedMarket, type MarketTools } from './lock-market.js';
import { notifyStakeholders } from './notify-stakeholders.js';
import { applyResolution, decideAnswer } from './resolve-event.js';
import { settleMarket } from './settle-market.js';

interface ProposeCommand extends ResolveCommand {
  readonly evidence: Evidence;
  readonly challengeHours: number;
}

/** The operator and the audit entry of a proposal; a final score has no actor. */
type Actor = string | null;

function textOf(title: string, { resolution, challengeEndsAt }: Proposal, outcomes: readonly string[]): string {
  const { winningOutcome, payoutBps } = resolution;
  const answer =
    winningOutcome === null ? `a split of ${payoutBps?.join(' : ')} basis points` : outcomes[winningOutcome];
  const end = `${isoTime(challengeEndsAt ?? 0)
    .slice(0, 16)
    .replace('T', ' ')} UTC`;
  return `The proposed resolution of “${title}” is ${answer}. You can dispute it until ${end}.`;
}

/** Stores a changed proposal; the market's sequence invalidates caches. */
async function saveProposal(
  tools: MarketTools,
  locked: LockedMarket,
  tx: Transaction,
  proposal: Proposal,
): Promise<void> {
  const { market, event } = locked.open;
  if (proposal.challengeEndsAt !== null) {
    const text = textOf(event.title, proposal, event.outcomes);
    await notifyStakeholders(tx, tools, locked, 'resolution-proposed', text);
  }
  await proposalStore.setProposal(tx, event.id, proposal, finalAt(proposal));
  market.sequence += 1;
  locked.open.changed = true;
}

async function record(
  { work, open }: LockedMarket,
  tx: Transaction,
  actor: Actor,
  action: string,
  former: Proposal | null,
  proposal: Proposal,
) {
  if (actor === null) return;
  await addOperator(tx, open.event, actor);
  await operatorStore.record(tx, {
    at: work.now,
    actor,
    action,
    subject: open.event.slug,
    details: { ...proposal, outcomes: open.event.outcomes },
    reason: proposal.resolution.note,
    before: { proposal: former },
    after: { proposal },
  });
}

/**
 * Proposes a resolution of a closed market. An operator's proposal can be challenged at once; one from a final score
 * (`actor` null) waits for an operator to confirm it. A new proposal replaces the previous one, unless that is
 * disputed.
 */
export function proposeResolution(
  tools: MarketTools,
  reference: string,
  { evidence, challengeHours, ...command }: ProposeCommand,
  actor: Actor,
): Promise<{ eventId: string } | Refusal> {
  return changeMarket(tools, reference, { ends: false, actor }, async (locked, tx) => {
    const { work, open } = locked;
    const { event, market } = open;
    const refusal = checkChallengeHours(challengeHours) ?? refuseProposing(market.status);
    if (refusal) return refusal;
    if (actor === null && market.proposal?.proposedBy === 'operator') {
      return refuse('INVALID_TRANSITION', 'An operator has already proposed a resolution.');
    }
    const decided = decideAnswer(event, market, null, 'resolve', command, work.now);
    if (isRefusal(decided)) return decided;
    const { kind, winningOutcome, payoutBps, source, note, effectiveCloseAt } = decided.resolution;
    const proposal: Proposal = {
      number: (market.proposal?.number ?? (await proposalStore.lastProposal(tx, event.id))) + 1,
      resolution: { kind, winningOutcome, payoutBps, source, note, effectiveCloseAt },
      evidence,
      proposedBy: actor === null ? 'final-score' : 'operator',
      proposedAt: work.now,
      challengeHours,
      challengeEndsAt: null,
      disputes: 0,
    };
    if (market.proposal && isSameProposal(market.proposal, proposal)) return { eventId: event.id };
    const disputed = refuseReplacing(market.proposal);
    if (disputed) return disputed;
    const started = actor === null ? proposal : startChallenge(proposal, work.now);
    await saveProposal(tools, locked, tx, started);
    await record(locked, tx, actor, 'event.propose', market.proposal, started);
    return { eventId: event.id };
  });
}

/** Starts the challenge window of a proposal from a final score. Idempotent. */
export function confirmProposal(
  tools: MarketTools,
  reference: string,
  actor: string,
): Promise<{ eventId: string } | Refusal> {
  return changeMarket(tools, reference, { ends: false, actor }, async (locked, tx) => {
    const { work, open } = locked;
    const { proposal } = open.market;
    if (!proposal) {
      const { status } = open.market;
      return refuse('INVALID_TRANSITION', `There is no proposal to confirm; the market is ${status}.`, {
        extra: { status },
      });
    }
    if (proposal.challengeEndsAt !== null) return { eventId: open.event.id };
    const started = startChallenge(proposal, work.now);
    await saveProposal(tools, locked, tx, started);
    await record(locked, tx, actor, 'event.confirm', proposal, started);
    return { eventId: open.event.id };
  });
}

/**
 * Removes the challenge window from a proposal from a final score that sources now contradict: it waits for an operator
 * again. Proposals by operators are unchanged.
 */
export function holdScoreProposal(tools: MarketTools, reference: string): Promise<{ eventId: string } | Refusal> {
  return changeMarket(tools, reference, { ends: false, actor: null }, async (locked, tx) => {
    const { event, market } = locked.open;
    const { proposal } = market;
    if (proposal?.proposedBy === 'final-score' && proposal.challengeEndsAt !== null) {
      await saveProposal(tools, locked, tx, { ...proposal, challengeEndsAt: null });
    }
    return { eventId: event.id };
  });
}

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
  return changeMarket(tools, reference, { ends: false, actor: null }, async ({ work, open }, tx) => {
    const { event, market } = open;
    const current = market.proposal;
    const existingDispute = current && (await proposalStore.findDispute(tx, event.id, current.number, personId));
    if (existingDispute)
      return existingDispute.reason === reason
        ? { eventId: event.id, dispute: existingDispute, replayed: true }
        : refuseSecond();
    const disputed = decideDispute(statusAt(market, work.now), current, work.now);
    if (isRefusal(disputed)) return disputed;
    if (!(await marketStore.hasStake(tx, event.id, personId))) return refuseUninvolved();
    const id = tools.newId('dsp', work.now);
    const { number } = disputed;
    await proposalStore.addDispute(tx, event.id, { id, proposal: number, personId, reason, at: work.now });
    await proposalStore.setProposal(tx, event.id, disputed, finalAt(disputed));
    market.sequence += 1;
    open.changed = true;
    const dispute = await proposalStore.findDispute(tx, event.id, number, personId);
    return { eventId: event.id, dispute: dispute as DisputeRow, replayed: false };
  });
}

/** The actor in the audit trail if no person decided. */
const actor = 'challenge-window';

/** Resolves a market as proposed, once the challenge window has ended without a dispute. */
export async function finalizeProposal(tools: MarketTools, eventId: string, keepGoing: () => boolean): Promise<void> {
  const [found] = await tools.store.read(reader => eventStore.findMany(reader, [eventId]));
  const resolved = await changeMarket(tools, found.event.slug, { ends: false, actor }, (locked, tx) => {
    const { proposal } = locked.open.market;
    const due = proposal && finalAt(proposal);
    // A dispute or an operator's resolution may have come first.
    if (!proposal || due === null || due > locked.work.now) {
      return Promise.resolve(refuse('INVALID_TRANSITION', 'The proposal is no longer due.'));
    }
    const { source, note, effectiveCloseAt, payoutBps } = proposal.resolution;
    const answer: Answer = { payoutBps: payoutBps ?? [] };
    return applyResolution(tools, locked, tx, 'resolve', { answer, source, note, effectiveCloseAt }, actor);
  });
  if (!isRefusal(resolved)) await settleMarket(tools, eventId, { keepGoing });
}

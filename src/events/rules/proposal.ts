import type { MarketStatus } from '../../engine/lifecycle.js';
import type { Resolution } from '../../engine/resolution.js';
import { invalidField, type Refusal, refuse } from '../../kernel/refusal.js';
import { hourMs, isoTime } from '../../kernel/time.js';

// A proposed resolution. Nothing → proposed → final | disputed; a proposal from a final score waits for an operator's
// confirmation before its challenge window starts. Reopening, resolving or voiding the market ends every proposal.

export const challengeHoursBounds = { min: 0, max: 168, default: 24 } as const;

export interface Evidence {
  readonly url: string;
  readonly quote: string;
}

export interface Proposal {
  /** 1 for the first of its event; a dispute refers to one number. */
  readonly number: number;
  readonly resolution: Pick<
    Resolution,
    'kind' | 'winningOutcome' | 'payoutBps' | 'source' | 'note' | 'effectiveCloseAt'
  >;
  readonly evidence: Evidence;
  readonly proposedBy: 'operator' | 'final-score';
  readonly proposedAt: number;
  readonly challengeHours: number;
  /** Null until an operator confirms it. */
  readonly challengeEndsAt: number | null;
  readonly disputes: number;
}

/** When an undisputed proposal becomes final; null: never automatically. */
export function finalAt({ challengeEndsAt, disputes }: Proposal): number | null {
  return disputes > 0 ? null : challengeEndsAt;
}

export function checkChallengeHours(hours: number): Refusal | null {
  const { min, max } = challengeHoursBounds;
  const isValid = Number.isFinite(hours) && hours >= min && hours <= max;
  return isValid ? null : invalidField('challengeHours', `must be a number from ${min} to ${max}`);
}

/** A market accepts proposals after trading has ended and before it is resolved. */
export function refuseProposing(status: MarketStatus): Refusal | null {
  if (status === 'closed') return null;
  const message = `A resolution can only be proposed for a closed market; this one is ${status}.`;
  return refuse('INVALID_TRANSITION', message, { extra: { status } });
}

/** An operator decides a dispute, never another proposal. */
export function refuseReplacing(current: Proposal | null): Refusal | null {
  if (!current || current.disputes === 0) return null;
  const message = `The proposal is disputed (${current.disputes}), so it can’t be replaced: resolve or void the event with a note.`;
  return refuse('INVALID_TRANSITION', message, { extra: { disputes: current.disputes } });
}

export function startChallenge(proposal: Proposal, now: number): Proposal {
  return { ...proposal, challengeEndsAt: now + proposal.challengeHours * hourMs };
}

/** Whether two proposals are equal, so that repeating one changes nothing. */
export function isSameProposal(a: Proposal, b: Proposal): boolean {
  const said = ({ resolution, evidence, proposedBy, challengeHours }: Proposal) =>
    JSON.stringify([
      resolution.kind,
      resolution.payoutBps,
      resolution.source,
      resolution.note,
      resolution.effectiveCloseAt,
      evidence.url,
      evidence.quote,
      proposedBy,
      challengeHours,
    ]);
  return said(a) === said(b);
}

function refuseWithoutProposal(status: MarketStatus): Refusal {
  const isFinal = status === 'resolved' || status === 'void';
  const message = isFinal
    ? `The event is ${status}, and its resolution is final; only a proposed resolution can be disputed.`
    : 'No resolution is proposed for this event, so there is nothing to dispute.';
  return refuse('INVALID_TRANSITION', message, { extra: { status } });
}

/** Rejects a dispute without a proposal or after its window. */
export function decideDispute(status: MarketStatus, proposal: Proposal | null, now: number): Proposal | Refusal {
  if (!proposal) return refuseWithoutProposal(status);
  if (proposal.challengeEndsAt !== null && now >= proposal.challengeEndsAt) {
    const ended = isoTime(proposal.challengeEndsAt);
    return refuse('INVALID_TRANSITION', `The challenge window ended at ${ended}.`, {
      extra: { challengeEndsAt: ended },
    });
  }
  return { ...proposal, disputes: proposal.disputes + 1 };
}

/** An operator who resolves while a proposal is open must give a reason. */
export function refuseWithoutNote(proposal: Proposal | null, note: string): Refusal | null {
  if (!proposal || note.trim() !== '') return null;
  return invalidField('note', 'is missing: this event has a proposed resolution, so resolving it needs a note');
}

// Operators by role determine payouts, so they must not gain from them. The operator token belongs to no person; its
// actions are recorded as such.

/** The person behind an actor in the audit trail; null for the token and for the arena itself. */
export function operatorOf(actor: string | null): string | null {
  return actor?.startsWith('plr_') ? actor : null;
}

/** `operatorIds`: the people who created, edited or proposed the event; `ownerId`: the person behind the player. */
export function refuseInvolved(operatorIds: readonly string[], ownerId: string): Refusal | null {
  if (operatorIds.length === 0 || !operatorIds.includes(ownerId)) return null;
  const message =
    'The owner of this player is an operator who created, edited or proposed a resolution for the event, so this player can neither trade nor forecast there.';
  return refuse('FORBIDDEN', message, { field: 'eventSlug' });
}

export function refuseStaked(): Refusal {
  const message =
    'You or one of your agents traded or forecast in this event, so you can neither change nor resolve it. Another operator or the operator token can.';
  return refuse('FORBIDDEN', message, { field: 'slug' });
}

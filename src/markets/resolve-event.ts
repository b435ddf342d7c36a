import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import { decideResolve, type Resolution, type ResolveCommand } from '../engine/resolution.js';
import type { ResolveVerb } from '../events/rules/event.js';
import { refuseWithoutNote } from '../events/rules/proposal.js';
import * as marketStore from '../events/store/markets.js';
import type { EventRow, MarketRow, StoredResolution } from '../events/store/rows.js';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.js';
import { applyTransition, changeMarket, type LockedMarket, type MarketTools } from './lock-market.js';
import { notifyStakeholders } from './notify-stakeholders.js';
import { settleMarket } from './settle-market.js';

/** Resolves, voids or corrects an event and starts to pay its holders. */
export async function resolveAndSettle(
  tools: MarketTools,
  reference: string,
  verb: ResolveVerb,
  command: ResolveCommand,
  actor: string,
): Promise<{ eventId: string } | Refusal> {
  const resolved = await resolveEvent(tools, reference, verb, command, actor);
  if (isRefusal(resolved)) return resolved;
  // The resolution is committed. If settling fails here, the settlement job continues it and reports the failure.
  await settleMarket(tools, resolved.eventId, { maxSteps: maxStepsBeforeResponse }).catch(() => false);
  return resolved;
}

/** Enough to settle a small market before the response; the settlement job pays the rest of a larger one. */
const maxStepsBeforeResponse = 3;

/**
 * Resolves, voids or corrects an event; payouts follow in chunks. A null actor stands for the arena itself, whose
 * actions are not in the operators' audit record.
 */
export function resolveEvent(
  tools: MarketTools,
  reference: string,
  verb: ResolveVerb,
  command: ResolveCommand,
  actor: string | null,
): Promise<{ eventId: string } | Refusal> {
  return changeMarket(
    tools,
    reference,
    { ends: true, actor },
    async (locked, tx) =>
      refuseWithoutNote(locked.open.market.proposal, command.note) ??
      applyResolution(tools, locked, tx, verb, command, actor),
  );
}

/** Resolves a locked market; the caller has checked the permission. */
export async function applyResolution(
  tools: MarketTools,
  locked: LockedMarket,
  tx: Transaction,
  verb: ResolveVerb,
  command: ResolveCommand,
  actor: string | null,
): Promise<{ eventId: string } | Refusal> {
  const { work, open } = locked;
  const { event, market } = open;
  const decided = decideAnswer(event, market, market.resolution, verb, command, work.now);
  if (isRefusal(decided)) return decided;
  const { transition, resolution } = decided;
  const { resolution: former } = market;
  applyTransition(locked, transition);
  market.resolvedAt ??= work.now;
  await marketStore.resolve(tx, event.id, resolution);
  await notifyStakeholders(tx, tools, locked, 'event-resolved', textOf(event, resolution));
  const details = { from: transition.from, to: transition.to, resolution, outcomes: event.outcomes };
  if (actor !== null)
    await operatorStore.record(tx, {
      at: work.now,
      actor,
      action: `event.${verb}`,
      subject: event.slug,
      details,
      reason: command.note,
      before: { status: transition.from, resolution: former },
      after: { status: transition.to, resolution },
    });
  return { eventId: event.id };
}

/** Decides a resolution and its transition, for resolving and for previewing. */
export function decideAnswer(
  event: EventRow,
  market: Pick<MarketRow, 'status' | 'opensAt' | 'endsAt' | 'closedAt'>,
  current: StoredResolution | null,
  verb: ResolveVerb,
  command: ResolveCommand,
  now: number,
) {
  const state = { market: { ...market, outcomes: event.outcomes.length }, current };
  const decided = decideResolve(state, verb, command, now);
  if (isRefusal(decided)) return decided;
  if (current && sameAnswer(current, decided.resolution)) {
    return refuse('INVALID_TRANSITION', 'The event already has this resolution.', {
      extra: { status: market.status },
    });
  }
  const correctedFrom = current && {
    kind: current.kind,
    winningOutcome: current.winningOutcome,
    payoutBps: current.payoutBps,
  };
  return {
    transition: decided.transition,
    resolution: { ...decided.resolution, correctedFrom } satisfies StoredResolution,
  };
}

function sameAnswer(a: Resolution, b: Resolution): boolean {
  const payout = ({ kind, payoutBps }: Resolution) => `${kind} ${payoutBps?.join(' ')}`;
  return payout(a) === payout(b) && a.effectiveCloseAt === b.effectiveCloseAt;
}

function textOf(
  { title, outcomes }: EventRow,
  { kind, winningOutcome, payoutBps, corrects }: StoredResolution,
): string {
  const answers = {
    outcome: `resolved to ${outcomes[winningOutcome ?? 0]}`,
    split: `resolved to a split of ${payoutBps?.join(' : ')} basis points`,
    void: 'voided: every player gets back the net amount paid there',
  };
  return `“${title}” was ${corrects === null ? '' : 'corrected: it is now '}${answers[kind]}.`;
}

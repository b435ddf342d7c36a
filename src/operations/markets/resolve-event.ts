import type { ResolveVerb } from '../../domain/markets/event-commands.js';
import { refuseWithoutNote } from '../../domain/markets/proposal.js';
import { decideResolve, type Resolution, type ResolveCommand } from '../../domain/markets/resolution.js';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.js';
import type { EventRow, MarketRow, StoredResolution } from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';
import { applyTransition, changeMarket, type LockedMarket, type MarketTools } from './lock-market.js';
import { notifyStakeholders } from './notify-stakeholders.js';

function sameAnswer(a: Resolution, b: Resolution): boolean {
  const payout = ({ kind, payoutBps }: Resolution) => `${kind} ${payoutBps?.join(' ')}`;
  return payout(a) === payout(b) && a.effectiveCloseAt === b.effectiveCloseAt;
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

/** Resolves a locked market; the caller has checked the permission. */
export async function applyResolution(
  tools: MarketTools,
  locked: LockedMarket,
  writes: Writes,
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
  await writes.markets.resolve(event.id, resolution);
  await notifyStakeholders(writes, tools, locked, 'event-resolved', textOf(event, resolution));
  const details = { from: transition.from, to: transition.to, resolution, outcomes: event.outcomes };
  if (actor !== null)
    await writes.operators.record({
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
    async (locked, writes) =>
      refuseWithoutNote(locked.open.market.proposal, command.note) ??
      applyResolution(tools, locked, writes, verb, command, actor),
  );
}

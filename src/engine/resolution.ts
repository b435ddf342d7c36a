// The resolution of a market: a winner, a split, or a refund.

import { invalidField, isRefusal, type Refusal } from '../kernel/refusal.js';
import { bpsPerUnit } from '../kernel/units.js';
import { decideTransition, type MarketTimes, type Transition } from './lifecycle.js';

export interface Resolution {
  /** 1 for the first, incremented by every correction. Makes settling idempotent. */
  readonly version: number;
  readonly kind: 'outcome' | 'split' | 'void';
  readonly winningOutcome: number | null;
  /** Basis points per outcome, 10000 in total; null for void. */
  readonly payoutBps: readonly number[] | null;
  readonly source: string;
  readonly note: string;
  /** When the answer became known. Later forecasts don't count. */
  readonly effectiveCloseAt: number;
  readonly decidedAt: number;
  /** The version that this one replaces. */
  readonly corrects: number | null;
}

export type Answer =
  | { readonly winningOutcome: number }
  | { readonly payoutBps: readonly number[] }
  | { readonly void: true };

export interface ResolveCommand {
  readonly answer: Answer;
  readonly source: string;
  readonly note: string;
  readonly effectiveCloseAt: number | null;
}

interface ResolveState {
  readonly market: MarketTimes & { readonly outcomes: number; readonly closedAt: number | null };
  /** The resolution in force, if there is one. */
  readonly current: Resolution | null;
}

interface Resolved {
  readonly transition: Transition;
  readonly resolution: Resolution;
}

/** Decides to resolve or void an unresolved market, or to correct its resolution, according to `verb`. */
export function decideResolve(
  { market, current }: ResolveState,
  verb: 'resolve' | 'void' | 'correct',
  command: ResolveCommand,
  now: number,
): Resolved | Refusal {
  const payout = payoutOf(verb === 'void' ? { void: true } : command.answer, market.outcomes);
  if (isRefusal(payout)) return payout;
  if (verb === 'resolve' && payout.kind === 'void')
    return invalidField('void', 'can only be used with void or correct');
  const to = payout.kind === 'void' ? 'void' : 'resolved';
  const transition = decideTransition(market, { verb, to }, now);
  if (isRefusal(transition)) return transition;
  const closedAt = transition.closedAt ?? market.closedAt ?? Math.min(now, market.endsAt);
  const effectiveCloseAt = command.effectiveCloseAt ?? current?.effectiveCloseAt ?? closedAt;
  if (!(effectiveCloseAt <= closedAt && effectiveCloseAt >= Math.min(market.opensAt, closedAt))) {
    return invalidField('effectiveCloseAt', 'must be between the opening and the close of the market');
  }
  const { source, note } = command;
  return {
    transition,
    resolution: {
      version: (current?.version ?? 0) + 1,
      ...payout,
      source,
      note,
      effectiveCloseAt,
      decidedAt: now,
      corrects: current?.version ?? null,
    },
  };
}

type Payout = Pick<Resolution, 'kind' | 'winningOutcome' | 'payoutBps'>;

function payoutOf(answer: Answer, outcomes: number): Payout | Refusal {
  if ('void' in answer) return { kind: 'void', winningOutcome: null, payoutBps: null };
  if ('winningOutcome' in answer) {
    const { winningOutcome } = answer;
    if (!Number.isInteger(winningOutcome) || winningOutcome < 0 || winningOutcome >= outcomes) {
      return invalidField('winningOutcomeIndex', `must be a whole number from 0 to ${outcomes - 1}`);
    }
    const payoutBps = Array.from({ length: outcomes }, (_, k) => (k === winningOutcome ? bpsPerUnit : 0));
    return { kind: 'outcome', winningOutcome, payoutBps };
  }
  const { payoutBps } = answer;
  const whole = payoutBps.length === outcomes && payoutBps.every(bps => Number.isInteger(bps) && bps >= 0);
  if (!whole || payoutBps.reduce((sum, bps) => sum + bps, 0) !== bpsPerUnit) {
    return invalidField('payoutBps', `must be one whole number per outcome, ${bpsPerUnit} in total`);
  }
  const winner = payoutBps.indexOf(bpsPerUnit);
  return winner >= 0
    ? { kind: 'outcome', winningOutcome: winner, payoutBps }
    : { kind: 'split', winningOutcome: null, payoutBps };
}

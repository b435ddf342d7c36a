import { invalidField, type Refusal, refuse } from '../kernel/refusal.js';
import { isoTime } from '../kernel/time.js';

/** The states of a market and their transitions by the clock. */
export const marketStatuses = ['scheduled', 'active', 'paused', 'closed', 'resolved', 'void'] as const;
export type MarketStatus = (typeof marketStatuses)[number];

/** Times are epoch milliseconds. */
export interface MarketTimes {
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
}

/**
 * Returns the status at this time. Jobs store it later, so every decision calls this function and none relies on the
 * stored status alone.
 */
export function statusAt(market: MarketTimes, now: number): MarketStatus {
  const opened = market.status === 'scheduled' && market.opensAt <= now ? 'active' : market.status;
  return (opened === 'active' || opened === 'paused') && market.endsAt <= now ? 'closed' : opened;
}

/** Returns the next time at which the clock changes the status. */
export function statusUntil(market: MarketTimes, now: number): number {
  const status = statusAt(market, now);
  if (status === 'scheduled') return market.opensAt;
  return status === 'active' || status === 'paused' ? market.endsAt : Number.POSITIVE_INFINITY;
}

/** Describes a market that does not accept orders: its status, and when it opens if it has not yet. */
export function closedBecause(
  name: string,
  market: MarketTimes,
  status: MarketStatus,
): { readonly message: string; readonly extra: Readonly<Record<string, string>> } {
  if (status !== 'scheduled') return { message: `${name} is ${status}.`, extra: { status } };
  const opensAt = isoTime(market.opensAt);
  return { message: `${name} is scheduled; it opens at ${opensAt}.`, extra: { status, opensAt } };
}

// The states of a market: the table of transitions, and the decision to make one.

export type MarketVerb = 'open' | 'pause' | 'resume' | 'close' | 'reopen' | 'resolve' | 'void' | 'correct';

interface TransitionRule {
  readonly from: readonly MarketStatus[];
  /** The first is the target of all verbs except correct, which names its own. */
  readonly to: readonly [MarketStatus, ...MarketStatus[]];
  /** Whether the clock can make this transition, also or exclusively. A job then stores the result. */
  readonly byClock?: 'too' | 'only';
}

export const transitions: Readonly<Record<MarketVerb, TransitionRule>> = {
  open: { from: ['scheduled'], to: ['active'], byClock: 'only' },
  pause: { from: ['active'], to: ['paused'] },
  resume: { from: ['paused'], to: ['active'] },
  close: { from: ['active', 'paused'], to: ['closed'], byClock: 'too' },
  reopen: { from: ['closed'], to: ['active'] },
  resolve: { from: ['active', 'paused', 'closed'], to: ['resolved'] },
  void: { from: ['scheduled', 'active', 'paused', 'closed'], to: ['void'] },
  correct: { from: ['resolved', 'void'], to: ['resolved', 'void'] },
};

interface TransitionCommand {
  readonly verb: MarketVerb;
  /** The target of a correction. */
  readonly to?: MarketStatus;
  /** The new end of trading; only for reopen. */
  readonly endsAt?: number;
}

export interface Transition {
  readonly from: MarketStatus;
  readonly to: MarketStatus;
  readonly endsAt: number;
  /** Trading ends with this transition, or has ended by the clock since the last one, so open orders are cancelled. */
  readonly cancelOrders: boolean;
  /** When trading ended, if this transition ends it. */
  readonly closedAt: number | null;
  /** Payouts follow. */
  readonly settles: boolean;
}

const trading: readonly MarketStatus[] = ['scheduled', 'active', 'paused'];

/** The verbs that an operator can use on a market with this status. */
function verbsFrom(status: MarketStatus): string {
  const verbs = Object.entries(transitions).filter(([, rule]) => rule.byClock !== 'only' && rule.from.includes(status));
  return verbs.map(([verb]) => verb).join(', ') || 'none';
}

/** Decides by the status at `now`, whether or not a job has stored it. */
export function decideTransition(market: MarketTimes, command: TransitionCommand, now: number): Transition | Refusal {
  const current = statusAt(market, now);
  const rule = transitions[command.verb];
  const clockDid = rule.byClock !== undefined && current !== market.status && rule.to[0] === current;
  const allowed = clockDid || (rule.byClock !== 'only' && rule.from.includes(current));
  if (!allowed) {
    const message = `The market is ${current}, so it does not support ${command.verb}. Allowed: ${verbsFrom(current)}.`;
    return refuse('INVALID_TRANSITION', message, { extra: { status: current } });
  }
  const to = command.verb === 'correct' ? (command.to ?? 'resolved') : rule.to[0];
  if (!rule.to.includes(to)) return invalidField('to', `must be ${rule.to.join(' or ')}`);
  const endsAt = command.verb === 'reopen' ? command.endsAt : market.endsAt;
  if (endsAt === undefined || (command.verb === 'reopen' && !(endsAt > now))) {
    return invalidField('endsAt', 'must be in the future');
  }
  const wasTrading = trading.includes(market.status);
  const ends = wasTrading && (current === 'closed' || !trading.includes(to));
  return {
    from: market.status,
    to,
    endsAt,
    cancelOrders: ends,
    closedAt: ends && !trading.includes(to) ? Math.min(now, market.endsAt) : null,
    settles: command.verb === 'resolve' || command.verb === 'void' || command.verb === 'correct',
  };
}

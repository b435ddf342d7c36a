/** The one table of moves that a market can make, and the decision to make one. */

import { type MarketStatus, type MarketTimes, statusAt } from '../market-status.js';
import { invalidField, type Refusal, refuse } from '../refusal.js';

export type MarketVerb = 'open' | 'pause' | 'resume' | 'close' | 'reopen' | 'resolve' | 'void' | 'correct';

interface Move {
  readonly from: readonly MarketStatus[];
  /** Where it leads; a correction leads to whatever it says. */
  readonly to: readonly [MarketStatus, ...MarketStatus[]];
  /** Does the clock make this move too, or nobody else? A job then writes down what has happened already. */
  readonly byClock?: 'too' | 'only';
}

export const moves: Readonly<Record<MarketVerb, Move>> = {
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
  /** Where a correction leads. */
  readonly to?: MarketStatus;
  /** The new end of a market that is opened again. */
  readonly endsAt?: number;
}

export interface Transition {
  readonly from: MarketStatus;
  readonly to: MarketStatus;
  readonly endsAt: number;
  /** Trading ends with this move, or has ended by the clock since the last one: open orders are cancelled with it. */
  readonly cancelOrders: boolean;
  /** When trading ended, where this move ends it for good. */
  readonly closedAt: number | null;
  /** Payouts follow. */
  readonly settles: boolean;
}

const trading: readonly MarketStatus[] = ['scheduled', 'active', 'paused'];

/** What somebody can do to a market of this status; what only the clock does is not among it. */
function verbsFrom(status: MarketStatus): string {
  const verbs = Object.entries(moves).filter(([, move]) => move.byClock !== 'only' && move.from.includes(status));
  return verbs.map(([verb]) => verb).join(', ') || 'none';
}

/** Judged by the clock: what the times say holds, whether or not a job has written it down. */
export function decideTransition(market: MarketTimes, command: TransitionCommand, now: number): Transition | Refusal {
  const current = statusAt(market, now);
  const move = moves[command.verb];
  const clockDid = move.byClock !== undefined && current !== market.status && move.to[0] === current;
  const allowed = clockDid || (move.byClock !== 'only' && move.from.includes(current));
  if (!allowed) {
    const message = `A market that is ${current} can't take the verb ${command.verb}; possible: ${verbsFrom(current)}.`;
    return refuse('INVALID_TRANSITION', message, { extra: { status: current } });
  }
  const to = command.verb === 'correct' ? (command.to ?? 'resolved') : move.to[0];
  if (!move.to.includes(to)) return invalidField('to', `must be ${move.to.join(' or ')}`);
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

// Random markets with a short history of orders, in a form that fast-check can shrink.

import fc from 'fast-check';
import { bpsPerUnit, highestLimitBps, lowestLimitBps } from '../../kernel/units.js';
import { availableOf, balanceOf } from '../ledger.js';
import { maxAmount, minAmount, type TimeInForce } from '../place-order.js';
import { freeShares } from '../position.js';
import { logPrices } from '../prices.js';
import { bestLimit, type Side } from '../resting-queue.js';
import { type Ask, type Desk, endow, grant, openDesk, positionOf } from './memory-desk.js';

export const players = ['ada', 'bob', 'cyd'] as const;

export interface Move {
  readonly player: number;
  readonly outcome: number;
  readonly side: Side;
  /** Share of the player's balance, as a power of ten: 0 is all of it, −3 a thousandth. */
  readonly portion: number;
  readonly limit: { readonly kind: 'whole' | 'near' | 'complement'; readonly bps: number };
  readonly timeInForce: TimeInForce;
  readonly expiresIn: number | null;
  readonly passes: number;
}

export interface Scenario {
  readonly outcomes: number;
  readonly liquidityCredits: number;
  readonly tilt: readonly number[];
  readonly wealth: number;
  readonly sets: number;
  readonly moves: readonly Move[];
}

const limits = fc.oneof(
  fc.record({ kind: fc.constant('whole' as const), bps: fc.integer({ min: lowestLimitBps, max: highestLimitBps }) }),
  fc.record({
    kind: fc.constant('whole' as const),
    bps: fc.constantFrom(1, 2, 1_000, 2_500, 3_333, 5_000, 6_667, 7_500, 9_998, 9_999),
  }),
  fc.record({ kind: fc.constant('near' as const), bps: fc.integer({ min: -800, max: 800 }) }),
  fc.record({ kind: fc.constant('complement' as const), bps: fc.constantFrom(0, 0, 0, 1, -1) }),
);

const moves: fc.Arbitrary<Move> = fc.record({
  player: fc.nat(players.length - 1),
  outcome: fc.nat(7),
  side: fc.constantFrom<Side>('buy', 'sell'),
  portion: fc.double({ min: -6, max: 0, noNaN: true }),
  limit: limits,
  timeInForce: fc.constantFrom<TimeInForce>('GTC', 'GTC', 'GTC', 'GTC', 'IOC', 'FOK'),
  expiresIn: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 6 }),
  passes: fc.nat(2),
});

export function scenarios(most = 16): fc.Arbitrary<Scenario> {
  return fc.record({
    outcomes: fc.integer({ min: 2, max: 6 }),
    liquidityCredits: fc.constantFrom(100, 137, 1_000, 25_000, 1_000_000),
    tilt: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 6, maxLength: 6 }),
    wealth: fc.constantFrom(100, 10_000, 1e6, 3e8),
    sets: fc.constantFrom(0, 10, 5_000, 1e6),
    moves: fc.array(moves, { minLength: 1, maxLength: most }),
  });
}

export function deskOf({ outcomes, liquidityCredits, tilt, wealth, sets }: Scenario): Desk {
  const weights = tilt.slice(0, outcomes);
  const sum = weights.reduce((a, b) => a + b, 0);
  const free = bpsPerUnit - 50 * outcomes;
  const prior = weights.map(weight => 50 + Math.floor((weight / sum) * free));
  prior[0] += bpsPerUnit - prior.reduce((a, b) => a + b, 0);
  const even = weights.every(weight => weight === weights[0]);
  const desk = openDesk(even ? { outcomes, liquidityCredits } : { outcomes, liquidityCredits, prior });
  for (const player of players) {
    grant(desk, player, wealth);
    if (sets > 0) endow(desk, player, sets);
  }
  return desk;
}

/** Converts the step to a valid order in the current state of the desk; null if the player has nothing. */
export function askOf(desk: Desk, move: Move): { player: string; ask: Ask } | null {
  const player = players[move.player];
  const outcome = move.outcome % desk.book.shares.length;
  const has =
    move.side === 'buy'
      ? Number(balanceOf(desk.balances, availableOf(player)))
      : freeShares(positionOf(desk, player, outcome));
  if (has < minAmount) return null;
  const amount = Math.min(maxAmount, Math.max(minAmount, Math.floor(has * 10 ** move.portion)));
  const limitBps = Math.min(highestLimitBps, Math.max(lowestLimitBps, Math.round(limitOf(desk, move, outcome))));
  const expiresAt = move.expiresIn === null ? null : desk.now + move.expiresIn;
  return { player, ask: { outcome, side: move.side, amount, limitBps, timeInForce: move.timeInForce, expiresAt } };
}

function limitOf({ book, now }: Desk, { limit, side }: Move, outcome: number): number {
  if (limit.kind === 'whole') return limit.bps;
  if (limit.kind === 'near') return Math.exp(logPrices(book.shares, book.liquidity)[outcome]) * bpsPerUnit + limit.bps;
  const queues = side === 'buy' ? book.resting.buys : book.resting.sells;
  const others = queues.reduce((sum, queue, k) => sum + (k === outcome ? 0 : (bestLimit(queue, now) ?? 0)), 0);
  return bpsPerUnit - others + limit.bps;
}

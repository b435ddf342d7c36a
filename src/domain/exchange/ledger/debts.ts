/**
 * Debts. The treasury advances the amount that a void or a correction can't collect from a player, and the player owes
 * it. Every credit that reaches `available` repays the debt first, so a player in debt has no available credits and,
 * because a buy needs available credits, no resting buys either. A debt is the sum of a player's advances minus the sum
 * of the repayments. Practice has no debts: its account is topped up every hour, so the arena would repay itself.
 */
import { ensure } from '../../invariant.js';
import type { Microcredits } from '../../units.js';
import { availableOf, treasury } from './accounts.js';
import { type Transfer, transferIfAny } from './transfer.js';

/**
 * Returns the repayment that follows a transfer in the same transaction, given the receiver's debt before it. Grants,
 * proceeds, payouts, refunds and released reserves all count; the advance itself doesn't.
 */
export function repaymentAfter(transfer: Transfer, owed: number): Transfer[] {
  const { kind, to, amount, reference } = transfer;
  if (owed === 0 || kind === 'advance' || to.type !== 'player' || to.part !== 'available') return [];
  return transferIfAny('repayment', reference, availableOf(to.playerId), treasury, Math.min(owed, amount));
}

/** The change that a transfer makes to the debt of this player. */
export function debtChange({ kind, from, to, amount }: Transfer, playerId: string): number {
  if (kind === 'advance' && to.type === 'player' && to.playerId === playerId) return amount;
  return kind === 'repayment' && from.type === 'player' && from.playerId === playerId ? -amount : 0;
}

export function assertRepaidFirst(playerId: string, available: Microcredits | number, owed: number): void {
  ensure(
    'debts-repaid-first',
    owed >= 0 && (owed === 0 || available === 0),
    () => `${playerId} owes ${owed} and has ${available}`,
  );
}

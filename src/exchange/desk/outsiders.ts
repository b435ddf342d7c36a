import { availableOf, type Transfer, transfer, treasury } from '../../engine/ledger.js';
import { ensure } from '../../kernel/invariant.js';
import type { ActivityRow, OutsideState } from '../store/rows.js';
import type { Mutable } from './open-market.js';

/** A player whose row is not locked is credited at the end; until then the balance and the debt are unknown. */
export interface Outsider {
  amount: number;
  practice: number;
  messages: number;
  readonly activity: OutsideEntry[];
  readonly practiceActivity: OutsideEntry[];
}

interface OutsideEntry {
  readonly row: Mutable<ActivityRow>;
  credits: number;
}

export function newOutsider(): Outsider {
  return { amount: 0, practice: 0, messages: 0, activity: [], practiceActivity: [] };
}

/** Completes the activity of an outsider once the balances are known. Returns the repayments of the player's debt. */
export function settleOutsider(playerId: string, outsider: Outsider, state: OutsideState | undefined): Transfer[] {
  outsider.messages = state?.messages ?? 0;
  const repayments = state && state.repaid > 0 ? repay(playerId, outsider.activity, state.repaid) : [];
  backwards(outsider.activity, state?.available ?? 0);
  backwards(outsider.practiceActivity, state?.practice ?? 0);
  return repayments;
}

/** The store has repaid a debt from the sum of all entries; this assigns each entry its part, in order. */
function repay(playerId: string, entries: readonly OutsideEntry[], repaid: number): Transfer[] {
  const transfers: Transfer[] = [];
  let left = repaid;
  for (const entry of entries) {
    const part = Math.min(left, Math.max(0, entry.credits));
    if (part === 0) continue;
    left -= part;
    entry.credits -= part;
    const { row } = entry;
    row.credits = entry.credits;
    row.details = { ...row.details, repaid: part };
    const reference = row.orderId ?? row.eventId ?? playerId;
    transfers.push(transfer('repayment', reference, availableOf(playerId), treasury, part));
  }
  ensure('repayment-from-inflow', left === 0, () => `${playerId}: ${left} of ${repaid} repaid from no inflow`);
  return transfers;
}

function backwards(entries: readonly OutsideEntry[], balanceNow: number): void {
  let balance = balanceNow;
  for (const { row, credits } of [...entries].reverse()) {
    row.balanceAfter = balance;
    balance -= credits;
  }
}

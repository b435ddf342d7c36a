import { availableOf, treasury } from '../../../domain/exchange/ledger/accounts.js';
import { type Transfer, transfer } from '../../../domain/exchange/ledger/transfer.js';
import { ensure } from '../../../domain/invariant.js';
import type { ActivityRow, OutsideState } from '../../../store/exchange/interface.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface OutsideEntry {
  readonly row: Mutable<ActivityRow>;
  credits: number;
}

/** A player whose row is not locked is credited at the end; until then the balance and the debt are unknown. */
export interface Outsider {
  amount: number;
  practice: number;
  messages: number;
  readonly activity: OutsideEntry[];
  readonly practiceActivity: OutsideEntry[];
}

export function newOutsider(): Outsider {
  return { amount: 0, practice: 0, messages: 0, activity: [], practiceActivity: [] };
}

function backwards(entries: readonly OutsideEntry[], balanceNow: number): void {
  let balance = balanceNow;
  for (const { row, credits } of [...entries].reverse()) {
    row.balanceAfter = balance;
    balance -= credits;
  }
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

/** Completes the activity of an outsider once the balances are known. Returns the repayments of the player's debt. */
export function settleOutsider(playerId: string, outsider: Outsider, state: OutsideState | undefined): Transfer[] {
  outsider.messages = state?.messages ?? 0;
  const repayments = state && state.repaid > 0 ? repay(playerId, outsider.activity, state.repaid) : [];
  backwards(outsider.activity, state?.available ?? 0);
  backwards(outsider.practiceActivity, state?.practice ?? 0);
  return repayments;
}

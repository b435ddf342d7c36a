import { ensure } from '../kernel/invariant.js';
import { type Microcredits, microcredits } from '../kernel/units.js';

/**
 * Accounts of the ledger. Issuance creates credits (its balance is never positive), the treasury funds markets and
 * receives their remaining balance, a market account pays its winners, a player has available credits and credits
 * reserved by resting orders.
 */
export type Account =
  | { readonly type: 'issuance' }
  | { readonly type: 'treasury' }
  | { readonly type: 'market'; readonly marketId: string }
  | { readonly type: 'player'; readonly playerId: string; readonly part: 'available' | 'reserved' };

export const issuance: Account = { type: 'issuance' };
export const treasury: Account = { type: 'treasury' };

export function marketAccount(marketId: string): Account {
  return { type: 'market', marketId };
}

export function availableOf(playerId: string): Account {
  return { type: 'player', playerId, part: 'available' };
}

export function reservedOf(playerId: string): Account {
  return { type: 'player', playerId, part: 'reserved' };
}

/** A text key per account, for maps and rows. */
export function accountKey(account: Account): string {
  switch (account.type) {
    case 'market':
      return `market:${account.marketId}`;
    case 'player':
      return `player:${account.playerId}:${account.part}`;
    default:
      return account.type;
  }
}

/**
 * The same account in the separate practice ledger: a market belongs permanently to one of the two ledgers, and all
 * other holders have an account in each.
 */
export function practiceKey(account: Account): string {
  switch (account.type) {
    case 'market':
      return accountKey(account);
    case 'player':
      return `player:${account.playerId}:${account.part === 'available' ? 'practice' : 'practice-reserved'}`;
    default:
      return `practice-${account.type}`;
  }
}

/** Issuance and treasury are counterparties of the arena and may be negative; all other accounts may not. */
function mayBeNegative(account: Account): boolean {
  return account.type === 'issuance' || account.type === 'treasury';
}

export type TransferKind =
  | 'grant'
  | 'market_funding'
  | 'reserve'
  | 'release'
  | 'trade'
  | 'settlement'
  | 'refund'
  | 'correction'
  /** The amount that a player can't return, lent by the treasury; the player owes it. */
  | 'advance'
  | 'repayment'
  /** The same for the practice account, which has no debts. */
  | 'correction_absorbed'
  | 'treasury_cover'
  | 'market_return';

/** Moves credits from one account to another: two postings, so that no set of transfers can be out of balance. */
export interface Transfer {
  readonly kind: TransferKind;
  /** The cause: the id of an order, or the name of a settlement step. */
  readonly reference: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: Microcredits;
}

interface Posting {
  readonly account: Account;
  readonly amount: Microcredits;
}

export function transfer(kind: TransferKind, reference: string, from: Account, to: Account, amount: number): Transfer {
  ensure('transfer-positive', amount > 0, () => `${kind} ${reference} of ${amount}`);
  ensure(
    'transfer-moves',
    accountKey(from) !== accountKey(to),
    () => `${kind} ${reference} within ${accountKey(from)}`,
  );
  return { kind, reference, from, to, amount: microcredits(amount) };
}

/** A transfer of zero is omitted. */
export function transferIfAny(
  kind: TransferKind,
  reference: string,
  from: Account,
  to: Account,
  amount: number,
): Transfer[] {
  return amount === 0 ? [] : [transfer(kind, reference, from, to, amount)];
}

export function postingsOf({ from, to, amount }: Transfer): [Posting, Posting] {
  return [
    { account: from, amount: microcredits(-amount) },
    { account: to, amount },
  ];
}

/** Balances by account key. Bigint, because issuance and treasury sum over everything that ever happened. */
export type Balances = Map<string, bigint>;

export function balanceOf(balances: Balances, account: Account): bigint {
  return balances.get(accountKey(account)) ?? 0n;
}

/**
 * Posts the transfers in order. A player or market account below zero after any of them is a bug: the decision
 * behind the transfers has checked the balance.
 */
export function applyTransfers(balances: Balances, transfers: readonly Transfer[]): void {
  for (const each of transfers) {
    for (const { account, amount } of postingsOf(each)) {
      const key = accountKey(account);
      const after = (balances.get(key) ?? 0n) + BigInt(amount);
      ensure(
        'no-overdraft',
        after >= 0n || mayBeNegative(account),
        () => `${key} at ${after} after ${each.kind} ${each.reference}`,
      );
      balances.set(key, after);
    }
  }
}

/** The books balance if all accounts sum to zero: every credit of one is a debit of another. */
export function assertBooksBalance(balances: Balances): void {
  let sum = 0n;
  for (const balance of balances.values()) sum += balance;
  ensure('books-balance', sum === 0n, () => `all accounts together hold ${sum}`);
}

// Debts. The treasury advances the amount that a void or a correction can't collect from a player, and the player owes
// it. Every credit that reaches `available` repays the debt first, so a player in debt has no available credits and,
// because a buy needs available credits, no resting buys either. A debt is the sum of a player's advances minus the sum
// of the repayments. Practice has no debts: its account is topped up every hour, so the arena would repay itself.

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

import { ensure } from '../../invariant.js';
import { type Account, accountKey, mayBeNegative } from './accounts.js';
import { postingsOf, type Transfer } from './transfer.js';

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

import { ensure } from '../../invariant.js';
import { type Microcredits, microcredits } from '../../units.js';
import { type Account, accountKey } from './accounts.js';

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

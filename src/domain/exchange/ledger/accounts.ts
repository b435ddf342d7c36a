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
export function mayBeNegative(account: Account): boolean {
  return account.type === 'issuance' || account.type === 'treasury';
}

import type { RowNumbers } from '../../../database/row-numbers.js';

/** Accounts of the ledger as integers; ledger_account() of the database is the inverse. */
export const issuanceCode = 8;
export const treasuryCode = 16;
const house: Readonly<Record<string, number>> = { issuance: issuanceCode, treasury: treasuryCode };
const partCodes: Readonly<Record<string, number>> = { available: 1, reserved: 2 };
const marketCode = 3;

/** Splits the text of an account, as accountKey() of the domain forms it, into its id and its part. */
function split(account: string): [type: string, id: string, part: string] {
  const first = account.indexOf(':');
  if (first < 0) return [account, '', ''];
  const last = account.indexOf(':', first + 1);
  const end = last < 0 ? account.length : last;
  return [account.slice(0, first), account.slice(first + 1, end), account.slice(end + 1)];
}

/** The player or event of an account; null for the house. */
export function holderOf(account: string): string | null {
  return account in house ? null : split(account)[1];
}

export function ledgerCode(account: string, numbers: RowNumbers): number {
  const [type, id, part] = split(account);
  const code = house[account] ?? numbers.of(id) * 8 + (type === 'market' ? marketCode : partCodes[part]);
  if (!Number.isSafeInteger(code)) throw new Error(`unknown ledger account ${account}`);
  return code;
}

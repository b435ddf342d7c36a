import type { TransferKind } from '../../../engine/ledger.js';
import type { Against, CancelReason, OrderRecord } from '../../../engine/place-order.js';
import type { Side } from '../../../engine/resting-queue.js';
import type { ActivityKind } from '../../store-interface.js';

/** One-byte codes of the tables. The database functions order_side() and so on use the same codes. */

export const sideCodes = { buy: 'b', sell: 's' } as const satisfies Record<Side, string>;
export const timeInForceCodes = { GTC: 'g', IOC: 'i', FOK: 'f' } as const satisfies Record<
  OrderRecord['timeInForce'],
  string
>;
export const statusCodes = { open: 'o', filled: 'f', cancelled: 'c', expired: 'e' } as const satisfies Record<
  OrderRecord['status'],
  string
>;
export const reasonCodes = {
  requested: 'r',
  ioc: 'i',
  fok: 'f',
  self_trade: 's',
  market_closed: 'm',
  correction: 'c',
} as const satisfies Record<CancelReason, string>;
export const againstCodes = { maker: 'm', order: 'o' } as const satisfies Record<Against, string>;
export const transferCodes = {
  grant: 'g',
  market_funding: 'f',
  reserve: 'h',
  release: 'l',
  trade: 't',
  settlement: 's',
  refund: 'u',
  correction: 'c',
  advance: 'a',
  repayment: 'p',
  treasury_cover: 'v',
  market_return: 'm',
} as const satisfies Record<Exclude<TransferKind, 'correction_absorbed'>, string>;
export const activityCodes = {
  grant: 'g',
  order: 'o',
  trade: 't',
  cancel: 'c',
  settlement: 's',
  refund: 'u',
  forecast: 'f',
  score: 'r',
} as const satisfies Record<ActivityKind, string>;

function inverted<T extends string>(codes: Readonly<Record<T, string>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(codes).map(([word, code]) => [code as string, word as T]));
}

function reader<T extends string>(name: string, codes: Readonly<Record<T, string>>): (code: string) => T {
  const words = inverted(codes);
  return code => {
    const word = words.get(code);
    if (word === undefined) throw new Error(`unknown ${name} code ${code}`);
    return word;
  };
}

export const sideOf = reader('side', sideCodes);
export const timeInForceOf = reader('time in force', timeInForceCodes);
export const statusOf = reader('status', statusCodes);
export const againstOf = reader('counterparty', againstCodes);
const knownReason = reader('cancel reason', reasonCodes);
export const reasonOf = (code: string | null): CancelReason | null => (code === null ? null : knownReason(code));

/** A code as the number that the database converts to one byte; 0 for null. */
export function byteOf<T extends string>(codes: Readonly<Record<T, string>>, word: T | null): number {
  return word === null ? 0 : codes[word].charCodeAt(0);
}

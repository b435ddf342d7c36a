// Credits and shares are integer millionths, limit prices integer basis points. The brands separate the two kinds of
// millionths at compile time; at run time they are plain numbers, so rows load and save them directly.

import { ensure } from './invariant.js';

declare const unit: unique symbol;
export type Microcredits = number & { readonly [unit]: 'microcredits' };
export type Microshares = number & { readonly [unit]: 'microshares' };
export type Bps = number & { readonly [unit]: 'bps' };

export const microsPerUnit = 1_000_000;
export const bpsPerUnit = 10_000;
export const lowestLimitBps = 1;
export const highestLimitBps = 9_999;

/** Below this the sum of two amounts is a safe integer, so additions in the core need no check. */
export const maxAccountMicros = 2 ** 52;

export function microcredits(value: number): Microcredits {
  ensure('whole-units', Number.isSafeInteger(value), () => `${value} micro-credits`);
  return value as Microcredits;
}

export function microshares(value: number): Microshares {
  ensure('whole-units', Number.isSafeInteger(value), () => `${value} micro-shares`);
  return value as Microshares;
}

export function isLimitBps(value: number): value is Bps {
  return Number.isInteger(value) && value >= lowestLimitBps && value <= highestLimitBps;
}

export function limitBps(value: number): Bps {
  ensure('limit-in-range', isLimitBps(value), () => `${value} bps`);
  return value as Bps;
}

/**
 * `amount × bps / 10000` rounded down, exactly. The product of a large amount and a price would exceed the safe
 * integers, so the whole ten-thousands are multiplied separately.
 */
export function bpsOfDown(amount: number, bps: number): number {
  const rest = amount % bpsPerUnit;
  return ((amount - rest) / bpsPerUnit) * bps + Math.floor((rest * bps) / bpsPerUnit);
}

/** `amount × bps / 10000` rounded up, exactly. */
export function bpsOfUp(amount: number, bps: number): number {
  const rest = amount % bpsPerUnit;
  return ((amount - rest) / bpsPerUnit) * bps + Math.ceil((rest * bps) / bpsPerUnit);
}

/** The remainder of `bpsOfDown`, in ten-thousandths of a micro-unit, for rounding sums once. */
export function bpsOfRemainder(amount: number, bps: number): number {
  return ((amount % bpsPerUnit) * bps) % bpsPerUnit;
}

/** `amount × numerator / denominator` rounded down, for factors whose product exceeds the safe integers. */
export function shareOfDown(amount: number, numerator: number, denominator: number): number {
  return Number((BigInt(amount) * BigInt(numerator)) / BigInt(denominator));
}

/** The average price of a trade for display, the nearest basis point from 1 to 9999; null if nothing was traded. */
export function averagePriceBps(credits: number, shares: number): Bps | null {
  if (shares <= 0) return null;
  return clampBps((credits / shares) * bpsPerUnit);
}

/** A price in basis points for display: the nearest valid limit. */
export function clampBps(value: number): Bps {
  return Math.min(highestLimitBps, Math.max(lowestLimitBps, Math.round(value))) as Bps;
}

const maxWireNumber = Math.floor(Number.MAX_SAFE_INTEGER / microsPerUnit);

/**
 * Converts a number of the wire format to millionths, truncated to six decimals; null if it is not finite or too
 * large to be exact. A double carries fifteen significant digits reliably: parsing those first turns 0.1 + 0.2 into
 * 0.3 and 0.7 + 0.1 into 0.8, as the sender meant, so that decimal digits are truncated and not binary fractions.
 */
export function microsFromWire(value: number): number | null {
  if (!Number.isFinite(value) || Math.abs(value) > maxWireNumber) return null;
  // A whole number has nothing to truncate; adding zero normalizes negative zero.
  if (Number.isInteger(value)) return value * microsPerUnit + 0;
  const nearest = Math.round(value * microsPerUnit);
  // A decimal of at most fifteen digits, six of them decimals, which the digits below would give, too.
  if (nearest / microsPerUnit === value && Math.abs(nearest) < 1e15) return nearest;
  const text = Math.abs(value).toPrecision(15);
  if (text.includes('e')) return 0;
  const [whole, fraction = ''] = text.split('.');
  const micros = Number(whole) * microsPerUnit + Number(fraction.slice(0, 6).padEnd(6, '0'));
  return value < 0 && micros !== 0 ? -micros : micros;
}

/** The quotient of two integers is the double nearest to the decimal, so it prints with at most six decimals. */
export function microsToWire(micros: number): number {
  return micros / microsPerUnit;
}

/**
 * Credits and shares are integers of millionths, prices of limits are integer basis points. The brands keep the two
 * millionths apart at compile time; at run time they are plain numbers, so they load from and save to rows as they are.
 */
import { ensure } from './invariant.js';

declare const unit: unique symbol;
export type Microcredits = number & { readonly [unit]: 'microcredits' };
export type Microshares = number & { readonly [unit]: 'microshares' };
export type Bps = number & { readonly [unit]: 'bps' };

export const microsPerUnit = 1_000_000;
export const bpsPerUnit = 10_000;
export const lowestLimitBps = 1;
export const highestLimitBps = 9_999;

/** Above this the sum of two amounts still is a safe integer, so no addition in the core has to look twice. */
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
 * `amount × bps / 10000` rounded down, exactly. The product of a large amount and a price would leave the safe integers,
 * so the whole ten-thousands are multiplied apart from the rest.
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

/** What `amount × bps` leaves over `bpsOfDown`, in ten-thousandths of a micro-unit: sums are rounded once with it. */
export function bpsOfRemainder(amount: number, bps: number): number {
  return ((amount % bpsPerUnit) * bps) % bpsPerUnit;
}

/** `amount × numerator / denominator` rounded down, for factors whose product leaves the safe integers. */
export function shareOfDown(amount: number, numerator: number, denominator: number): number {
  return Number((BigInt(amount) * BigInt(numerator)) / BigInt(denominator));
}

/** The average price of a trade for display, nearest basis point within 1 to 9999; null where nothing was traded. */
export function averagePriceBps(credits: number, shares: number): Bps | null {
  if (shares <= 0) return null;
  return clampBps((credits / shares) * bpsPerUnit);
}

/** A price in basis points for display: the nearest whole one that an order could name. */
export function clampBps(value: number): Bps {
  return Math.min(highestLimitBps, Math.max(lowestLimitBps, Math.round(value))) as Bps;
}

const maxWireNumber = Math.floor(Number.MAX_SAFE_INTEGER / microsPerUnit);

/**
 * A number from the wire in millionths, cut to six decimals; null where it is not finite or too large to be exact.
 * Fifteen significant digits are what a double carries for certain: reading those first turns 0.1 + 0.2 into 0.3 and
 * 0.7 + 0.1 into 0.8, as the sender meant, and then the cut is one of decimal digits and not of binary fractions.
 */
export function microsFromWire(value: number): number | null {
  if (!Number.isFinite(value) || Math.abs(value) > maxWireNumber) return null;
  // A whole number has nothing to cut; adding zero makes a negative zero the ordinary one.
  if (Number.isInteger(value)) return value * microsPerUnit + 0;
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

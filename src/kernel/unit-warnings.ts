/**
 * Warnings about values that are valid but look like another unit: a fraction instead of percent, a percentage instead
 * of basis points. They reject nothing; the client decides.
 */
export const warningCodes = ['PROBABILITY_LOOKS_LIKE_FRACTION', 'LIMIT_LOOKS_LIKE_PERCENT'] as const;

export interface Warning {
  readonly code: (typeof warningCodes)[number];
  /** The member of the request that looks wrong. */
  readonly field: string;
  readonly message: string;
}

export const noWarnings: readonly Warning[] = [];

const bpsPerPercent = 100;
const maxFraction = 1;
/** 100 % sent as a percentage. */
const maxPercentLikeBps = 100;
/** Below this price a limit of up to 1 % is plausible. */
const minPlainPriceBps = 1000;

/** Serializes with at most four decimals: 0.07 × 100 is 7.000000000000001 in binary. */
const trimmed = (value: number) => String(Number(value.toFixed(4)));

/** Warns about a probability on a scale from 0 to 1; `field` is its name in the request. */
export function forecastWarnings(percent: number, field = 'probability'): readonly Warning[] {
  if (!(percent > 0 && percent <= maxFraction)) return noWarnings;
  const meant = trimmed(percent * 100);
  const message = `${field} ${percent} means ${percent} %; if you mean ${meant} %, send ${meant}`;
  return [{ code: 'PROBABILITY_LOOKS_LIKE_FRACTION', field, message }];
}

/** Whether a limit can be a percentage; the warning also depends on the price. A sell at 1 is the usual market sell. */
export function mayBePercent(side: 'buy' | 'sell', limitBps: number): boolean {
  return limitBps <= maxPercentLikeBps && (side === 'buy' || limitBps > 1);
}

/** Warns about a limit on a scale from 0 to 100. `priceBps` is the price of the outcome before the order. */
export function limitWarnings(side: 'buy' | 'sell', limitBps: number, priceBps: number): readonly Warning[] {
  if (!mayBePercent(side, limitBps) || priceBps < minPlainPriceBps) return noWarnings;
  const percent = trimmed(limitBps / bpsPerPercent);
  const meant = Math.min(limitBps * bpsPerPercent, 9999);
  const message = `limitPriceBps ${limitBps} is ${percent} % while the price is ${priceBps} bps; if you mean ${limitBps} %, send ${meant}`;
  return [{ code: 'LIMIT_LOOKS_LIKE_PERCENT', field: 'limitPriceBps', message }];
}

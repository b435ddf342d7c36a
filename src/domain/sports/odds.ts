import type { Line, PricedLine } from './fixture.js';

/** Prices and their implied probabilities. */

const bps = 10_000;
/** The bounds of a decimal price: below the minimum a bet returns less than its stake. */
export const minDecimalPrice = 1.001;
export const maxDecimalPrice = 10_000;

/** The implied probability of a decimal price, including the margin. */
export function impliedBpsOf(decimalPrice: number): number {
  return bps / decimalPrice;
}

/** Converts American odds to a decimal price: +150 returns 2.5 times the stake, −200 returns 1.5 times. */
export function decimalFromAmerican(american: number): number {
  return american > 0 ? 1 + american / 100 : 1 + 100 / -american;
}

/**
 * Identifies the quote of a line: mutually exclusive selections of one bookmaker that cover everything. The two sides
 * of a spread have opposite points, so the home side's point identifies it.
 */
export function quoteKeyOf({
  book,
  market,
  selection,
  point,
}: Pick<Line, 'book' | 'market' | 'selection' | 'point'>): string {
  const shared = market === 'spread' && selection === 'away' ? -(point ?? 0) : point;
  // −0 and 0 are one point.
  return `${market} ${shared === null ? '' : shared + 0} ${book}`;
}

/** Groups lines by quote, in the order of their first line. */
export function groupByQuote<T extends Line>(lines: readonly T[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const line of lines) {
    const key = quoteKeyOf(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}

/** Removes the margin of one quote: each implied probability divided by the sum of all of them. */
export function priceQuote(quote: readonly Line[]): PricedLine[] {
  const sum = quote.reduce((total, { decimalPrice }) => total + 1 / decimalPrice, 0);
  return quote.map(line => ({
    ...line,
    impliedBps: impliedBpsOf(line.decimalPrice),
    fairBps: (bps * (1 / line.decimalPrice)) / sum,
  }));
}

/** Placeholder for an unknown value, which must not appear as 0. */
export const unknown = '—';

const locale = 'en-GB';
const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const twoDecimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Formats a whole percent (62%), with one decimal near 0 and 100, where rounding hides most of the difference (3.9%,
 * 99.9%).
 */
export function percentOfBps(bps: number | null | undefined): string {
  if (bps === null || bps === undefined || !Number.isFinite(bps)) return unknown;
  if (bps > 0 && bps < 5) return '<0.1%';
  if (bps < 10_000 && bps > 9_995) return '>99.9%';
  const isNearEnd = (bps < 1000 || bps > 9000) && bps !== 0 && bps !== 10_000;
  return `${(bps / 100).toFixed(isNearEnd ? 1 : 0)}%`;
}

/** A price to the basis point, without trailing zeros: 45%, 56.5%, 56.73%. */
export function exactPercentOfBps(bps: number | null | undefined): string {
  if (bps === null || bps === undefined || !Number.isFinite(bps)) return unknown;
  return `${Number((bps / 100).toFixed(2))}%`;
}

export function percent(value: number | null | undefined, digits = 0): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return unknown;
  return `${value.toFixed(digits)}%`;
}

/** A share of time as a percentage. A share above 0 never appears as 0%. */
export function coverageText(share: number | null | undefined): string {
  if (share === null || share === undefined) return unknown;
  return share > 0 && share < 0.005 ? '<1%' : percent(share * 100);
}

/** Credits to the hundredth: 1,234.50. */
export function credits(value: number | null | undefined): string {
  return value === null || value === undefined ? unknown : twoDecimals.format(value);
}

/** Whole credits, for compact balances: 12,340. */
export function wholeCredits(value: number | null | undefined): string {
  return value === null || value === undefined ? unknown : grouped.format(Math.trunc(value));
}

/** About three significant digits, for lists: 16.5k, 340, 0.72. */
export function short(value: number | null | undefined): string {
  if (value === null || value === undefined) return unknown;
  if (value >= 1000) return compact.format(value);
  return value >= 100 || Number.isInteger(value) ? grouped.format(value) : twoDecimals.format(value);
}

export function shares(value: number | null | undefined): string {
  if (value === null || value === undefined) return unknown;
  return value >= 1000 ? oneDecimal.format(value) : twoDecimals.format(value);
}

/** A true minus sign (U+2212), so that columns align. */
export function signed(value: number, text: (absolute: number) => string): string {
  const shown = text(Math.abs(value));
  const isZero = !/[1-9]/.test(shown);
  return isZero ? shown : `${value < 0 ? '−' : '+'}${shown}`;
}

export function score(value: number | null | undefined, digits = 3): string {
  return value === null || value === undefined ? unknown : value.toFixed(digits).replace('-', '−');
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${grouped.format(value)} ${value === 1 ? one : many}`;
}

/** The display name of a category. */
export function categoryName(category: string): string {
  const words = category.replaceAll('-', ' ');
  return words.length <= 2 ? words.toUpperCase() : words.charAt(0).toUpperCase() + words.slice(1);
}

import { InvalidArgumentError } from 'commander';

/**
 * Percentages on the command line. `62`, `62%` and `6200bps` are equivalent; a plain number from 0 to 1 could be a
 * fraction and is `doubtful`, so the command sends it only with --yes. A percent sign makes it certain: `0.62%`.
 */
export interface Percentage {
  readonly percent: number;
  /** Why the value may be in another unit; null if it is certain. */
  readonly doubtful: string | null;
}

const pattern = /^(\d{1,5}(?:\.\d{1,6})?|\.\d{1,6})\s*(%|bps|bp)?$/i;
/** Formats without floating-point noise: 0.07 × 100 is 7.000000000000001. */
const trimmed = (value: number) => Number(value.toFixed(6));

const expected = 'It must be a percentage from 0 to 100, such as 62, 62% or 62.5%';

export function percentage(text: string): Percentage {
  const [, digits, unit = ''] = pattern.exec(text.trim()) ?? [];
  if (digits === undefined) throw new InvalidArgumentError(`${expected}; 6200bps is the same as 62%.`);
  const number = Number(digits);
  const percent = trimmed(/^bps?$/i.test(unit) ? number / 100 : number);
  if (percent > 100) {
    const meant =
      unit === '' && number <= 10_000
        ? ` If you mean basis points, write ${digits}bps or ${trimmed(number / 100)}%.`
        : '';
    throw new InvalidArgumentError(`${expected}.${meant}`);
  }
  if (unit !== '' || number === 0 || number > 1) return { percent, doubtful: null };
  const doubtful = `${text} can mean ${trimmed(number)} % or ${trimmed(number * 100)} %: write ${trimmed(number)}% or ${trimmed(number * 100)}%`;
  return { percent, doubtful };
}

/** Parses a percentage where --yes is not offered: a plain number from 0 to 1 is rejected. */
export function certainPercentage(text: string): number {
  const { percent, doubtful } = percentage(text);
  if (doubtful !== null) throw new InvalidArgumentError(`${doubtful}.`);
  return percent;
}

/** Parses a price, which is a whole number of basis points from 1 to 9999. */
export function price(text: string): Percentage & { readonly bps: number } {
  const parsed = percentage(text);
  const bps = trimmed(parsed.percent * 100);
  if (!Number.isInteger(bps))
    throw new InvalidArgumentError(
      `It must be a percentage with two decimals: write ${(Math.floor(bps) / 100).toFixed(2)}% or ${(Math.ceil(bps) / 100).toFixed(2)}%.`,
    );
  if (bps < 1 || bps > 9999) throw new InvalidArgumentError('It must be a price from 0.01% to 99.99%.');
  return { ...parsed, bps };
}

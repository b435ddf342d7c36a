import { InvalidArgumentError } from 'commander';
import { isoTime, momentFromIso } from '../../src/domain/iso-time.js';
import { maxOutcomes } from '../../src/domain/markets/create-market.js';

/**
 * Parsers for numbers and times on the command line. A malformed or out-of-range value is rejected before any request;
 * commander adds the name of the option or argument to the message.
 */

interface Bounds {
  readonly min: number;
  readonly max: number;
}

const integerPattern = /^\d{1,15}$/;
const decimalPattern = /^(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/;

function parseWithin(pattern: RegExp, text: string, { min, max }: Bounds): number | null {
  const value = pattern.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : null;
}

/** Parses integers from `min` to `max`. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return text => {
    const value = parseWithin(integerPattern, text, { min, max });
    if (value === null) throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Parses decimals from `min` to `max`, without an exponent. */
export function decimal(min: number, max: number): (text: string) => number {
  return text => {
    const value = parseWithin(decimalPattern, text, { min, max });
    if (value === null) throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`);
    return value;
  };
}

/** Parses a percentage, with or without the percent sign. */
export function percentage(text: string): number {
  const value = parseWithin(decimalPattern, text.replace(/\s*%$/, ''), { min: 0, max: 100 });
  if (value === null) throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return value;
}

const wholeBps = 10_000;

/** Parses comma-separated basis points, one per outcome, which must add up to 10,000. */
export function sharesBps(text: string): number[] {
  const values = text.split(',').map(part => parseWithin(integerPattern, part.trim(), { min: 0, max: wholeBps }));
  const sum = values.reduce<number>((total, value) => total + (value ?? Number.NaN), 0);
  if (sum !== wholeBps)
    throw new InvalidArgumentError(`It must be whole numbers with commas between them, ${wholeBps} together.`);
  return values as number[];
}

/** Parses an ISO 8601 time and returns it in the service's format. */
export function moment(text: string): string {
  const ms = momentFromIso(text);
  if (ms === null)
    throw new InvalidArgumentError('It must be an ISO 8601 date, or a time with its zone, as 2027-05-01T00:00:00Z.');
  return isoTime(ms);
}

/** Parses an outcome index. The service checks it against the event. */
export const outcomeNumber = wholeNumber(0, maxOutcomes - 1);

const weekSeconds = 604_800;

/** Parses a duration of at most a week. */
export const seconds = wholeNumber(0, weekSeconds);

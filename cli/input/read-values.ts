// Parsers for numbers and times on the command line. A malformed or out-of-range value is rejected before any request;
// commander adds the name of the option or argument to the message.

import { InvalidArgumentError } from 'commander';
import { isoTime, momentFromIso } from '../../src/kernel/time.js';

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

const wholeBps = 10_000;

/** Parses comma-separated shares, one per outcome, in basis points or with percent signs, which must add up to 100 %. */
export function sharesBps(text: string): number[] {
  const values = text.split(',').map(part => {
    const isPercent = /%$/.test(part.trim());
    const digits = part.trim().replace(/\s*(%|bps)$/i, '');
    const value = parseWithin(decimalPattern, digits, { min: 0, max: isPercent ? 100 : wholeBps });
    return value === null ? null : Number((isPercent ? value * 100 : value).toFixed(6));
  });
  const sum = values.reduce<number>((total, value) => total + (value ?? Number.NaN), 0);
  if (sum !== wholeBps || !values.every(Number.isInteger))
    throw new InvalidArgumentError(
      `It must be one share per outcome, separated by commas, ${wholeBps} bps or 100 % in total: 60%,40% or 6000,4000.`,
    );
  return values as number[];
}

/** Parses an ISO 8601 time and returns it in the service's format. */
export function moment(text: string): string {
  const ms = momentFromIso(text);
  if (ms === null)
    throw new InvalidArgumentError(
      'It must be an ISO 8601 date, or a time with its zone, such as 2027-05-01T00:00:00Z.',
    );
  return isoTime(ms);
}

const weekSeconds = 604_800;

/** Parses a duration of at most a week. */
export const seconds = wholeNumber(0, weekSeconds);

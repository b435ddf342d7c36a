import { InvalidArgumentError } from 'commander';
import { isoTime } from '../../src/domain/iso-time.js';
import { maxOutcomes } from '../../src/domain/markets/create-market.js';
import { momentFromIso } from "../../src/domain/iso-time.js";

/**
 * How numbers and times of all commands are read. What is none, or out of its bounds, is refused before anything is sent;
 * commander then names the option or the argument.
 */

interface Bounds {
  readonly least: number;
  readonly most: number;
}

const wholeForm = /^\d{1,15}$/;
const decimalForm = /^(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/;

function within(form: RegExp, text: string, { least, most }: Bounds): number | null {
  const value = form.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

/** Reads whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return text => {
    const value = within(wholeForm, text, { least, most });
    if (value === null) throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    return value;
  };
}

/** Reads numbers from `least` to `most`, written without an exponent. */
export function decimal(least: number, most: number): (text: string) => number {
  return text => {
    const value = within(decimalForm, text, { least, most });
    if (value === null) throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
    return value;
  };
}

/** Reads a percentage, with its sign or without. */
export function percentage(text: string): number {
  const value = within(decimalForm, text.replace(/\s*%$/, ''), { least: 0, most: 100 });
  if (value === null) throw new InvalidArgumentError('It must be a number from 0 to 100.');
  return value;
}

const wholeBps = 10_000;

/** Reads a share of the whole for each outcome, in basis points with commas between them. */
export function sharesBps(text: string): number[] {
  const values = text.split(',').map(part => within(wholeForm, part.trim(), { least: 0, most: wholeBps }));
  const sum = values.reduce<number>((total, value) => total + (value ?? Number.NaN), 0);
  if (sum !== wholeBps)
    throw new InvalidArgumentError(`It must be whole numbers with commas between them, ${wholeBps} together.`);
  return values as number[];
}

/** Reads a moment, and writes it as the service does. */
export function moment(text: string): string {
  const ms = momentFromIso(text);
  if (ms === null)
    throw new InvalidArgumentError('It must be an ISO 8601 date, or a time with its zone, as 2027-05-01T00:00:00Z.');
  return isoTime(ms);
}

/** Reads the number of an outcome; how many an event has, only the service knows. */
export const outcomeNumber = wholeNumber(0, maxOutcomes - 1);

const weekSeconds = 604_800;

/** For how long something is to go on. */
export const seconds = wholeNumber(0, weekSeconds);

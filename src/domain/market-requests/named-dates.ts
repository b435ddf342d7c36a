import { dayMs } from '../durations.js';

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const month = months.map(name => `${name}|${name.slice(0, 3)}`).join('|');
const day = '(\\d{1,2})(?:st|nd|rd|th)?';
const year = '(20\\d\\d)';

const monthOf = (text: string) => months.findIndex(name => name.startsWith(text.toLowerCase().slice(0, 3)));

/** The end of a day, or of the last day of a month; null for an invalid date. */
function endOfDay(yearNumber: number, monthIndex: number, dayNumber: number): number | null {
  const start = Date.UTC(yearNumber, monthIndex, dayNumber);
  const at = new Date(start);
  return at.getUTCMonth() === monthIndex && at.getUTCDate() === dayNumber ? start + dayMs : null;
}
const endOfMonth = (yearNumber: number, monthIndex: number) => Date.UTC(yearNumber, monthIndex + 1, 1);

interface DateForm {
  readonly pattern: RegExp;
  readonly end: (parts: readonly string[]) => number | null;
}

/** The most specific forms first: a match is removed, so that “1 May 2026” is not also parsed as “May 2026”. */
const forms: readonly DateForm[] = [
  {
    pattern: /\b(20\d\d)-(\d\d)-(\d\d)/g,
    end: ([, y, m, d]) => endOfDay(Number(y), Number(m) - 1, Number(d)),
  },
  {
    pattern: new RegExp(`\\b${day} (?:of )?(${month})\\.?,? ${year}\\b`, 'gi'),
    end: ([, d, m, y]) => endOfDay(Number(y), monthOf(m), Number(d)),
  },
  {
    pattern: new RegExp(`\\b(${month})\\.? ${day},? ${year}\\b`, 'gi'),
    end: ([, m, d, y]) => endOfDay(Number(y), monthOf(m), Number(d)),
  },
  {
    pattern: new RegExp(`\\b(${month})\\.?,? ${year}\\b`, 'gi'),
    end: ([, m, y]) => endOfMonth(Number(y), monthOf(m)),
  },
  { pattern: new RegExp(`\\bq([1-4]) ${year}\\b`, 'gi'), end: ([, q, y]) => endOfMonth(Number(y), Number(q) * 3 - 1) },
  // A bare year may be a level or a name; after one of these words it is a time.
  {
    pattern: new RegExp(`\\b(?:in|by|during|until|through|end of) ${year}\\b`, 'gi'),
    end: ([, y]) => Date.UTC(Number(y) + 1, 0, 1),
  },
];

/** Returns the end of the latest date in a text, in epoch milliseconds; null without a date. */
export function latestDateIn(text: string): number | null {
  let rest = text.replace(/\s+/g, ' ');
  let latest: number | null = null;
  for (const { pattern, end } of forms) {
    for (const parts of rest.matchAll(pattern)) {
      const at = end(parts);
      if (at !== null && (latest === null || at > latest)) latest = at;
    }
    rest = rest.replace(pattern, ' ');
  }
  return latest;
}

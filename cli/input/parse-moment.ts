import { isoTime, momentFromIso } from '../../src/kernel/time.js';

/** A text that is not a valid time, with the reason as a clause that follows "which". */
export interface NotAMoment {
  readonly problem: string;
}

const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const compactDatePattern = /^(\d{4})(\d{2})(\d{2})$/;
const zonelessPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[\d:.]*$/;
/**
 * A date, a time and an offset; the latter two also in the formats of Metaculus (+00) and FiveThirtyEight (with a
 * space).
 */
const zonedPattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}[\d:.]*) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)$/i;

/** March 1973 to November 2286. Dates without hyphens, years and serial dates are smaller, milliseconds are larger. */
const minUnixSeconds = 1e8;
const maxUnixSeconds = 1e10;

function fromUnixSeconds(text: string): number | NotAMoment {
  const seconds = Number(text);
  if (seconds >= minUnixSeconds && seconds <= maxUnixSeconds) return Math.round(seconds * 1_000);
  const date = compactDatePattern.exec(text)?.slice(1).join('-');
  if (date && momentFromIso(date) !== null) return { problem: `looks like the date ${date}: write it with hyphens` };
  if (seconds < minUnixSeconds)
    return {
      problem: `is too small for Unix seconds; the minimum is ${minUnixSeconds}, ${isoTime(minUnixSeconds * 1_000)}`,
    };
  if (seconds >= minUnixSeconds * 1_000 && seconds <= maxUnixSeconds * 1_000)
    return { problem: `looks like Unix milliseconds (${isoTime(Math.round(seconds))}): divide it by 1000` };
  return {
    problem: `is too large for Unix seconds; the maximum is ${maxUnixSeconds}, ${isoTime(maxUnixSeconds * 1_000)}`,
  };
}

/** Expands the offset to the full ISO 8601 form. */
function withFullOffset(text: string): string {
  return text.replace(zonedPattern, (_, date: string, time: string, zone: string) => {
    if (!/^[+-]/.test(zone)) return `${date}T${time}Z`;
    return `${date}T${time}${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  });
}

/**
 * Parses ISO 8601 with a zone, or Unix seconds, to epoch milliseconds. Both are independent of the machine's time zone.
 * Rejects numbers that are another date format instead of treating them as seconds.
 */
export function parseMoment(text: string): number | NotAMoment {
  if (numberPattern.test(text)) return fromUnixSeconds(text);
  const ms = momentFromIso(withFullOffset(text));
  if (ms !== null) return ms;
  if (zonelessPattern.test(text)) return { problem: 'has no time zone: append Z for UTC, or an offset such as +02:00' };
  return { problem: 'is neither an ISO 8601 time nor Unix seconds' };
}

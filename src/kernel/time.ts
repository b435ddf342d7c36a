/** Durations in milliseconds. */
const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Time-dependent values are computed for the last multiple of this, so that equal data has an equal ETag. */
export const gridMs = 10 * secondMs;
export const gridMoment = (now: number) => Math.floor(now / gridMs) * gridMs;

let lastMs = 0;
let lastText = '1970-01-01T00:00:00.000Z';

/** Rows of one transaction share a time that is serialized many times, so the last one is cached. */
export function isoTime(ms: number): string {
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastText;
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}

const isoForm = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/**
 * Returns the epoch milliseconds of an ISO 8601 time: a date, which starts at midnight UTC, or a date and a time
 * with its zone. Null for anything else: a time without a zone would differ between machines, and 31 February does
 * not exist.
 */
export function momentFromIso(text: string): number | null {
  const form = isoForm.exec(text);
  if (!form) return null;
  const [year, month, day] = form.slice(1, 4).map(Number);
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

/** Returns the epoch milliseconds of a time in the exact format of `isoTime`, or null. */
export function momentFromExactIso(text: string): number | null {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && isoTime(ms) === text ? ms : null;
}

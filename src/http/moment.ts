import { momentFromIso } from '../kernel/time.js';
import { invalid } from './errors.js';
import { Type } from './schema.js';

/** A time in a query, in either format. */
export const Moment = (description: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: `${description} ISO 8601 or Unix seconds.`,
      examples: ['2026-03-17T12:00:00Z'],
    }),
  );

/** Epoch milliseconds; null if absent. */
export function readMoment(field: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  // A plus sign in a URL means a space.
  const written = text.replace(' ', '+');
  const at = /^\d{1,11}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : momentFromIso(written);
  if (at === null) throw invalid(field, 'must be an ISO 8601 time or Unix seconds');
  return checkMoment(field, at);
}

const earliest = Date.parse('1970-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Rejects times that the database can't store, and implausible ones. */
export function checkMoment(field: string, at: number): number {
  if (at < earliest || at > latest) throw invalid(field, 'must be from 1970-01-01 to 9999-12-31');
  return at;
}

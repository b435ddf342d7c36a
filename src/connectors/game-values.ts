import { momentFromIso } from '../domain/iso-time.js';

/** Reads members of rows from outside. A broken one is a problem with the member's name and value, never an exception. */

export interface Problem {
  readonly problem: string;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'nothing';

export function textOf(row: Record<string, unknown>, name: string, maxLength: number): string | Problem {
  const value = row[name];
  const text = typeof value === 'string' ? value.trim() : '';
  if (text !== '' && text.length <= maxLength) return text;
  return { problem: `${name} must be a text of 1 to ${maxLength} characters (got ${shown(value)})` };
}

/** Years outside these are errors of the source. */
const [firstYear, lastYear] = [2000, 2100];

/** ISO 8601 to epoch milliseconds. */
export function timeOf(row: Record<string, unknown>, name: string): number | Problem {
  const value = row[name];
  const at = typeof value === 'string' ? momentFromIso(value) : null;
  const year = at === null ? 0 : new Date(at).getUTCFullYear();
  if (at !== null && year >= firstYear && year <= lastYear) return at;
  return { problem: `${name} must be an ISO 8601 time of ${firstYear} to ${lastYear} (got ${shown(value)})` };
}

const maxScore = 10_000;

/** Sources write scores as texts. */
export function scoreOf(value: unknown, name: string): number | Problem {
  const isText = typeof value === 'string' && /^\d{1,5}$/.test(value);
  const score = isText ? Number(value) : value;
  if (typeof score === 'number' && Number.isInteger(score) && score >= 0 && score <= maxScore) return score;
  return { problem: `${name} must be a whole number from 0 to ${maxScore} (got ${shown(value)})` };
}

const isProblem = (value: unknown): value is Problem => isRecord(value) && typeof value.problem === 'string';

/** The first problem among values that were read; null if all are sound. */
export function reasonOf(...values: readonly unknown[]): Problem | null {
  return values.find(isProblem) ?? null;
}

// A column of many rows as one text: an array literal that the statement casts, or lines.

import { isoTime } from '../kernel/time.js';
import type { Sql, SqlPart } from './pool.js';

/** Ids and keywords, which need no quotes; null becomes NULL. */
export function words<T>(rows: readonly T[], cell: (row: T) => string | null): string {
  let text = '';
  for (const row of rows) text += `,${cell(row) ?? 'NULL'}`;
  return `{${text.slice(1)}}`;
}

/** Arbitrary text, quoted; null becomes NULL. */
export function texts<T>(rows: readonly T[], cell: (row: T) => string | null): string {
  let text = '';
  for (const row of rows) {
    const value = cell(row);
    if (value === null) text += ',NULL';
    else text += /["\\]/.test(value) ? `,"${value.replace(/["\\]/g, '\\$&')}"` : `,"${value}"`;
  }
  return `{${text.slice(1)}}`;
}

export function numbers<T>(rows: readonly T[], cell: (row: T) => number | null): string {
  let text = '';
  for (const row of rows) text += `,${cell(row) ?? 'NULL'}`;
  return `{${text.slice(1)}}`;
}

/** Epoch milliseconds as times. */
export function moments<T>(rows: readonly T[], cell: (row: T) => number | null): string {
  return words(rows, row => {
    const at = cell(row);
    return at === null ? null : `"${isoTime(at)}"`;
  });
}

/**
 * Texts without line breaks, one per line, for lines() of the database; null is an empty line. In an insert a line
 * break would add a row without an id, which fails; updates carry only ids and keywords.
 */
export function lines<T>(rows: readonly T[], cell: (row: T) => string | null): string {
  let text = '';
  for (const row of rows) text += `\n${cell(row) ?? ''}`;
  return text.slice(1);
}

/**
 * Many wide rows as one JSON text: the server builds it, and JSON.parse is several times as fast as parsing columns one
 * by one, above all arrays. Columns whose names end in _at are times, as everywhere in the schema.
 */
export async function jsonRows<T extends object>(sql: Sql, rows: SqlPart): Promise<T[]> {
  const [{ text }] = await sql<{ text: string | null }[]>`select json_agg(r)::text as text from (${rows}) r`;
  const objects = JSON.parse(text ?? '[]') as Record<string, unknown>[];
  for (const row of objects) {
    for (const name in row) {
      const value = row[name];
      if (typeof value === 'string' && name.endsWith('_at')) row[name] = new Date(value);
    }
  }
  return objects as T[];
}

/**
 * Terms of a tsquery. Words contain no tsquery operators (kernel/words.ts), so quoting them is enough and the
 * server never parses user input as a query.
 */
export const prefixTerm = (word: string) => `'${word}':*`;
export const exactTerm = (word: string) => `'${word}'`;

/** Matches texts that contain every word, at least as a prefix. */
export function prefixQuery(words: readonly string[]): string {
  return words.map(prefixTerm).join(' & ');
}

/** Replaces the database's clock in tests; null uses the database's. */
export type Clock = (() => number) | null;

/** Returns the time of the database's clock, or of the test clock. */
export async function clockTime(sql: Sql, clock: Clock): Promise<number> {
  if (clock) return clock();
  const [{ now }] = await sql<{ now: number }[]>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
  return now;
}

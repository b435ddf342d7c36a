import { isoTime } from '../../domain/iso-time.js';

/** A column of many rows as one text: an array literal that the statement casts, or lines. */

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

/** A list of numbers in each line, as literals that the statement casts one by one. */
export function lists<T>(rows: readonly T[], cell: (row: T) => readonly number[] | null): string {
  return lines(rows, row => {
    const list = cell(row);
    return list === null ? null : `{${list.join(',')}}`;
  });
}

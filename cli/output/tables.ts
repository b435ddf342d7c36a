import { printable } from './printable.js';
import { styled } from './style.js';

type Cell = string | number | boolean | null | undefined;

const textOf = (cell: Cell) =>
  typeof cell === 'number'
    ? cell.toLocaleString('en-US', { maximumFractionDigits: 6 })
    : printable(String(cell ?? '–'));

const percentPattern = /^-?[\d.,]+ %$/;
/** Right-aligns numbers and percentages; a missing value fits both alignments. */
const isNumeric = (cell: Cell) => typeof cell === 'number' || (typeof cell === 'string' && percentPattern.test(cell));

/** Formats rows in aligned columns, numbers to the right. Without rows it returns only the sentence `emptyText`. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[], emptyText: string): string {
  if (rows.length === 0) return `${emptyText}\n`;
  const texts = [heads, ...rows.map(row => row.map(textOf))];
  const widths = heads.map((_, column) => texts.reduce((width, row) => Math.max(width, row[column].length), 0));
  const right = heads.map(
    (_, column) =>
      rows.every(row => row[column] === null || isNumeric(row[column])) && rows.some(row => row[column] !== null),
  );
  const lines = texts.map(row =>
    row
      .map((cell, column) => (right[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ')
      .trimEnd(),
  );
  const [head, ...body] = lines;
  return `${[styled('strong', head), ...body].join('\n')}\n`;
}

export function list(entries: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, cell]) => `${styled('faint', name.padEnd(width))}  ${textOf(cell)}\n`).join('');
}

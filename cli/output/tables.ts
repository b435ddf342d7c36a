/** Text for people: tables without frames, numbers to the right. */
import { printable } from './printable.js';

type Cell = string | number | boolean | null | undefined;

const textOf = (cell: Cell) =>
  typeof cell === 'number'
    ? cell.toLocaleString('en-US', { maximumFractionDigits: 6 })
    : printable(String(cell ?? '–'));

/** Where there are no rows, `nothing` stands alone: a sentence that says so and, where there is something to do, what. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[], nothing: string): string {
  if (rows.length === 0) return `${nothing}\n`;
  const texts = [heads, ...rows.map(row => row.map(textOf))];
  const widths = heads.map((_, column) => texts.reduce((width, row) => Math.max(width, row[column].length), 0));
  const right = heads.map((_, column) => rows.every(row => typeof row[column] === 'number'));
  const lines = texts.map(row =>
    row
      .map((cell, column) => (right[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

export function list(entries: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, cell]) => `${name.padEnd(width)}  ${textOf(cell)}\n`).join('');
}

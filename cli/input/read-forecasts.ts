import { CsvParser, CsvRecordTooLong } from '../../src/kernel/csv-parser.js';
import { CommandFailure } from '../output/command-failure.js';
import type { Progress } from '../output/progress.js';
import { BadRow, type Cells, type ColumnName, columnNames, ForecastTable, requiredColumns } from './forecast-table.js';
import { createLineSplitter, readText } from './read-text.js';
import type { StandardStreams } from './standard-streams.js';

export interface ParsedForecasts {
  readonly table: ForecastTable;
  readonly rows: number;
  readonly skipped: number;
  /** Line and reason of the first skipped row. */
  readonly firstSkipped: string | null;
}

interface Options {
  readonly scale: 'unit' | 'percent';
  readonly skipBad: boolean;
}

interface Reader {
  push(text: string): void;
  end(): void;
}

/** Collects rows into a table. A bad row is counted with --skip-bad and ends the command without it. */
class RowCollector {
  readonly table: ForecastTable;
  readonly #skipBad: boolean;
  rows = 0;
  skipped = 0;
  firstSkipped: string | null = null;

  constructor({ scale, skipBad }: Options) {
    this.table = new ForecastTable(scale);
    this.#skipBad = skipBad;
  }

  add(cells: Cells, line: number): void {
    try {
      this.table.add(cells, line);
      this.rows += 1;
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      this.reject(line, error.message);
    }
  }

  reject(line: number, problem: string): void {
    const message = `line ${line}: ${problem}`;
    if (!this.#skipBad) throw new CommandFailure(`${message} (--skip-bad skips such rows)`);
    this.skipped += 1;
    this.firstSkipped ??= message;
  }
}

function columnIndexes(heads: readonly string[]): Map<ColumnName, number> {
  const names = heads.map(head => head.trim().toLowerCase());
  const missing = requiredColumns.filter(name => !names.includes(name));
  if (missing.length > 0) {
    throw new CommandFailure(
      `line 1: missing ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}\nThe first line names the columns; presage score --help describes the format.`,
    );
  }
  const duplicate = columnNames.find(name => names.indexOf(name) !== names.lastIndexOf(name));
  if (duplicate !== undefined) throw new CommandFailure(`line 1: duplicate column ${duplicate}`);
  return new Map(columnNames.flatMap(name => (names.includes(name) ? [[name, names.indexOf(name)] as const] : [])));
}

function csvReader(rowCollector: RowCollector): Reader {
  let indexes: Map<ColumnName, number> | null = null;
  let width = 0;
  return new CsvParser({
    onRecord(fields, line) {
      if (indexes === null) {
        indexes = columnIndexes(fields);
        width = fields.length;
        return;
      }
      if (fields.length !== width) {
        rowCollector.reject(line, `${fields.length} fields, but the first line has ${width}`);
        return;
      }
      const cells: Partial<Record<ColumnName, unknown>> = {};
      for (const [name, index] of indexes) cells[name] = fields[index];
      rowCollector.add(cells, line);
    },
    onBad: (line, problem) => rowCollector.reject(line, problem),
  });
}

function jsonReader(rowCollector: RowCollector): Reader {
  let number = 0;
  return createLineSplitter(line => {
    number += 1;
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      rowCollector.reject(number, 'it is not JSON');
      return;
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) rowCollector.add(value as Cells, number);
    else rowCollector.reject(number, 'it is not a JSON object');
  });
}

function createReader(path: string, start: string, rowCollector: RowCollector): Reader {
  if (start.startsWith('{')) return jsonReader(rowCollector);
  if (!start.startsWith('[')) return csvReader(rowCollector);
  throw new CommandFailure(
    `${path} is a JSON array; write one object per line, for example: jq -c '.[]' FILE | presage score -`,
  );
}

function pushText(reader: Reader, text: string): void {
  try {
    reader.push(text);
  } catch (error) {
    if (error instanceof CsvRecordTooLong) throw new CommandFailure(error.message);
    throw error;
  }
}

/** Parses a file of forecasts. A file whose first character is a brace is JSON lines, any other is CSV. */
export async function readForecasts(
  path: string,
  options: Options,
  streams: StandardStreams,
  progress: Progress,
): Promise<ParsedForecasts> {
  const rowCollector = new RowCollector(options);
  let reader: Reader | null = null;
  await readText(path, streams, progress, text => {
    if (reader === null && text.trim() === '') return;
    reader ??= createReader(path, text.trimStart(), rowCollector);
    pushText(reader, text);
  });
  (reader as Reader | null)?.end();
  const { table, rows, skipped, firstSkipped } = rowCollector;
  if (rows === 0) throw new CommandFailure(`${path} contains no forecasts`);
  return { table, rows, skipped, firstSkipped };
}

import { CommandFailure } from '../output/command-failure.js';
import type { Progress } from '../output/progress.js';
import { CsvParser } from './csv-parser.js';
import { BadRow, type Cells, type ColumnName, columnNames, ForecastTable, requiredColumns } from './forecast-table.js';
import { type LocalSurroundings, lineCutter, readText } from './read-text.js';

export interface ReadForecasts {
  readonly table: ForecastTable;
  readonly rows: number;
  readonly skipped: number;
  /** Why the first of them was. */
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

/** Takes rows, and decides what a bad one means. */
class RowTaker {
  readonly table: ForecastTable;
  readonly #skipBad: boolean;
  rows = 0;
  skipped = 0;
  firstSkipped: string | null = null;

  constructor({ scale, skipBad }: Options) {
    this.table = new ForecastTable(scale);
    this.#skipBad = skipBad;
  }

  take(cells: Cells, line: number): void {
    try {
      this.table.add(cells);
      this.rows += 1;
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      this.bad(line, error.message);
    }
  }

  bad(line: number, problem: string): void {
    const message = `line ${line}: ${problem}`;
    if (!this.#skipBad) throw new CommandFailure(`${message} (--skip-bad passes over such rows)`);
    this.skipped += 1;
    this.firstSkipped ??= message;
  }
}

function placesOf(heads: readonly string[]): Map<ColumnName, number> {
  const names = heads.map(head => head.trim().toLowerCase());
  const missing = requiredColumns.filter(name => !names.includes(name));
  if (missing.length > 0) {
    throw new CommandFailure(
      `line 1: the column ${missing.join(' and the column ')} is missing; the first line names the columns`,
    );
  }
  const twice = columnNames.find(name => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw new CommandFailure(`line 1: the column ${twice} is there twice`);
  return new Map(columnNames.flatMap(name => (names.includes(name) ? [[name, names.indexOf(name)] as const] : [])));
}

function csvReader(taker: RowTaker): Reader {
  let places: Map<ColumnName, number> | null = null;
  let width = 0;
  return new CsvParser({
    onRecord(fields, line) {
      if (places === null) {
        places = placesOf(fields);
        width = fields.length;
        return;
      }
      if (fields.length !== width) {
        taker.bad(line, `${fields.length} fields where the first line has ${width}`);
        return;
      }
      const cells: Partial<Record<ColumnName, unknown>> = {};
      for (const [name, place] of places) cells[name] = fields[place];
      taker.take(cells, line);
    },
    onBad: (line, problem) => taker.bad(line, problem),
  });
}

function jsonReader(taker: RowTaker): Reader {
  let number = 0;
  return lineCutter(line => {
    number += 1;
    if (line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      taker.bad(number, 'it is not JSON');
      return;
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) taker.take(value as Cells, number);
    else taker.bad(number, 'it is not a JSON object');
  });
}

function readerOf(path: string, start: string, taker: RowTaker): Reader {
  if (start.startsWith('{')) return jsonReader(taker);
  if (!start.startsWith('[')) return csvReader(taker);
  throw new CommandFailure(
    `${path} is a JSON array; write its objects line by line, for example: jq -c '.[]' FILE | presage score -`,
  );
}

/** Reads a file of forecasts; lines of JSON are known by the brace they begin with. */
export async function readForecasts(
  path: string,
  options: Options,
  surroundings: LocalSurroundings,
  progress: Progress,
): Promise<ReadForecasts> {
  const taker = new RowTaker(options);
  let reader: Reader | null = null;
  await readText(path, surroundings, progress, text => {
    if (reader === null && text.trim() === '') return;
    reader ??= readerOf(path, text.trimStart(), taker);
    reader.push(text);
  });
  (reader as Reader | null)?.end();
  const { table, rows, skipped, firstSkipped } = taker;
  if (rows === 0) throw new CommandFailure(`${path} holds no forecasts`);
  return { table, rows, skipped, firstSkipped };
}

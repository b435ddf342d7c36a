import { CsvParser, CsvRecordTooLong } from '../../src/kernel/csv-parser.js';
import { CommandFailure } from '../output/command-failure.js';
import type { Progress } from '../output/progress.js';
import { createLineSplitter, readText } from './read-text.js';
import type { StandardStreams } from './standard-streams.js';

type Row = Readonly<Record<string, unknown>>;

/** The maximum number of rows in one request. */
const maxBatchRows = 500;
const maxBatchBytes = 60_000;

const noProgress: Progress = { show: () => {}, clear: () => {} };

function csvReader(path: string, onRow: (row: Row) => void) {
  let columns: readonly string[] | null = null;
  const fail = (line: number, problem: string): never => {
    throw new CommandFailure(`${path}, line ${line}: ${problem}`);
  };
  return new CsvParser({
    onRecord(cells, line) {
      if (columns === null) columns = cells.map(cell => cell.trim());
      else if (cells.length !== columns.length)
        fail(line, `${cells.length} cells, but the first line has ${columns.length}`);
      else
        onRow(
          Object.fromEntries(columns.flatMap((name, index) => (cells[index] === '' ? [] : [[name, cells[index]]]))),
        );
    },
    onBad: fail,
  });
}

function jsonReader(path: string, onRow: (row: Row) => void) {
  let number = 0;
  return createLineSplitter(line => {
    number += 1;
    if (line.trim() === '') return;
    try {
      onRow(JSON.parse(line) as Row);
    } catch {
      throw new CommandFailure(`${path}, line ${number}: not JSON`);
    }
  });
}

/** Reads rows of a CSV or NDJSON file in batches that fit into one request. */
export async function readRowBatches(path: string, streams: StandardStreams): Promise<Row[][]> {
  const batches: Row[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  const onRow = (row: Row) => {
    const size = Buffer.byteLength(JSON.stringify(row)) + 1;
    const last = batches.at(-1);
    if (!last || last.length === maxBatchRows || bytes + size > maxBatchBytes) {
      batches.push([row]);
      bytes = size;
    } else {
      last.push(row);
      bytes += size;
    }
  };
  let reader: { push(text: string): void; end(): void } | null = null;
  try {
    await readText(path, streams, noProgress, text => {
      if (reader === null && text.trim() === '') return;
      reader ??= text.trimStart().startsWith('{') ? jsonReader(path, onRow) : csvReader(path, onRow);
      reader.push(text);
    });
    (reader as { end(): void } | null)?.end();
  } catch (error) {
    if (error instanceof CsvRecordTooLong) throw new CommandFailure(`${path}, ${error.message}`);
    throw error;
  }
  if (batches.length === 0) throw new CommandFailure(`${path} contains no rows`);
  return batches;
}

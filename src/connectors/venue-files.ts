import Type from 'typebox';
import { CsvParser, CsvRecordTooLong } from '../domain/csv-parser.js';
import { BadFormat, definePushFormat } from './connector.js';
import { readNormalizedRow } from './normalized-row.js';
import { BadRow } from './read-fields.js';
import { checkedRow, defineVenue, venueSaving } from './venue-format.js';

/** Markets that operators publish: a CSV or NDJSON file at a URL, or pushed rows. */

const ownData = { url: '', licence: 'as declared by the operator', covers: 'as declared by the operator' };

/** A line that is not a row; parsing it rejects it with its problem. */
class BrokenLine {
  constructor(
    readonly line: number,
    readonly problem: string,
    readonly text: string,
  ) {}
}

function parseNdjson(text: string): unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [new BrokenLine(index + 1, 'is not JSON', line.slice(0, 500))];
    }
  });
}

/** The first line names the columns. An empty cell is an absent member. */
function parseCsv(text: string): unknown[] {
  const rows: unknown[] = [];
  let columns: string[] | null = null;
  const parser = new CsvParser({
    onRecord(cells, line) {
      if (columns === null) columns = cells.map(cell => cell.trim().replace(/^﻿/, ''));
      else if (cells.length === columns.length) {
        rows.push(Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
      } else {
        const problem = `has ${cells.length} cells but the header has ${columns.length}`;
        rows.push(new BrokenLine(line, problem, cells.join(',').slice(0, 500)));
      }
    },
    onBad: (line, problem) => rows.push(new BrokenLine(line, problem, '')),
  });
  try {
    parser.push(text);
    parser.end();
  } catch (error) {
    if (error instanceof CsvRecordTooLong) throw new BadFormat(error.message);
    throw error;
  }
  return rows;
}

const isCsv = (baseUrl: string) => new URL(baseUrl).pathname.toLowerCase().endsWith('.csv');

export const file = defineVenue({
  ...ownData,
  id: 'file',
  manyIds: true,
  name: 'File',
  body: 'text',
  defaults: { baseUrl: null, intervalSeconds: 3600, maxPages: 1 },
  settings: Type.Object({
    encoding: Type.Optional(
      Type.Unsafe<'csv' | 'ndjson'>({
        type: 'string',
        enum: ['csv', 'ndjson'],
        description: 'Format of the file at baseUrl; default: CSV for a name that ends in .csv, otherwise NDJSON.',
        examples: ['csv'],
      }),
    ),
  }),
  requests: () => [{ path: '' }],
  readPage(body, { settings: { encoding, baseUrl } }) {
    const text = String(body);
    const asCsv = encoding === undefined ? isCsv(baseUrl) : encoding === 'csv';
    return { rows: asCsv ? parseCsv(text) : parseNdjson(text) };
  },
  readMarket(row) {
    if (row instanceof BrokenLine) throw new BadRow(`line ${row.line} ${row.problem}`);
    return readNormalizedRow(row);
  },
});

export const push = definePushFormat({
  ...ownData,
  ...venueSaving,
  id: 'push',
  manyIds: true,
  origin: 'push',
  name: 'Pushed rows',
  defaults: { intervalSeconds: 3600 },
  settings: Type.Object({}),
  readRow: row => checkedRow(row, () => readNormalizedRow(row)),
});

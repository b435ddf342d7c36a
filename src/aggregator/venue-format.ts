import Type, { type TProperties } from 'typebox';
import {
  BadFormat,
  type ConnectorFormat,
  defineHttpFormat,
  definePushFormat,
  type HttpFormat,
  type RowResult,
} from '../connectors/connector.js';
import {
  BadRow,
  type Fields,
  fieldsOf,
  isFields,
  readBoolean,
  readId,
  readOneOf,
  readOptionalLink,
  readOptionalNumber,
  readOptionalText,
  readOptionalTime,
  readText,
  readVolume,
  storable,
} from '../connectors/read-fields.js';
import { CsvParser, CsvRecordTooLong } from '../kernel/csv-parser.js';
import {
  maxOutcomes,
  type VenueMarket,
  type VenueOutcome,
  type VenueStatus,
  venueStatuses,
} from './rules/venue-market.js';
import { finishVenueRun, saveVenueMarkets } from './save-venue-markets.js';

// The row format of files and pushes: the members of a market in the feed, by the same names.

const members: ReadonlySet<string> = new Set([
  'rowId',
  'title',
  'category',
  'status',
  'tradable',
  'outcomes',
  'volume',
  'volume24h',
  'volumeUnit',
  'listedAt',
  'closesAt',
  'resolvedAt',
  'resolution',
  'url',
]);

function readBps(fields: Fields, name: string): number | null {
  const value = readOptionalNumber(fields, name, 0, 10_000);
  return value === null ? null : Math.round(value);
}

/** `Yes=6200|No=3800`, the form of a cell in CSV; a label without a price is `Maybe=`. */
function parseCell(text: string): unknown[] {
  return text.split('|').map(part => {
    const split = part.lastIndexOf('=');
    if (split < 1) throw new BadRow('outcomes must be label=priceBps pairs, separated by |');
    return { label: part.slice(0, split).trim(), priceBps: part.slice(split + 1).trim() };
  });
}

function parseOutcomes(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (!value.trimStart().startsWith('[')) return parseCell(value);
  try {
    return JSON.parse(value);
  } catch {
    throw new BadRow('outcomes must be a JSON array or label=priceBps pairs');
  }
}

function readOutcomes(fields: Fields): VenueOutcome[] {
  const list = parseOutcomes(fields.outcomes);
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOutcomes) {
    throw new BadRow(`outcomes must be a list of 1 to ${maxOutcomes}`);
  }
  return list.map(item => {
    const each = fieldsOf(item);
    return {
      label: readText(each, 'label', maxLabelLength),
      priceBps: readBps(each, 'priceBps'),
      bidBps: readBps(each, 'bidBps'),
      askBps: readBps(each, 'askBps'),
    };
  });
}

/** CSV cells are strings. */
const booleanOf = (value: unknown) =>
  value === 'true' ? true : value === 'false' ? false : value === '' ? undefined : value;

function checkMembers(fields: Fields): void {
  for (const name of Object.keys(fields)) {
    if (!members.has(name))
      throw new BadRow(`${name.slice(0, 60)} is not a member of a row; allowed: ${[...members].join(', ')}`);
  }
}

function readNormalizedRow(row: unknown): VenueRow {
  const fields = fieldsOf(row);
  checkMembers(fields);
  const rowId = readId(fields, 'rowId');
  const status =
    fields.status === undefined || fields.status === '' ? 'active' : readOneOf(fields, 'status', venueStatuses);
  const market: VenueMarket = {
    title: readText(fields, 'title', maxTitleLength),
    category: readOptionalText(fields, 'category', 60)?.toLowerCase() ?? null,
    status,
    tradable: status === 'active' && readBoolean({ tradable: booleanOf(fields.tradable) }, 'tradable', false),
    outcomes: readOutcomes(fields),
    volume: readVolume(fields, 'volume'),
    volume24h: readVolume(fields, 'volume24h'),
    volumeUnit: readOptionalText(fields, 'volumeUnit', 40) ?? 'unknown',
    listedAt: readOptionalTime(fields, 'listedAt'),
    closesAt: readOptionalTime(fields, 'closesAt'),
    resolvedAt: readOptionalTime(fields, 'resolvedAt'),
    resolution: readOptionalText(fields, 'resolution', maxLabelLength),
    url: readOptionalLink(fields, 'url'),
  };
  return { rowId, market };
}

export const maxTitleLength = 500;
export const maxLabelLength = 200;

/** How all venues are saved. */
export const venueSaving = { kind: 'venue', save: saveVenueMarkets, finish: finishVenueRun } as const;

type VenueSpec<P extends TProperties> = Omit<
  HttpFormat<VenueMarket, P>,
  'kind' | 'origin' | 'save' | 'finish' | 'readRow' | 'body'
> & {
  readonly body?: 'json' | 'text';
  /** Throws BadRow for an invalid row; null ignores a row of a kind that is not stored. */
  readMarket(row: unknown, context: Parameters<HttpFormat<VenueMarket, P>['readRow']>[1]): VenueRow | null;
};

export interface VenueRow {
  readonly rowId: string;
  readonly market: VenueMarket;
}

/** The id of an invalid row, if it has one. */
function idOf(row: unknown): string | null {
  if (!isFields(row)) return null;
  const id = row.rowId ?? row.id ?? row.ticker;
  return typeof id === 'string' || typeof id === 'number' ? storable(String(id)) : null;
}

function checkedRow(row: unknown, read: () => VenueRow | null): RowResult<VenueMarket> {
  try {
    const entry = read();
    if (!entry) return { kind: 'ignored', rowId: idOf(row) ?? '' };
    return { kind: 'row', rowId: entry.rowId, row: entry.market };
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    return { kind: 'rejected', rowId: idOf(row), reason: error.message };
  }
}

/** A venue whose markets are fetched over HTTP. */
export function defineVenue<P extends TProperties>({
  readMarket,
  body = 'json',
  ...spec
}: VenueSpec<P>): ConnectorFormat {
  return defineHttpFormat<VenueMarket, P>({
    ...spec,
    ...venueSaving,
    origin: 'http',
    body,
    readRow: (row, context) => checkedRow(row, () => readMarket(row, context)),
  });
}

/** The status of a row by the source's name for it. */
export function readVenueStatus(fields: Fields, statuses: ReadonlyMap<string, VenueStatus>) {
  const given = readText(fields, 'status', 40);
  const status = statuses.get(given);
  if (status === undefined) throw new BadRow(`status must be one of ${[...statuses.keys()].join(', ')} (got ${given})`);
  return { given, status, isResolved: status === 'resolved' };
}

/** The label of the outcome that a binary market resolved to; other results as received. */
export function readResolution(fields: Fields, name: string): string | null {
  const result = readOptionalText(fields, name, maxLabelLength);
  if (result === 'yes') return 'Yes';
  return result === 'no' ? 'No' : result;
}

export const pageSizeSetting = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description, examples: [maximum] }));

const bpsPerUnit = 10_000;

/** Both outcomes of a binary market. The venue defines the price of No as the complement of Yes, so it is exact. */
export function binaryOutcomes(
  priceBps: number | null,
  [yes, no]: readonly [Partial<VenueOutcome>, Partial<VenueOutcome>] = [{}, {}],
): VenueOutcome[] {
  return [
    { label: 'Yes', priceBps, bidBps: null, askBps: null, ...yes },
    { label: 'No', priceBps: priceBps === null ? null : bpsPerUnit - priceBps, bidBps: null, askBps: null, ...no },
  ];
}

// Markets that operators publish: a CSV or NDJSON file at a URL, or pushed rows.

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

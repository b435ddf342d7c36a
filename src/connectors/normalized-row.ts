import { maxOutcomes, type VenueMarket, type VenueOutcome, venueStatuses } from '../domain/aggregator/venue-market.js';
import {
  BadRow,
  type Fields,
  fieldsOf,
  readBoolean,
  readId,
  readOneOf,
  readOptionalLink,
  readOptionalNumber,
  readOptionalText,
  readOptionalTime,
  readText,
  readVolume,
} from './read-fields.js';
import { maxLabelLength, maxTitleLength, type VenueRow } from './venue-format.js';

/** The row format of files and pushes: the members of a market in the feed, by the same names. */

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

export function readNormalizedRow(row: unknown): VenueRow {
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

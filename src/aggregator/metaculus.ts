// Metaculus API: `/posts/` in pages linked by `next`. Probabilities are those of the community aggregation.

import Type from 'typebox';
import { BadFormat } from '../connectors/connector.js';
import {
  BadRow,
  type Fields,
  fieldsOf,
  isFields,
  readId,
  readOptionalText,
  readOptionalTime,
  readPriceBps,
  readText,
  readVolume,
} from '../connectors/read-fields.js';
import { encodeText } from '../connectors/source-fetch.js';
import { maxOutcomes, type VenueOutcome, type VenueStatus } from './rules/venue-market.js';
import {
  binaryOutcomes,
  defineVenue,
  maxLabelLength,
  maxTitleLength,
  pageSizeSetting,
  readResolution,
  readVenueStatus,
} from './venue-format.js';

const defaultPageSize = 100;
/** Links point here even if the API is read elsewhere, so that they never reveal an operator's own host. */
const publicSite = 'https://www.metaculus.com';

const statuses: ReadonlyMap<string, VenueStatus> = new Map([
  ['upcoming', 'active'],
  ['approved', 'active'],
  ['open', 'active'],
  ['closed', 'closed'],
  ['pending_resolution', 'closed'],
  ['resolved', 'resolved'],
]);

/** The latest values of the recency-weighted aggregation; null while the community's forecast is hidden. */
function latestOf(question: Fields): Fields | null {
  const { aggregations } = question;
  const weighted = isFields(aggregations) ? aggregations.recency_weighted : null;
  const latest = isFields(weighted) ? weighted.latest : null;
  return isFields(latest) ? latest : null;
}

function valueAt(list: unknown, index: number): number | null {
  if (list === undefined || list === null) return null;
  if (!Array.isArray(list)) throw new BadRow('aggregations must contain arrays');
  return readPriceBps({ value: list[index] ?? null }, 'value');
}

function readOptions(question: Fields): VenueOutcome[] {
  const { options } = question;
  if (!Array.isArray(options) || options.length === 0 || options.length > maxOutcomes) {
    throw new BadRow(`question.options must be an array of 1 to ${maxOutcomes} labels`);
  }
  const latest = latestOf(question);
  return options.map((label, index) => ({
    label: readText({ label }, 'label', maxLabelLength),
    priceBps: valueAt(latest?.forecast_values, index),
    bidBps: null,
    askBps: null,
  }));
}

function readMetaculusPost(row: unknown) {
  const fields = fieldsOf(row);
  const rowId = readId(fields, 'id');
  const title = readText(fields, 'title', maxTitleLength);
  const { question } = fields;
  // Notebooks, groups and conditional pairs contain no single question.
  if (question === undefined || question === null) return null;
  const questionFields = fieldsOf(question);
  const type = readText(questionFields, 'type', 40);
  if (type !== 'binary' && type !== 'multiple_choice') return null;
  const { status, isResolved } = readVenueStatus(fields, statuses);
  const slug = readOptionalText(fields, 'slug', 300);
  const place = `${publicSite}/questions/${encodeText(rowId)}/`;
  return {
    rowId,
    market: {
      title,
      category: null,
      status,
      tradable: false,
      outcomes:
        type === 'binary' ? binaryOutcomes(valueAt(latestOf(questionFields)?.centers, 0)) : readOptions(questionFields),
      volume: readVolume(fields, 'nr_forecasters'),
      volume24h: null,
      volumeUnit: 'forecasters',
      listedAt: readOptionalTime(fields, 'published_at'),
      closesAt: readOptionalTime(questionFields, 'scheduled_close_time'),
      resolvedAt: isResolved ? readOptionalTime(questionFields, 'actual_resolve_time') : null,
      resolution: isResolved ? readResolution(questionFields, 'resolution') : null,
      url: slug === null ? place : `${place}${encodeText(slug)}/`,
    },
  } as const;
}

export const metaculus = defineVenue({
  id: 'metaculus',
  name: 'Metaculus',
  url: 'https://www.metaculus.com/api/',
  licence: 'Metaculus terms of use; the API needs a token',
  covers: 'community forecasts on any topic',
  defaults: { baseUrl: 'https://www.metaculus.com/api/', intervalSeconds: 900 },
  settings: Type.Object({
    pageSize: pageSizeSetting(100, 'Posts per request.'),
    statuses: Type.Optional(
      Type.Array(
        Type.Unsafe<'open' | 'closed' | 'resolved'>({ type: 'string', enum: ['open', 'closed', 'resolved'] }),
        { minItems: 1, maxItems: 3, description: 'Which posts to fetch.', examples: [['open']] },
      ),
    ),
  }),
  requests({ pageSize = defaultPageSize, statuses: wanted = ['open'] }, key) {
    const query = wanted.map(status => `&statuses=${status}`).join('');
    const path = `posts/?limit=${pageSize}&order_by=-hotness&with_cp=true${query}`;
    return [key === null ? { path } : { path, headers: { authorization: `Token ${key}` } }];
  },
  readPage(body) {
    if (!isFields(body) || !Array.isArray(body.results)) throw new BadFormat('results is not an array');
    const { results, next } = body;
    return { rows: results, next: typeof next === 'string' && next !== '' ? [{ path: next }] : [] };
  },
  readMarket: row => readMetaculusPost(row),
});

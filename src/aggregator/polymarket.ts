// Polymarket Gamma API: `/markets` in pages by offset. Lists such as `outcomes` are JSON inside strings.

import Type from 'typebox';
import { BadFormat } from '../connectors/connector.js';
import {
  BadRow,
  type Fields,
  fieldsOf,
  readBoolean,
  readId,
  readOptionalText,
  readOptionalTime,
  readPriceBps,
  readText,
  readVolume,
} from '../connectors/read-fields.js';
import { encodeText } from '../connectors/source-fetch.js';
import { maxOutcomes, type VenueOutcome } from './rules/venue-market.js';
import { defineVenue, maxLabelLength, maxTitleLength } from './venue-format.js';

const defaultPageSize = 500;

/** An array that the source may send as a JSON string. */
function readList(fields: Fields, name: string): readonly unknown[] | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  let list: unknown = value;
  if (typeof value === 'string') {
    try {
      list = JSON.parse(value);
    } catch {
      throw new BadRow(`${name} must be a JSON array in a string`);
    }
  }
  if (!Array.isArray(list) || list.length > maxOutcomes)
    throw new BadRow(`${name} must be an array of ${maxOutcomes} at most`);
  return list;
}

function readOutcomes(fields: Fields): VenueOutcome[] {
  const labels = readList(fields, 'outcomes');
  if (labels === null || labels.length === 0) throw new BadRow('outcomes must have at least one label');
  const prices = readList(fields, 'outcomePrices');
  if (prices !== null && prices.length !== labels.length) {
    throw new BadRow(`outcomePrices must have ${labels.length} items like outcomes (got ${prices.length})`);
  }
  // The source quotes the book of the first outcome.
  const bidBps = readPriceBps(fields, 'bestBid') || null;
  const ask = readPriceBps(fields, 'bestAsk');
  const askBps = ask === null || ask === 0 || ask === 10_000 ? null : ask;
  return labels.map((label, index) => {
    const each = { label, price: prices?.[index] ?? null };
    const quoted = index === 0 ? { bidBps, askBps } : { bidBps: null, askBps: null };
    return { label: readText(each, 'label', maxLabelLength), priceBps: readPriceBps(each, 'price'), ...quoted };
  });
}

/** The outcome that pays in full once the market is settled. */
function resolutionOf(outcomes: readonly VenueOutcome[]): string | null {
  return outcomes.find(({ priceBps }) => priceBps === 10_000)?.label ?? null;
}

function readPolymarketMarket(row: unknown) {
  const fields = fieldsOf(row);
  const rowId = readId(fields, 'id');
  const title = readText(fields, 'question', maxTitleLength);
  const slug = readOptionalText(fields, 'slug', 300);
  const isClosed = readBoolean(fields, 'closed', false);
  const isActive = readBoolean(fields, 'active', false) && !isClosed;
  const isResolved = isClosed && readOptionalText(fields, 'umaResolutionStatus', 60) === 'resolved';
  const outcomes = readOutcomes(fields);
  return {
    rowId,
    market: {
      title,
      category: readOptionalText(fields, 'category', 60)?.toLowerCase() ?? null,
      status: isResolved ? 'resolved' : isActive ? 'active' : 'closed',
      tradable: isActive && readBoolean(fields, 'acceptingOrders', false),
      outcomes,
      volume: readVolume(fields, 'volumeNum'),
      volume24h: readVolume(fields, 'volume24hr'),
      volumeUnit: 'USDC',
      listedAt: readOptionalTime(fields, 'createdAt'),
      closesAt: readOptionalTime(fields, 'endDate'),
      resolvedAt: isResolved ? readOptionalTime({ at: isoOf(fields.closedTime) }, 'at') : null,
      resolution: isResolved ? resolutionOf(outcomes) : null,
      url: slug === null ? null : `https://polymarket.com/market/${encodeText(slug)}`,
    },
  } as const;
}

/** The source formats this time as 2026-03-17 12:00:00+00. */
function isoOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00');
}

const pagePath = (limit: number, offset: number, includeClosed: boolean) =>
  `markets?limit=${limit}&offset=${offset}&order=volumeNum&ascending=false${includeClosed ? '' : '&closed=false'}`;

export const polymarket = defineVenue({
  id: 'polymarket',
  name: 'Polymarket',
  url: 'https://docs.polymarket.com/developers/gamma-markets-api/overview',
  licence: 'Polymarket terms of use; market data is public',
  covers: 'markets in USDC on any topic',
  defaults: { baseUrl: 'https://gamma-api.polymarket.com/', intervalSeconds: 300 },
  settings: Type.Object({
    pageSize: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 500, description: 'Markets per request.', examples: [500] }),
    ),
    includeClosed: Type.Optional(Type.Boolean({ description: 'Fetches closed markets too.', examples: [false] })),
  }),
  requests: ({ pageSize = defaultPageSize, includeClosed = false }) => [
    { path: pagePath(pageSize, 0, includeClosed), tag: '0' },
  ],
  readPage(body, { settings: { pageSize = defaultPageSize, includeClosed = false }, request }) {
    if (!Array.isArray(body)) throw new BadFormat('the list of markets is not an array');
    const offset = Number(request.tag ?? 0) + pageSize;
    const isLast = body.length < pageSize;
    return {
      rows: body,
      next: isLast ? [] : [{ path: pagePath(pageSize, offset, includeClosed), tag: String(offset) }],
    };
  },
  readMarket: row => readPolymarketMarket(row),
});

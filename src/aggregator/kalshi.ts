// Kalshi trade API v2: `/markets` in pages by cursor. Prices are dollars as strings, sizes fixed-point strings.

import Type from 'typebox';
import { BadFormat } from '../connectors/connector.js';
import {
  type Fields,
  fieldsOf,
  isFields,
  readOptionalText,
  readOptionalTime,
  readPriceBps,
  readText,
  readVolume,
} from '../connectors/read-fields.js';
import { encodeText } from '../connectors/source-fetch.js';
import type { VenueStatus } from './rules/venue-market.js';
import {
  binaryOutcomes,
  defineVenue,
  maxLabelLength,
  maxTitleLength,
  pageSizeSetting,
  readResolution,
  readVenueStatus,
} from './venue-format.js';

const defaultPageSize = 1_000;

const statuses: ReadonlyMap<string, VenueStatus> = new Map([
  ['initialized', 'active'],
  ['inactive', 'active'],
  ['active', 'active'],
  ['open', 'active'],
  ['closed', 'closed'],
  ['determined', 'closed'],
  ['disputed', 'closed'],
  ['amended', 'closed'],
  ['settled', 'resolved'],
  ['finalized', 'resolved'],
]);

/** The source quotes 0 for no bid and 1 for no ask. */
const quoteOf = (fields: Fields, name: string) => {
  const bps = readPriceBps(fields, name);
  return bps === 0 || bps === 10_000 ? null : bps;
};

/** The last price is 0 until the first trade. */
const lastPriceOf = (fields: Fields) => readPriceBps(fields, 'last_price_dollars') || null;

function titleOf(fields: Fields): string {
  const title = readOptionalText(fields, 'title', maxTitleLength);
  const yes = readOptionalText(fields, 'yes_sub_title', maxLabelLength);
  if (title === null && yes === null) return readText(fields, 'yes_sub_title', maxLabelLength);
  if (title === null || yes === null || title.includes(yes)) return (title ?? yes) as string;
  return `${title}: ${yes}`.slice(0, maxTitleLength);
}

function readKalshiMarket(row: unknown) {
  const fields = fieldsOf(row);
  const rowId = readText(fields, 'ticker', 200);
  const { given, status, isResolved } = readVenueStatus(fields, statuses);
  const eventTicker = readOptionalText(fields, 'event_ticker', 200);
  const quotes = (side: 'yes' | 'no') => ({
    bidBps: quoteOf(fields, `${side}_bid_dollars`),
    askBps: quoteOf(fields, `${side}_ask_dollars`),
  });
  return {
    rowId,
    market: {
      title: titleOf(fields),
      category: readOptionalText(fields, 'category', 60)?.toLowerCase() ?? null,
      status,
      tradable: given === 'active' || given === 'open',
      outcomes: binaryOutcomes(lastPriceOf(fields), [quotes('yes'), quotes('no')]),
      volume: readVolume(fields, 'volume_fp'),
      volume24h: readVolume(fields, 'volume_24h_fp'),
      volumeUnit: 'contracts',
      listedAt: readOptionalTime(fields, 'open_time'),
      closesAt: readOptionalTime(fields, 'close_time'),
      resolvedAt: isResolved ? readOptionalTime(fields, 'settlement_ts') : null,
      resolution: isResolved ? readResolution(fields, 'result') : null,
      url: eventTicker === null ? null : `https://kalshi.com/markets/${encodeText(eventTicker.toLowerCase())}`,
    },
  } as const;
}

const pagePath = (limit: number, status: string, cursor: string | null) =>
  `markets?limit=${limit}${status === 'all' ? '' : `&status=${status}`}${cursor === null ? '' : `&cursor=${encodeText(cursor)}`}`;

export const kalshi = defineVenue({
  id: 'kalshi',
  name: 'Kalshi',
  url: 'https://docs.kalshi.com/',
  licence: 'Kalshi developer agreement; public market data',
  covers: 'event contracts in US dollars',
  defaults: { baseUrl: 'https://api.elections.kalshi.com/trade-api/v2/', intervalSeconds: 300 },
  settings: Type.Object({
    pageSize: pageSizeSetting(1000, 'Markets per request.'),
    status: Type.Optional(
      Type.Unsafe<'open' | 'closed' | 'settled' | 'all'>({
        type: 'string',
        enum: ['open', 'closed', 'settled', 'all'],
        description: 'Which markets to fetch.',
        examples: ['open'],
      }),
    ),
  }),
  requests: ({ pageSize = defaultPageSize, status = 'open' }) => [{ path: pagePath(pageSize, status, null) }],
  readPage(body, { settings: { pageSize = defaultPageSize, status = 'open' } }) {
    if (!isFields(body) || !Array.isArray(body.markets)) throw new BadFormat('markets is not an array');
    const { markets, cursor } = body;
    const hasMore = typeof cursor === 'string' && cursor !== '';
    return { rows: markets, next: hasMore ? [{ path: pagePath(pageSize, status, cursor) }] : [] };
  },
  readMarket: row => readKalshiMarket(row),
});

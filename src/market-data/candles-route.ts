import type { EventServices } from '../events/event-references.js';
import { requireEvent } from '../events/find-event.js';
import { OutcomeIndexMember, PubkeyMember, SlugMember } from '../events/schemas.js';
import type { EventWithMarket } from '../events/store/rows.js';
import { invalid } from '../http/errors.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import {
  Amount,
  Cursor,
  closed,
  Moment,
  named,
  nullable,
  oneOf,
  PriceBps,
  readMoment,
  type Static,
  Timestamp,
  Type,
} from '../http/schema.js';
import { microsToWire } from '../kernel/units.js';
import type { MarketDataServices } from './live-reply.js';
import { readFilledCandles, readTradedCandles } from './read-candles.js';
import { candleWidthNames, readTimeframe, timeframeNames } from './rules/candles.js';

const CandleParams = closed({
  id: Type.String({ description: 'Slug or eventPubkey of the event.', examples: ['rain-in-london-on-1-may'] }),
});

const CandlesQuery = closed({
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, default: 0, description: 'Zero-based index of the outcome.' }),
  ),
  resolution: Type.Optional(
    oneOf(candleWidthNames, { description: 'Width of a candle. Default: suited to timeframe; 1h without one.' }),
  ),
  timeframe: Type.Optional(
    oneOf(timeframeNames, {
      description:
        'Look-back from now, or from the end of trading: 1h in candles of 1m, 24h of 15m, 7d of 1h, 30d of 4h, all in the finest that fit. They are wider if limit needs it. from overrides its start.',
    }),
  ),
  from: Moment('Starts with the candle that contains this time.'),
  to: Moment('Candles that start before this time.'),
  fill: Type.Optional(
    oneOf(['none', 'previous'], {
      default: 'none',
      description:
        'none: only candles with a trade in the market. previous: a candle for every interval since the opening; without a trade the price stays at the last close, or at the opening price before the first trade. Filling stops with the current interval, or with the last one that starts before the end of trading.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Default 50; with timeframe, as many as it needs.' }),
  ),
  cursor: Cursor,
});

const CandleSchema = named(
  'Candle',
  closed(
    {
      start: Timestamp({ description: 'Start of the candle, a multiple of its width since 1970 in UTC.' }),
      open: PriceBps('Price before the first trade of the candle.'),
      high: PriceBps('Highest of open and the prices after each order.'),
      low: PriceBps('Lowest of open and the prices after each order.'),
      close: PriceBps('Price after the last order.'),
      volumeCredits: Amount('Credits traded on this outcome.'),
      trades: Type.Integer({
        minimum: 0,
        description: 'Public trades on this outcome; 0 if only others were traded.',
      }),
    },
    {
      description: 'Prices in basis points. An outcome moves when another is bought.',
      examples: [
        {
          start: '2026-03-17T11:00:00.000Z',
          open: 5900,
          high: 6240,
          low: 5900,
          close: 6200,
          volumeCredits: 64.5,
          trades: 3,
        },
      ],
    },
  ),
);

const CandleList = named(
  'CandleList',
  closed({
    eventSlug: SlugMember,
    eventPubkey: PubkeyMember,
    outcomeIndex: OutcomeIndexMember,
    resolution: oneOf(candleWidthNames, { description: 'Width of a candle.' }),
    fill: oneOf(['none', 'previous'], { description: 'How intervals without a trade are filled.' }),
    candles: Type.Array(CandleSchema, { description: 'Oldest first. The first page ends with the newest.' }),
    nextCursor: nullable(
      Type.String({
        description: 'Cursor of the page with older candles; null on the last page.',
        examples: ['2nC0m8qVb1xYkT5RWzU3LDQxXQ'],
      }),
    ),
  }),
);

async function getCandles(
  { params, query }: RouteInput<{ params: typeof CandleParams; query: typeof CandlesQuery }>,
  { services }: RequestContext<HttpServices & EventServices & MarketDataServices>,
) {
  const shown = await requireEvent(services, params.id, 'id');
  const { fill = 'none', cursor } = query;
  const now = services.clock();
  const { to, ...request } = readRequest(shown, query, now);
  const { event } = shown;
  const { outcome, width } = request;
  const filters = [event.id, outcome, width, query.from ?? null, query.to ?? null, query.timeframe ?? null, fill];
  const position = cursor === undefined ? null : services.cursors.read<{ before: number }>('candles', filters, cursor);
  const before = position?.before ?? to ?? now + 1;
  await services.marketData.history.catchUp(event.id);
  const read = fill === 'previous' ? readFilledCandles : readTradedCandles;
  const { candles, more } = await read(services, { ...request, before });
  return {
    eventSlug: event.slug,
    eventPubkey: event.pubkey,
    outcomeIndex: outcome,
    resolution: width,
    fill,
    candles: candles.map(({ start, open, high, low, close, volume, trades }) => ({
      start: new Date(start).toISOString(),
      open,
      high,
      low,
      close,
      volumeCredits: microsToWire(volume),
      trades,
    })),
    nextCursor: more ? services.cursors.write('candles', filters, { before: candles[0].start }) : null,
  };
}

function readRequest(shown: EventWithMarket, query: Static<typeof CandlesQuery>, now: number) {
  const { outcomeIndex = 0, timeframe, limit } = query;
  const count = shown.event.outcomes.length;
  if (outcomeIndex >= count) throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
  const { opensAt } = shown.market;
  const frame = timeframe && readTimeframe(timeframe, { opensAt, until: endOf(shown, now) }, limit ?? maxCandles);
  const from = readMoment('from', query.from) ?? frame?.from ?? 0;
  const to = readMoment('to', query.to);
  if (to !== null && to <= from) throw invalid('to', 'must be after from');
  const width = query.resolution ?? frame?.width ?? '1h';
  return { shown, outcome: outcomeIndex, width, from, to, limit: limit ?? (frame ? maxCandles : 50) };
}

const maxCandles = 200;

/** The end of trading so far. */
function endOf({ market }: EventWithMarket, now: number): number {
  return Math.min(now, market.closedAt ?? market.endsAt);
}

export const candlesRoute = defineRoute({
  area: 'markets',
  auth: 'none',
  bucket: 'address',
  id: 'getCandles',
  method: 'GET',
  path: '/api/markets/{id}/candles',
  aliases: ['/api/markets/{id}/history', '/api/v1/markets/{id}/history'],
  summary: 'Price history of an outcome',
  description:
    'Open, high, low and close of the prices after each order, so an outcome also moves when another is bought. Includes the newest trades.',
  request: { params: CandleParams, query: CandlesQuery },
  responses: { 200: { description: 'The candles.', schema: CandleList } },
  errors: ['NOT_FOUND'],
  tool: {
    name: 'get_price_history',
    defaults: { limit: 64 },
    compact: 'eventSlug,outcomeIndex,resolution,candles(start,close,volumeCredits),nextCursor',
    title: 'Price history',
    description:
      'Price history of one outcome: open, high, low and close in basis points for each interval. Choose timeframe (1h, 24h, 7d, 30d, all) and omit the rest.',
    names: { id: 'eventSlug' },
  },
  handler: getCandles,
});

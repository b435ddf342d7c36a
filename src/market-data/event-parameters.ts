import { marketStatuses } from '../engine/lifecycle.js';
import { EventSchema, OutcomeIndexMember, PubkeyMember, SlugMember } from '../events/schemas.js';
import { invalid } from '../http/errors.js';
import {
  Amount,
  Cursor,
  closed,
  Limit,
  Moment,
  NextCursor,
  named,
  nullable,
  oneOf,
  PriceBps,
  Timestamp,
  Type,
} from '../http/schema.js';
import { maxWords, plainWords } from '../kernel/words.js';
import { candleWidthNames, timeframeNames } from './rules/candles.js';

/** Used in the description of every `q`. */
export const wordBound = `At most ${maxWords} distinct words; any other character separates words.`;

/** Returns the words of `q`. Rejects too many words, because dropping some would silently change the result. */
export function queryWords(q: string): string[] {
  const words = plainWords(q);
  if (words.length > maxWords) {
    throw invalid('q', `has ${words.length} distinct words; send at most ${maxWords}`);
  }
  return words;
}

const eventSorts = ['volume', 'newest', 'ending', 'traders', 'movers', 'trending'] as const;
const eventStatuses = [...marketStatuses, 'all'] as const;

/** A slug has up to 80 characters, a public key 44; a longer name can't exist. */
export const EventSlug = closed({
  slug: Type.String({
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

/** Filters of every list of events. */
const listFilters = {
  status: Type.Optional(oneOf(eventStatuses, { default: 'active', description: 'Current status of the market.' })),
  sort: Type.Optional(
    oneOf(eventSorts, {
      default: 'volume',
      description:
        'volume: most credits traded first. newest: by creation. ending: by end of trading, the next first. traders: most players first. movers: the largest move of a price within 24 hours first. trending: most credits traded within 24 hours first, to the hour. Volume, traders, movers and trending follow a ranking that is made anew at most every 15 seconds; a walk by cursor goes through the one that it began with, for up to an hour.',
    }),
  ),
  category: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'Only events of this category, such as weather.',
      examples: ['weather'],
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `Words of the title, description, category, tags, outcomes or slug. All must match, each at least as a word prefix. ${wordBound}`,
    }),
  ),
  cursor: Cursor,
};

export const DiscoveryQuery = closed({ ...listFilters, limit: Limit(100, 20) });

export const RelatedQuery = closed({
  limit: Limit(20, 6),
});

export const EventsQuery = closed({
  followed: Type.Optional(
    Type.Boolean({
      description:
        'true: events that the signed-in person follows, most recently followed first, in any status unless status is sent. Needs a session. Only status, category, limit and cursor can be combined with it.',
    }),
  ),
  slugs: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_000,
      description:
        'Comma-separated slugs or eventPubkeys, at most 200: returns these events in this order on one page, in any status unless status is sent. Unknown ones are listed in missing. Only status and category can be combined with it.',
      examples: ['rain-in-london-on-1-may,first-snow-in-oslo'],
    }),
  ),
  ...listFilters,
  limit: Limit(200, 50),
  includeEmptyV2: Type.Optional(Type.Boolean({ default: true, description: 'Include events that have never traded.' })),
  includeStale: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Include active events without a trade for staleDays since the later of opensAt and the last trade.',
    }),
  ),
  staleDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      default: 7,
      description: 'Days without a trade after which an active event is stale.',
    }),
  ),
});

export const TopQuery = closed({
  limit: Limit(200, 50),
  lookbackHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'Look-back for trades.' }),
  ),
  outcomeLimit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Maximum number of outcomes per event.' }),
  ),
  includeResolved: Type.Optional(Type.Boolean({ default: false, description: 'Include resolved and void events.' })),
});

export const CandleParams = closed({
  id: Type.String({ description: 'Slug or eventPubkey of the event.', examples: ['rain-in-london-on-1-may'] }),
});

export const CandlesQuery = closed({
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

export const TradesQuery = closed({
  order: Type.Optional(
    oneOf(['desc', 'asc'], { default: 'desc', description: 'By market sequence; desc: newest first.' }),
  ),
  from: Moment('Trades at or after this time.'),
  to: Moment('Trades before this time.'),
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: 'Only trades of this outcome, by zero-based index.' }),
  ),
  limit: Limit(200, 50),
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

export const CandleList = named(
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

export const Discovery = named(
  'Discovery',
  closed({ events: Type.Array(EventSchema, { description: 'Events of this page.' }), nextCursor: NextCursor }),
);

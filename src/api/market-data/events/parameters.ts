import { candleWidthNames, timeframeNames } from '../../../domain/market-data/candle-widths.js';
import { marketStatuses } from '../../../domain/market-status.js';
import { Moment } from '../../../http/moment.js';
import { Cursor, Limit } from '../../../http/paging-schemas.js';
import { closed, oneOf, Type } from '../../../http/schema.js';
import { wordBound } from './query-words.js';

const eventSorts = ['volume', 'newest', 'ending', 'traders', 'movers', 'trending'] as const;
const eventStatuses = [...marketStatuses, 'all'] as const;

/** A slug has up to 80 characters, a public key 44; what is longer names nothing. */
export const EventSlug = closed({
  slug: Type.String({
    description: 'The slug or the eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

/** Filters of every list of events. */
export const listFilters = {
  status: Type.Optional(
    oneOf(eventStatuses, { default: 'active', description: 'As the clock has it at this moment.' }),
  ),
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
      description: `Words of the title, description, category, tags, outcomes or slug. All of them must be there, each at least as the beginning of a word. ${wordBound}`,
    }),
  ),
  cursor: Cursor,
};

export const RelatedQuery = closed({
  limit: Limit(20, 6),
});

export const EventsQuery = closed({
  followed: Type.Optional(
    Type.Boolean({
      description:
        'true: events that the person who is signed in follows, most recently followed first, whatever their status unless status is sent too. Needs a session. Besides it only status, category, limit and cursor count.',
    }),
  ),
  slugs: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_000,
      description:
        'Slugs or eventPubkeys, separated by commas, 200 at most: these events in this order, whatever their status unless status is sent too, on one page. Unknown ones are listed in missing. Besides it only status and category count.',
      examples: ['rain-in-london-on-1-may,first-snow-in-oslo'],
    }),
  ),
  ...listFilters,
  limit: Limit(200, 50),
  includeEmptyV2: Type.Optional(Type.Boolean({ default: true, description: 'Events that have never traded.' })),
  includeStale: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Active events without a trade for staleDays since the later of opensAt and the last trade.',
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
    Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'How far back trades count.' }),
  ),
  outcomeLimit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'How many outcomes of an event to show.' }),
  ),
  includeResolved: Type.Optional(Type.Boolean({ default: false, description: 'Resolved and void events too.' })),
});

export const CandleParams = closed({
  id: Type.String({ description: 'The slug or the eventPubkey of the event.', examples: ['rain-in-london-on-1-may'] }),
});

export const CandlesQuery = closed({
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, default: 0, description: 'Zero-based index of the outcome.' }),
  ),
  resolution: Type.Optional(
    oneOf(candleWidthNames, { description: 'The width of a candle. Default: what suits timeframe, without one 1h.' }),
  ),
  timeframe: Type.Optional(
    oneOf(timeframeNames, {
      description:
        'Looks back from now, or from the end of trading: 1h in candles of 1m, 24h of 15m, 7d of 1h, 30d of 4h, all of the finest that fit on one page. from replaces its beginning.',
    }),
  ),
  from: Moment('Candles from the one on that this moment lies in.'),
  to: Moment('Candles that begin before this moment.'),
  fill: Type.Optional(
    oneOf(['none', 'previous'], {
      default: 'none',
      description:
        'none: only candles with a trade in the market. previous: a candle for every span since the opening; without a trade the price stands still at the last close, before the first trade at the opening price. Filling stops with the span of this moment, or with the last one that begins before the end of trading.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'Default 50; with timeframe as many as it takes.' }),
  ),
  cursor: Cursor,
});

export const TradesQuery = closed({
  order: Type.Optional(
    oneOf(['desc', 'asc'], { default: 'desc', description: 'By the market sequence: desc has the newest first.' }),
  ),
  from: Moment('Trades from this moment on.'),
  to: Moment('Trades before this moment.'),
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, description: 'Only trades of this outcome, by its zero-based index.' }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

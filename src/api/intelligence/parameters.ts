import { signalTypes } from '../../domain/intelligence/signal.js';
import { timeframeNames } from '../../domain/market-data/candle-widths.js';
import { Moment } from '../../http/moment.js';
import { Cursor, Limit } from '../../http/paging-schemas.js';
import { closed, oneOf, Type } from '../../http/schema.js';
import { historyMetrics } from '../../operations/intelligence/read-history.js';

export const maxMarkets = 200;
const maxTradesShown = 200;
export const usualTradesShown = 20;
const maxPoints = 5_000;
export const usualPoints = 500;

const lookbackHours = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 720, default: 24, description }));
const outcomeLimit = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10, description }));
const includeResolved = Type.Optional(
  Type.Boolean({ default: false, description: 'Resolved and void markets too.', examples: [false] }),
);
const minVolumeUsd = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: 1e9,
    default: 0,
    description: 'Credits traded since the opening at least. The name is historical: nothing here is in dollars.',
  }),
);

export const IntelligenceQuery = closed({
  limit: Limit(maxMarkets, 50),
  lookbackHours: lookbackHours('What changes, volatility and flow look back over.'),
  outcomeLimit: outcomeLimit('The leading outcomes by price, at most so many.'),
  includeResolved,
  competitive: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Adds venues: the same question elsewhere, where a link is confirmed.',
    }),
  ),
  minVolumeUsd,
});

export const SignalsQuery = closed({
  limit: Limit(200, 50),
  lookbackHours: lookbackHours('Signals that were detected within these hours, in force or not.'),
  outcomeLimit: outcomeLimit('Outcomes of one market at most, those with the strongest signals.'),
  includeResolved,
  minVolumeUsd,
  signalType: Type.Optional(oneOf(signalTypes, { description: 'Only signals of this type.' })),
});

export const HistoryQuery = closed({
  slug: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Slug or eventPubkey of the market.',
    examples: ['rain-in-london-on-1-may'],
  }),
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, default: 0, description: 'Zero-based index of the outcome.' }),
  ),
  timeframe: Type.Optional(
    oneOf(timeframeNames, { default: '24h', description: 'How far to look back from now or the end of trading.' }),
  ),
  metric: Type.Optional(
    oneOf(historyMetrics, {
      default: 'price',
      description:
        'price and spread in basis points; volume in credits per interval; depth in credits within 200 bps on the thinner side; traders and forecasters count players so far.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPoints,
      default: usualPoints,
      description: 'Points at most. The interval is the finest that fits.',
    }),
  ),
});

const User = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: ['weather-watcher'] });

export const DataTradesQuery = closed({
  user: Type.Optional(User('Only trades of this player, by handle or address.')),
  market: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Only trades of this market, by slug or eventPubkey.',
      examples: ['rain-in-london-on-1-may'],
    }),
  ),
  from: Moment('Trades from this moment on.'),
  to: Moment('Trades before this moment.'),
  order: Type.Optional(
    oneOf(['desc', 'asc'], {
      default: 'desc',
      description: 'desc has the newest first. Trades of one market are in the order of its sequence, others by time.',
    }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const DataPositionsQuery = closed({
  user: User('The player, by handle or address.'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Positions at most, those of the newest events first.',
    }),
  ),
  tradeLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxTradesShown,
      default: usualTradesShown,
      description: 'Trades at most, the newest first.',
    }),
  ),
});

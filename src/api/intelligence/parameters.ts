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
  Type.Boolean({ default: false, description: 'Also include resolved and void markets.', examples: [false] }),
);
const minVolumeUsd = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: 1e9,
    default: 0,
    description: 'Minimum credits traded since the opening. The name is historical: nothing here is in dollars.',
  }),
);

export const IntelligenceQuery = closed({
  limit: Limit(maxMarkets, 50),
  lookbackHours: lookbackHours('Look-back for changes, volatility and flow.'),
  outcomeLimit: outcomeLimit('Maximum number of outcomes per market, leading ones first.'),
  includeResolved,
  competitive: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Adds venues: the same question elsewhere, where a confirmed link exists.',
    }),
  ),
  minVolumeUsd,
});

export const SignalsQuery = closed({
  limit: Limit(200, 50),
  lookbackHours: lookbackHours('Signals detected within this many hours, whether or not still in force.'),
  outcomeLimit: outcomeLimit('Maximum number of outcomes per market, strongest signals first.'),
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
    oneOf(timeframeNames, { default: '24h', description: 'Look-back from now or from the end of trading.' }),
  ),
  metric: Type.Optional(
    oneOf(historyMetrics, {
      default: 'price',
      description:
        'price and spread in basis points; volume in credits per interval; depth in credits within 200 bps on the thinner side; traders and forecasters: cumulative number of players.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPoints,
      default: usualPoints,
      description: 'Maximum number of points. The interval is the finest that fits.',
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
      description: 'Only trades in this market, by slug or eventPubkey.',
      examples: ['rain-in-london-on-1-may'],
    }),
  ),
  from: Moment('Trades at or after this time.'),
  to: Moment('Trades before this time.'),
  order: Type.Optional(
    oneOf(['desc', 'asc'], {
      default: 'desc',
      description: 'desc: newest first. Trades of one market are ordered by its sequence, others by time.',
    }),
  ),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const DataPositionsQuery = closed({
  user: User('Player, by handle or address.'),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Maximum number of positions, newest events first.',
    }),
  ),
  tradeLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxTradesShown,
      default: usualTradesShown,
      description: 'Maximum number of trades, newest first.',
    }),
  ),
});

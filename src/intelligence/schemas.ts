import { marketStatuses } from '../engine/lifecycle.js';
import {
  extent,
  OutcomeIndexMember,
  OutcomeLabelMember,
  SlugMember,
  TitleMember,
  TradePlayer,
} from '../events/schemas.js';
import { Cursor, closed, Limit, Moment, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { timeframeNames } from '../market-data/rules/candles.js';
import { adviceCodes } from '../market-data/rules/health.js';
import { Handle, House, PlayerAddress, PlayerKind } from '../players/player-view.js';
import { historyMetrics } from './read-history.js';
import { signalDirections, signalTypes } from './rules.js';

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

const Credits = (description: string) => Type.Number({ minimum: 0, description, examples: [120.5] });
const Share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description, examples: [0.64] });
const Bps = (description: string) => Type.Number({ minimum: 0, maximum: 10_000, description, examples: [6200] });
const Demo = Type.Boolean({ description: 'Simulated demo content.', examples: [false] });
const AsOf = Timestamp({ description: 'When the figures were computed.' });

const IntelligenceOutcome = closed({
  index: OutcomeIndexMember,
  label: OutcomeLabelMember,
  priceBps: Bps('The price in basis points.'),
  changeBps: Type.Integer({
    description: 'Current price minus the price at the start of the look-back.',
    examples: [340],
  }),
  volatilityBps: Type.Number({
    minimum: 0,
    description:
      'Square root of the summed squared price changes over 96 even intervals of the look-back, scaled to one day.',
    examples: [412.7],
  }),
  spreadBps: nullable(Bps('Best ask minus best bid; null if a side of the book is empty.')),
  depthCredits: Credits('Credits within 200 bps of the price on the thinner side of the book.'),
});

const Flow = closed(
  {
    buyCredits: Credits('Credits paid by incoming orders.'),
    sellCredits: Credits('Credits received by incoming orders.'),
    imbalance: nullable(
      Type.Number({
        minimum: -1,
        maximum: 1,
        description: '(buyCredits − sellCredits) / (buyCredits + sellCredits); null without trades.',
        examples: [0.42],
      }),
    ),
    largestTraderShare: nullable(Share('Share of the volume traded by the most active player; null without trades.')),
  },
  { description: 'Public trades within the look-back, at most the newest 5,000.' },
);

const Health = closed(
  {
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Health score.',
      examples: [78],
    }),
    stale: Type.Boolean({ description: 'Active without a trade for 7 days, or past its end.', examples: [false] }),
    advice: oneOf(adviceCodes, { description: 'Recommended action, as in the health of a market.' }),
  },
  { description: 'Health of the market; /api/events/{slug}/health has its components.' },
);

const Venue = closed(
  {
    source: Type.String({ description: 'Venue of the market.', examples: ['manifold'] }),
    sourceMarketId: Type.String({ description: 'Id of the market there.', examples: ['k9Xz'] }),
    outcomes: Type.Array(
      closed({
        index: OutcomeIndexMember,
        label: OutcomeLabelMember,
        priceBps: nullable(Bps('Price there; null if the venue has none.')),
      }),
      { description: 'Outcomes of the market there.' },
    ),
    differenceBps: nullable(
      Type.Number({
        description: 'Price there minus the price here, for the first outcome here; null if either is missing.',
        examples: [-250],
      }),
    ),
    url: nullable(
      Type.String({ description: 'Page of the market there.', examples: ['https://manifold.markets/x/y'] }),
    ),
    stale: Type.Boolean({
      description: 'Whether the venue has not been read for three of its intervals.',
      examples: [false],
    }),
  },
  { description: 'The same question on another venue, through a link that an operator confirmed.' },
);

const MarketIntelligence = named(
  'MarketIntelligence',
  closed({
    eventSlug: SlugMember,
    title: TitleMember,
    status: oneOf(marketStatuses, { description: 'Current status of the market.' }),
    outcomes: Type.Array(IntelligenceOutcome, { description: 'Leading outcomes by price, at most outcomeLimit.' }),
    volumeCredits: Credits('Credits traded since the opening.'),
    traders: Type.Integer({ minimum: 0, description: 'Players who have traded here.', examples: [14] }),
    forecasters: Type.Integer({ minimum: 0, description: 'Players who have forecast here.', examples: [9] }),
    flow: Flow,
    health: Health,
    venues: Type.Optional(
      Type.Array(Venue, { description: 'Only with competitive=true. Empty without a confirmed link.' }),
    ),
    demo: Demo,
  }),
);

export const MarketIntelligenceList = named(
  'MarketIntelligenceList',
  closed({
    markets: Type.Array(MarketIntelligence, { description: 'Most traded first.' }),
    lookbackHours: Type.Integer({ minimum: 1, description: 'Length of the look-back in hours.', examples: [24] }),
    asOf: AsOf,
    ...extent,
  }),
);

const Backtest = closed(
  {
    n: Type.Integer({
      minimum: 30,
      description: 'Published signals of this type that were evaluated.',
      examples: [120],
    }),
    hits: Type.Integer({
      minimum: 0,
      description:
        'Number of them after which the price moved in their direction by more than the spread within 24 hours.',
      examples: [71],
    }),
    hitRate: Share('hits / n.'),
    low: Share('Lower bound of the Wilson 95 % interval.'),
    high: Share('Upper bound of the Wilson 95 % interval.'),
  },
  { description: 'Hit rate of published signals of this type, separately for demo and real markets; null below 30.' },
);

const Signal = named(
  'Signal',
  closed({
    id: Type.String({ description: 'Id of the signal.', examples: ['sig_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    type: oneOf(signalTypes, { description: 'Type of signal; docs/intelligence.md has the formulas.' }),
    eventSlug: SlugMember,
    outcomeIndex: OutcomeIndexMember,
    direction: oneOf(signalDirections, {
      description: 'Expected direction of the outcome’s price; none: no claim.',
    }),
    strength: Share('From 0 to 1, by the formula in evidence.'),
    evidence: Type.Object(
      {
        formula: Type.String({
          description: 'How strength is computed from the other members.',
          examples: ['strength = |z| / (|z| + 3)'],
        }),
      },
      {
        additionalProperties: Type.Union([Type.Number(), Type.String(), Type.Null()]),
        description: 'The formula and its inputs when the signal was detected.',
        examples: [{ formula: 'strength = |z| / (|z| + 3)', z: 4.2, changeBps: 610, traders: 5 }],
      },
    ),
    detectedAt: Timestamp({ description: 'When it was detected and published.' }),
    expiresAt: Timestamp({ description: 'When it expires. It is not published again before then.' }),
    backtest: nullable(Backtest),
    demo: Demo,
  }),
);

export const SignalList = named(
  'SignalList',
  closed({
    signals: Type.Array(Signal, { description: 'Newest first.' }),
    lookbackHours: Type.Integer({ minimum: 1, description: 'Length of the look-back in hours.', examples: [24] }),
    asOf: AsOf,
    ...extent,
  }),
);

export const IntelligenceHistory = named(
  'IntelligenceHistory',
  closed({
    eventSlug: SlugMember,
    outcomeIndex: OutcomeIndexMember,
    metric: oneOf(historyMetrics, { description: 'Metric of the values.' }),
    timeframe: oneOf(timeframeNames, { description: 'Length of the look-back.' }),
    intervalSeconds: Type.Integer({
      minimum: 60,
      description: 'Length of an interval, which has at most one point.',
      examples: [300],
    }),
    recordedFrom: nullable(
      Timestamp({
        description:
          'Earliest time with known values: the opening of the market for price and volume, otherwise its oldest sample. null: no sample yet.',
      }),
    ),
    points: Type.Array(
      closed({
        at: Timestamp({
          description: 'Time from which the value holds; for volume the start of its interval.',
        }),
        value: nullable(Type.Number({ description: 'null: one side of the book was empty.', examples: [6200] })),
      }),
      {
        description: 'Oldest first, only changes; the first is the value in force at the start, if known.',
      },
    ),
    demo: Demo,
    asOf: AsOf,
    ...extent,
  }),
);

const DataTrade = named(
  'DataTrade',
  closed(
    {
      id: Type.String({ description: 'Id of the trade.', examples: ['trd_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
      eventSlug: SlugMember,
      outcomeIndex: OutcomeIndexMember,
      side: oneOf(['buy', 'sell'], { description: 'Side of the incoming order.' }),
      shares: Type.Number({ minimum: 0, description: 'Shares traded.', examples: [41.2] }),
      credits: Credits('Credits traded.'),
      priceBps: Bps('Average price of the trade.'),
      against: oneOf(['maker', 'order'], { description: 'The market maker, or resting orders of other players.' }),
      player: TradePlayer,
      sequence: Type.Integer({ minimum: 1, description: 'The market sequence after the order.', examples: [57] }),
      at: Timestamp({ description: 'When the trade happened.' }),
      demo: Demo,
    },
    { description: 'A public trade: one for each incoming order and its counterparty.' },
  ),
);

export const DataTradeList = named(
  'DataTradeList',
  closed({
    trades: Type.Array(DataTrade, { description: 'Trades of this page.' }),
    nextCursor: NextCursor,
    asOf: AsOf,
  }),
);

const DataPosition = named(
  'DataPosition',
  closed({
    eventSlug: SlugMember,
    outcomeIndex: OutcomeIndexMember,
    shares: Type.Number({ minimum: 0, description: 'Shares held.', examples: [41.2] }),
    averagePriceBps: nullable(Bps('costCredits per share; null without shares.')),
    costCredits: Credits('Cost of the shares.'),
    valueCredits: Type.Number({
      description: 'Proceeds of selling the shares to the market maker now; the payout once settled.',
      examples: [30.1],
    }),
    realizedProfit: Type.Number({ description: 'Profit from sales and payouts.', examples: [4.2] }),
    status: oneOf(['open', 'settled'], { description: 'settled: the resolution has been paid.' }),
    demo: Demo,
  }),
);

const DataPlayer = closed(
  {
    handle: Handle,
    address: PlayerAddress,
    name: Type.String({ description: 'Public name of the player.', examples: ['Weather Watcher'] }),
    kind: PlayerKind,
    retired: Type.Boolean({
      description: 'Whether the player has left the arena; the record remains.',
      examples: [false],
    }),
    house: House,
  },
  { description: 'The player; null for an address without a player.' },
);

export const DataPositions = named(
  'DataPositions',
  closed(
    {
      player: nullable(DataPlayer),
      positions: Type.Array(DataPosition, { description: 'Newest events first.' }),
      trades: Type.Array(DataTrade, { description: 'Newest first.' }),
      asOf: AsOf,
      ...extent,
    },
    { description: 'Data that trades make public: no balances, reserves, resting orders, practice or forecasts.' },
  ),
);

const providerKinds = ['official', 'scores', 'odds', 'venue'] as const;

export const DataProviders = named(
  'DataProviders',
  closed({
    providers: Type.Array(
      named(
        'DataProvider',
        closed({
          id: Type.String({ description: 'Id of the provider.', examples: ['official-3f9a0c1d2e4b'] }),
          name: Type.String({ description: 'Name of the provider.', examples: ['Met Office'] }),
          kind: oneOf(providerKinds, {
            description: 'official: events are resolved by it. scores, odds, venue: a connector reads it.',
          }),
          url: nullable(
            Type.String({
              description: 'Its address; null if not stated.',
              examples: ['https://www.metoffice.gov.uk'],
            }),
          ),
          licence: nullable(
            Type.String({ description: 'Terms of its data; null if not stated.', examples: ['OGL 3.0'] }),
          ),
          covers: Type.Array(Type.String(), {
            description: 'Categories or sports that it is used for.',
            examples: [['weather']],
          }),
          enabled: Type.Boolean({
            description: 'Whether it is in use: events name it, or the operator has enabled the connector.',
            examples: [true],
          }),
          lastRunAt: nullable(
            Timestamp({ description: 'When the connector last read it; null for sources without a connector.' }),
          ),
          eventsUsing: Type.Integer({
            minimum: 0,
            description: 'Number of events that name it as their resolution source.',
            examples: [12],
          }),
          demo: Demo,
        }),
      ),
      { description: 'Official sources first, most used first; then connectors.' },
    ),
    asOf: AsOf,
    ...extent,
  }),
);

import { marketStatuses } from '../engine/lifecycle.js';
import {
  extent,
  OnePage,
  OutcomeIndexMember,
  OutcomeLabelMember,
  PubkeyMember,
  SlugMember,
  TitleMember,
  TradePlayer,
} from '../events/schemas.js';
import { Amount, closed, named, nullable, oneOf, PriceBps, Timestamp, type TSchema, Type } from '../http/schema.js';
import { adviceCodes, healthMeanings, healthWeights } from './rules/health.js';

const AsOf = Timestamp({
  description:
    'When the response was generated. Figures that change with time alone, such as changes over the look-back, are as of then.',
});

const always = {
  slug: SlugMember,
  eventPubkey: PubkeyMember,
  sequence: Type.Integer({ minimum: 1, description: 'Market sequence of all figures.' }),
  asOf: AsOf,
};

const snapshotAlways = {
  ...always,
  tradesSequence: Type.Integer({
    minimum: 0,
    description: 'Number of the newest trade included: resume /api/events/{slug}/stream from it with afterSequence.',
  }),
};

const lastTrade = closed({
  id: Type.String({ description: 'Id of the trade.', examples: ['trd_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  eventSlug: SlugMember,
  outcomeIndex: OutcomeIndexMember,
  side: oneOf(['buy', 'sell'], { description: 'Side of the incoming order.' }),
  shares: Type.Number({ minimum: 0, description: 'Shares traded.' }),
  credits: Amount('Credits traded.'),
  priceBps: PriceBps('Average price of the trade.'),
  against: oneOf(['maker', 'order'], { description: 'The market maker, or resting orders of other players.' }),
  player: TradePlayer,
  sequence: Type.Integer({ minimum: 1, description: 'Market sequence after the order.' }),
  at: Timestamp({ description: 'When the trade happened.' }),
});

const snapshotOutcome = closed({
  index: OutcomeIndexMember,
  label: OutcomeLabelMember,
  priceBps: PriceBps('Current price.'),
  bestBidBps: nullable(PriceBps('Highest price at which shares can be sold now; null if there is none.')),
  bestAskBps: nullable(PriceBps('Lowest price at which shares can be bought now; null if there is none.')),
  spreadBps: nullable(
    Type.Integer({ minimum: 0, description: 'Best ask minus best bid, in basis points; null if a side is empty.' }),
  ),
  changeBps: Type.Integer({ description: 'Current price minus the price at the start of the look-back.' }),
  volumeCredits: Amount('Credits traded on this outcome since the opening.'),
  lookbackVolumeCredits: Amount('Credits traded on this outcome within the look-back.'),
});

const snapshotMembers = {
  title: TitleMember,
  status: oneOf(marketStatuses, { description: 'Current status of the market.' }),
  endsAt: Timestamp({ description: 'When trading ends.' }),
  outcomes: Type.Array(snapshotOutcome, {
    description: 'Leading outcomes by price, at most outcomeLimit, by index.',
  }),
  outcomeCount: Type.Integer({ minimum: 2, description: 'Number of outcomes of the event.' }),
  lastTrades: Type.Array(lastTrade, { description: 'Newest public trades first, at most 5.' }),
  lastTradeAt: nullable(Timestamp({ description: 'When the market was last traded; null if never.' })),
  volumeCredits: Amount('Credits traded since the opening.'),
  volume24hCredits: Amount('Credits traded in the last 24 hours.'),
  lookbackVolumeCredits: Amount('Credits traded within the look-back.'),
  openOrders: Type.Integer({ minimum: 0, description: 'Number of resting orders in the market.' }),
  traders: Type.Integer({ minimum: 0, description: 'Players who have traded here.' }),
};
const snapshotFields = Object.keys(snapshotMembers);

const snapshotExample = {
  slug: 'rain-in-london-on-1-may',
  eventPubkey: '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y',
  sequence: 57,
  tradesSequence: 41,
  asOf: '2026-03-17T12:00:00.000Z',
  title: 'Will it rain in London on 1 May 2026?',
  status: 'active',
  endsAt: '2026-05-01T00:00:00.000Z',
  outcomes: [
    {
      index: 0,
      label: 'Yes',
      priceBps: 6200,
      bestBidBps: 6199,
      bestAskBps: 6201,
      spreadBps: 2,
      changeBps: 150,
      volumeCredits: 812.5,
      lookbackVolumeCredits: 120,
    },
    {
      index: 1,
      label: 'No',
      priceBps: 3800,
      bestBidBps: 3799,
      bestAskBps: 3801,
      spreadBps: 2,
      changeBps: -150,
      volumeCredits: 0,
      lookbackVolumeCredits: 0,
    },
  ],
  outcomeCount: 2,
  lastTrades: [
    {
      id: 'trd_01kx3v7p9ye1f8m2q4s6t8v0wz',
      eventSlug: 'rain-in-london-on-1-may',
      outcomeIndex: 0,
      side: 'buy',
      shares: 41.2,
      credits: 25,
      priceBps: 6068,
      against: 'maker',
      player: { handle: 'weather-watcher', kind: 'agent', retired: false, house: false },
      sequence: 57,
      at: '2026-03-17T11:58:02.114Z',
    },
  ],
  lastTradeAt: '2026-03-17T11:58:02.114Z',
  volumeCredits: 812.5,
  volume24hCredits: 120,
  lookbackVolumeCredits: 120,
  openOrders: 3,
  traders: 14,
};

function optional(members: Record<string, TSchema>): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]));
}

export const MarketSnapshot = named(
  'MarketSnapshot',
  closed(
    { ...snapshotAlways, ...snapshotMembers },
    { description: 'Figures of one market for a bot, all at one sequence.', examples: [snapshotExample] },
  ),
);

const ChosenSnapshot = named(
  'ChosenSnapshot',
  closed(
    { ...snapshotAlways, ...optional(snapshotMembers) },
    { description: 'A MarketSnapshot with the requested fields, or all.', examples: [snapshotExample] },
  ),
);

const healthPart = closed({
  name: oneOf(Object.keys(healthWeights), {
    description: Object.entries(healthMeanings)
      .map(([name, meaning]) => `${name}: ${meaning}`)
      .join(' '),
  }),
  weight: Type.Integer({ minimum: 0, maximum: 100, description: 'Maximum points of the component.' }),
  value: Type.Number({ minimum: 0, maximum: 1, description: 'Rating of the component, from 0 (worst) to 1 (best).' }),
  points: Type.Number({ minimum: 0, maximum: 100, description: 'weight × value.' }),
});

const healthMembers = {
  title: TitleMember,
  status: oneOf(marketStatuses, { description: 'Current status of the market.' }),
  endsAt: Timestamp({ description: 'When trading ends.' }),
  lastTradeAt: nullable(Timestamp({ description: 'When the market was last traded; null if never.' })),
  lastTradeAgeSeconds: nullable(
    Type.Integer({ minimum: 0, description: 'Seconds from the last trade to asOf; null if there was none.' }),
  ),
  spreadBps: nullable(
    Type.Integer({
      minimum: 0,
      description: 'Best ask minus best bid of the leading outcome, in basis points; null if a side is empty.',
    }),
  ),
  depth: closed(
    {
      withinBps: Type.Integer({ const: 200, description: 'Distance from the price, in basis points.' }),
      bidCredits: Amount('Credits received for selling the leading outcome down to this distance.'),
      askCredits: Amount('Credits spent on buying the leading outcome up to this distance.'),
    },
    { description: 'Depth of the leading outcome within 200 bps of its price.' },
  ),
  openOrders: Type.Integer({ minimum: 0, description: 'Number of resting orders in the market.' }),
  traders: Type.Integer({ minimum: 0, description: 'Players who have traded here.' }),
  volumeCredits: Amount('Credits traded since the opening.'),
  lookbackVolumeCredits: Amount('Credits traded within the look-back.'),
  stale: Type.Boolean({
    description: 'Active and without a trade for staleDays since the later of its opening and the last trade.',
  }),
  resolutionOverdue: Type.Boolean({
    description: 'Whether trading ended more than a day ago and the event is not resolved.',
  }),
  score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Sum of the points of all components; half of that while paused, 0 if orders are not accepted.',
  }),
  parts: Type.Array(healthPart, { description: 'Components of the score.' }),
  advice: closed(
    {
      code: oneOf(adviceCodes, { description: 'Machine-readable advice.' }),
      sentence: Type.String({
        description: 'Human-readable advice.',
        examples: ['Active and liquid: trade and quote as usual.'],
      }),
    },
    { description: 'What a bot should do in this market now.' },
  ),
};
const healthFields = Object.keys(healthMembers);

const healthExample = {
  slug: 'rain-in-london-on-1-may',
  eventPubkey: '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y',
  sequence: 57,
  asOf: '2026-03-17T12:00:00.000Z',
  title: 'Will it rain in London on 1 May 2026?',
  status: 'active',
  endsAt: '2026-05-01T00:00:00.000Z',
  lastTradeAt: '2026-03-17T11:58:02.114Z',
  lastTradeAgeSeconds: 117,
  spreadBps: 2,
  depth: { withinBps: 200, bidCredits: 32.6, askCredits: 54.1 },
  openOrders: 3,
  traders: 14,
  volumeCredits: 812.5,
  lookbackVolumeCredits: 120,
  stale: false,
  resolutionOverdue: false,
  score: 76,
  parts: [
    { name: 'recency', weight: 30, value: 1, points: 30 },
    { name: 'depth', weight: 25, value: 0.5044, points: 12.6 },
    { name: 'spread', weight: 20, value: 1, points: 20 },
    { name: 'traders', weight: 15, value: 0.7, points: 10.5 },
    { name: 'orders', weight: 10, value: 0.3, points: 3 },
  ],
  advice: { code: 'trade', sentence: 'Active and liquid: trade and quote as usual.' },
};

export const MarketHealth = named(
  'MarketHealth',
  closed(
    { ...always, ...healthMembers },
    { description: 'Tradability of a market, with advice.', examples: [healthExample] },
  ),
);

const ChosenHealth = named(
  'ChosenHealth',
  closed(
    { ...always, ...optional(healthMembers) },
    { description: 'A MarketHealth with the requested fields, or all.', examples: [healthExample] },
  ),
);

const head = {
  asOf: Timestamp({ description: 'Oldest asOf of all markets below.' }),
  lookbackHours: Type.Integer({ minimum: 1, maximum: 720, description: 'Length of the look-back in hours.' }),
};
const healthHead = {
  ...head,
  staleDays: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'Days without a trade after which a market is stale.',
  }),
};
const Missing = Type.Array(Type.String(), {
  description: 'Slugs and public keys of the request that match no market.',
  examples: [['first-snow-in-oslo']],
});

export const SnapshotList = named(
  'SnapshotList',
  closed({
    ...head,
    snapshots: Type.Array(MarketSnapshot, { description: 'One snapshot for each market.' }),
    missing: Missing,
    ...extent,
  }),
);
export const ChosenSnapshotList = named(
  'ChosenSnapshotList',
  closed({
    ...head,
    snapshots: Type.Array(ChosenSnapshot, { description: 'One snapshot for each market.' }),
    missing: Missing,
    ...extent,
  }),
);
export const HealthList = named(
  'HealthList',
  closed({
    ...healthHead,
    health: Type.Array(MarketHealth, { description: 'Health of each market.' }),
    nextCursor: OnePage,
    ...extent,
  }),
);
export const HealthSnapshotList = named(
  'HealthSnapshotList',
  closed({
    ...healthHead,
    health: Type.Array(MarketHealth, { description: 'Health of each market.' }),
    missing: Missing,
    ...extent,
  }),
);
export const ChosenHealthList = named(
  'ChosenHealthList',
  closed({
    ...healthHead,
    health: Type.Array(ChosenHealth, { description: 'Health of each market.' }),
    missing: Missing,
    ...extent,
  }),
);

export const BotSnapshot = named(
  'BotSnapshot',
  closed(
    {
      ...healthHead,
      tradingPaused: Type.Boolean({
        description:
          'Whether trading is paused in the whole arena. Current on the node that paused; other nodes are notified immediately, or within a second if notifications are unavailable.',
      }),
      pollAfterSeconds: Type.Integer({
        minimum: 1,
        description: 'Recommended polling interval in seconds; polling faster rarely returns anything new.',
      }),
      markets: Type.Array(closed({ snapshot: ChosenSnapshot, health: MarketHealth }), {
        description: 'Snapshot and health of each market.',
      }),
      missing: Missing,
      ...extent,
    },
    { description: 'Everything that one iteration of a trading loop needs.' },
  ),
);

/** Markets per bulk request. */
export const maxMarkets = 200;
export const usualMarkets = 50;

const lookbackHours = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'Look-back for changes and volumes.' }),
);
const outcomeLimit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 10,
    description: 'Maximum number of outcomes per market, leading ones first.',
  }),
);
const staleDays = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 90,
    default: 7,
    description: 'Days without a trade after which a market is stale.',
  }),
);
const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: maxMarkets,
    default: usualMarkets,
    description: 'Maximum number of markets if none are named.',
  }),
);
const includeResolved = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'If no markets are named: also include resolved and void ones. A named market is always returned.',
  }),
);

const listed = (what: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 8_000,
      description: `${what}, separated by commas, at most ${maxMarkets} markets. For longer lists use the POST variant.`,
      examples: [example],
    }),
  );
const names = {
  slugs: listed('Slugs', 'rain-in-london-on-1-may'),
  eventPubkeys: listed('Public keys', '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y'),
};

const list = (what: string, examples: string[]) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: maxMarkets,
      description: `${what}. An empty list matches no market.`,
      examples: [examples],
    }),
  );
const nameLists = {
  slugs: list('Slugs', ['rain-in-london-on-1-may']),
  eventPubkeys: list('Public keys', []),
};

const fields = (names: readonly string[]) =>
  Type.Optional(
    Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...names] }), {
      minItems: 1,
      maxItems: names.length,
      description: 'Members to return; default: all. Slug, eventPubkey, sequence and asOf are always included.',
      examples: [[names[0]]],
    }),
  );

export const SnapshotQuery = closed({ lookbackHours, outcomeLimit });
export const HealthQuery = closed({ lookbackHours, staleDays });

export const SnapshotsQuery = closed({ ...names, limit, lookbackHours, outcomeLimit, includeResolved });
export const HealthSnapshotsQuery = closed({ ...names, limit, lookbackHours, includeResolved, staleDays });
export const BotSnapshotQuery = closed({ limit, lookbackHours, outcomeLimit, includeResolved });

/** Includes every status except resolved and void, unless requested. */
export const HealthListQuery = closed({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxMarkets, default: usualMarkets, description: 'Maximum number of markets.' }),
  ),
  lookbackHours,
  includeResolved: Type.Optional(
    Type.Boolean({ default: false, description: 'Also include resolved and void markets.' }),
  ),
  includeStale: Type.Optional(Type.Boolean({ default: false, description: 'Also include stale markets.' })),
  staleDays,
  minVolumeUsd: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      default: 0,
      description: 'Minimum credits traded since the opening. The name is historical: nothing here is in dollars.',
    }),
  ),
  minOpenOrders: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description: 'Only markets with at least this many resting orders.',
    }),
  ),
});

export const bodyMembers = { ...nameLists, limit, lookbackHours, outcomeLimit, includeResolved };

/** Intentionally open: unknown members are ignored. */
export const SnapshotsBody = Type.Object(
  { ...bodyMembers, fields: fields(snapshotFields) },
  {
    description: 'Markets and members to return. Unknown members are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], lookbackHours: 24, fields: ['status', 'outcomes'] }],
  },
);
export const HealthSnapshotsBody = Type.Object(
  { ...nameLists, limit, lookbackHours, includeResolved, staleDays, fields: fields(healthFields) },
  {
    description: 'Markets and members of their health to return. Unknown members are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], staleDays: 3, fields: ['score', 'advice'] }],
  },
);
export const BotSnapshotBody = Type.Object(
  { ...bodyMembers, staleDays, fields: fields(snapshotFields) },
  {
    description: 'Markets and members to return; overrides the query. Unknown members are ignored.',
    examples: [{ slugs: ['rain-in-london-on-1-may'], outcomeLimit: 2 }],
  },
);

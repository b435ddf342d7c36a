import { adviceCodes, healthMeanings, healthWeights } from '../../../domain/market-data/health.js';
import { marketStatuses } from '../../../domain/market-status.js';
import { closed, named, nullable, oneOf, Timestamp, type TSchema, Type } from '../../../http/schema.js';
import { extent, OnePage, TradePlayer } from '../events/schemas.js';

const Bps = (description: string) => Type.Integer({ minimum: 1, maximum: 9999, description });
const Credits = (description: string) => Type.Number({ minimum: 0, description });

const AsOf = Timestamp({
  description: 'When this was made. What moves with time alone, such as changes over the look-back, is of that moment.',
});

const always = {
  slug: Type.String(),
  eventPubkey: Type.String(),
  sequence: Type.Integer({ minimum: 1, description: 'The market sequence that all of it belongs to.' }),
  asOf: AsOf,
};

const snapshotAlways = {
  ...always,
  tradesSequence: Type.Integer({
    minimum: 0,
    description:
      'The number of the newest trade in it: /api/events/{slug}/stream goes on behind it with afterSequence.',
  }),
};

const lastTrade = closed({
  id: Type.String(),
  eventSlug: Type.String(),
  outcomeIndex: Type.Integer({ minimum: 0 }),
  side: oneOf(['buy', 'sell'], { description: 'Of the incoming order.' }),
  shares: Type.Number({ minimum: 0 }),
  credits: Credits('Credits that changed hands.'),
  priceBps: Bps('The average price of the trade.'),
  against: oneOf(['maker', 'order'], { description: 'The market maker, or resting orders of other players.' }),
  player: TradePlayer,
  sequence: Type.Integer({ minimum: 1 }),
  at: Timestamp(),
});

const snapshotOutcome = closed({
  index: Type.Integer({ minimum: 0 }),
  label: Type.String(),
  priceBps: Bps('The current price.'),
  bestBidBps: nullable(Bps('The highest price at which something can be sold now.')),
  bestAskBps: nullable(Bps('The lowest price at which something can be bought now.')),
  spreadBps: nullable(Type.Integer({ minimum: 0 })),
  changeBps: Type.Integer({ description: 'Price now minus price when the look-back began.' }),
  volumeCredits: Credits('Credits traded on this outcome since the opening.'),
  lookbackVolumeCredits: Credits('Credits traded on this outcome within the look-back.'),
});

const snapshotMembers = {
  title: Type.String(),
  status: oneOf(marketStatuses, { description: 'As the clock has it.' }),
  endsAt: Timestamp({ description: 'When trading ends.' }),
  outcomes: Type.Array(snapshotOutcome, {
    description: 'The leading ones by price, at most outcomeLimit, in the order of their index.',
  }),
  outcomeCount: Type.Integer({ minimum: 2, description: 'How many outcomes the event has.' }),
  lastTrades: Type.Array(lastTrade, { description: 'The newest public trades, newest first, 5 at most.' }),
  lastTradeAt: nullable(Timestamp()),
  volumeCredits: Credits('Credits traded since the opening.'),
  volume24hCredits: Credits('Credits traded in the last 24 hours.'),
  lookbackVolumeCredits: Credits('Credits traded within the look-back.'),
  openOrders: Type.Integer({ minimum: 0 }),
  traders: Type.Integer({ minimum: 0, description: 'Players who have traded here.' }),
};
export const snapshotFields = Object.keys(snapshotMembers);

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
      player: { handle: 'weather-watcher', kind: 'agent', retired: false },
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
    { description: 'What a bot looks at in one market, all at one sequence.', examples: [snapshotExample] },
  ),
);

const ChosenSnapshot = named(
  'ChosenSnapshot',
  closed(
    { ...snapshotAlways, ...optional(snapshotMembers) },
    { description: 'A MarketSnapshot with the members that fields names, or all.', examples: [snapshotExample] },
  ),
);

const healthPart = closed({
  name: oneOf(Object.keys(healthWeights), {
    description: Object.entries(healthMeanings)
      .map(([name, meaning]) => `${name}: ${meaning}`)
      .join(' '),
  }),
  weight: Type.Integer({ minimum: 0, maximum: 100 }),
  value: Type.Number({ minimum: 0, maximum: 1 }),
  points: Type.Number({ minimum: 0, maximum: 100, description: 'weight × value.' }),
});

const healthMembers = {
  title: Type.String(),
  status: oneOf(marketStatuses, { description: 'As the clock has it.' }),
  endsAt: Timestamp({ description: 'When trading ends.' }),
  lastTradeAt: nullable(Timestamp()),
  lastTradeAgeSeconds: nullable(Type.Integer({ minimum: 0, description: 'At asOf.' })),
  spreadBps: nullable(Type.Integer({ minimum: 0, description: 'Of the leading outcome.' })),
  depth: closed(
    {
      withinBps: Type.Integer({ const: 200 }),
      bidCredits: Credits('What sells of the leading outcome down to there bring.'),
      askCredits: Credits('What buys of the leading outcome up to there cost.'),
    },
    { description: 'Of the leading outcome, within 200 bps of its price.' },
  ),
  openOrders: Type.Integer({ minimum: 0 }),
  traders: Type.Integer({ minimum: 0 }),
  volumeCredits: Credits('Credits traded since the opening.'),
  lookbackVolumeCredits: Credits('Credits traded within the look-back.'),
  stale: Type.Boolean({
    description: 'Active and without a trade for staleDays since the later of its opening and the last trade.',
  }),
  resolutionOverdue: Type.Boolean({ description: 'Trading ended over a day ago and there is no answer.' }),
  score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'The points of all parts together; half of that while paused, 0 where no orders are taken.',
  }),
  parts: Type.Array(healthPart),
  advice: closed(
    { code: oneOf(adviceCodes), sentence: Type.String() },
    { description: 'What a bot should do here now.' },
  ),
};
export const healthFields = Object.keys(healthMembers);

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
    { description: 'How well a market can be traded, and what to do about it.', examples: [healthExample] },
  ),
);

const ChosenHealth = named(
  'ChosenHealth',
  closed(
    { ...always, ...optional(healthMembers) },
    { description: 'A MarketHealth with the members that fields names, or all.', examples: [healthExample] },
  ),
);

const head = {
  asOf: Timestamp({ description: 'The oldest asOf of all that follows.' }),
  lookbackHours: Type.Integer({ minimum: 1, maximum: 720 }),
};
const healthHead = { ...head, staleDays: Type.Integer({ minimum: 1, maximum: 90 }) };
const Missing = Type.Array(Type.String(), { description: 'What was named and is not there.' });

export const SnapshotList = named(
  'SnapshotList',
  closed({ ...head, snapshots: Type.Array(MarketSnapshot), missing: Missing, ...extent }),
);
export const ChosenSnapshotList = named(
  'ChosenSnapshotList',
  closed({ ...head, snapshots: Type.Array(ChosenSnapshot), missing: Missing, ...extent }),
);
export const HealthList = named(
  'HealthList',
  closed({ ...healthHead, health: Type.Array(MarketHealth), nextCursor: OnePage, ...extent }),
);
export const HealthSnapshotList = named(
  'HealthSnapshotList',
  closed({ ...healthHead, health: Type.Array(MarketHealth), missing: Missing, ...extent }),
);
export const ChosenHealthList = named(
  'ChosenHealthList',
  closed({ ...healthHead, health: Type.Array(ChosenHealth), missing: Missing, ...extent }),
);

export const BotSnapshot = named(
  'BotSnapshot',
  closed(
    {
      ...healthHead,
      tradingPaused: Type.Boolean({
        description:
          'No orders are taken in the whole arena. Of this moment on the node that paused; other nodes hear of it at once, and within a second where they can not hear.',
      }),
      pollAfterSeconds: Type.Integer({ minimum: 1, description: 'Asking again sooner seldom brings anything new.' }),
      markets: Type.Array(closed({ snapshot: ChosenSnapshot, health: MarketHealth })),
      missing: Missing,
      ...extent,
    },
    { description: 'Everything that one turn of a trading loop needs.' },
  ),
);

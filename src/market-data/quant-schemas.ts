import { marketStatuses } from '../engine/lifecycle.js';
import {
  extent,
  OutcomeIndexMember,
  OutcomeLabelMember,
  PubkeyMember,
  SlugMember,
  TitleMember,
} from '../events/schemas.js';
import { depthDistances } from '../exchange/live/live-market.js';
import { Amount, closed, named, nullable, oneOf, PriceBps, Timestamp, Type } from '../http/schema.js';
import { bodyMembers, SnapshotsQuery } from './snapshot-schemas.js';

export const MarketsQuery = SnapshotsQuery;

const Probability = Type.Object(
  {
    slug: Type.String({
      maxLength: 200,
      description: 'Slug or eventPubkey of the event.',
      examples: ['rain-in-london-on-1-may'],
    }),
    outcomeIndex: Type.Integer({ minimum: 0, maximum: 99, description: 'Zero-based index of the outcome.' }),
    probability: Type.Number({ minimum: 0, maximum: 100, description: 'Your probability, in percent.' }),
  },
  { examples: [{ slug: 'rain-in-london-on-1-may', outcomeIndex: 0, probability: 70 }] },
);

export const usualBankroll = 1_000;
export const usualKellyFraction = 0.5;

const beliefs = {
  probabilities: Type.Optional(
    Type.Array(Probability, { maxItems: 200, description: 'Your probabilities of outcomes, one entry each.' }),
  ),
  bankrollCredits: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      default: usualBankroll,
      description: 'Bankroll that stakes are a fraction of.',
    }),
  ),
  kellyFraction: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: usualKellyFraction,
      description: 'Fraction of the full Kelly stake.',
    }),
  ),
};

const example = {
  slugs: ['rain-in-london-on-1-may'],
  lookbackHours: 24,
  probabilities: [{ slug: 'rain-in-london-on-1-may', outcomeIndex: 0, probability: 70 }],
  bankrollCredits: 1000,
};

/** Intentionally open: unknown members are ignored. */
export const BotBody = Type.Object(
  { ...bodyMembers, ...beliefs },
  {
    description: 'Markets, and your probabilities for them. Unknown members are ignored.',
    examples: [example],
  },
);

const StrategyMarket = closed({
  slug: SlugMember,
  eventPubkey: PubkeyMember,
  title: TitleMember,
  outcomeIndex: OutcomeIndexMember,
  outcomeLabel: OutcomeLabelMember,
  priceBps: PriceBps('The current price of the outcome.'),
  buyLimitBps: nullable(PriceBps('Limit price for buying the outcome; null if it depends on your own probability.')),
  endsAt: Timestamp({ description: 'When trading ends.' }),
  sequence: Type.Integer({ minimum: 1, description: 'Market sequence of the figures.' }),
  reason: Type.String({ description: 'Why the market fits the strategy.', examples: ['Trading ends in 12 hours.'] }),
});

const strategyExample = {
  id: 'calendar',
  title: 'Work through the calendar',
  summary: 'Markets that end soon settle soon: review each before it closes, and cancel what rests in it.',
  parameters: [{ name: 'withinHours', value: 72, unit: 'hours', meaning: 'Until trading ends.' }],
  steps: ['Check the resolution source: is the outcome already known, or the time at which it will be?'],
  risk: 'The resolution rule can turn an outcome that looks certain. Read the rule.',
  markets: [
    {
      slug: 'rain-in-london-on-1-may',
      eventPubkey: '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y',
      title: 'Will it rain in London on 1 May 2026?',
      outcomeIndex: 0,
      outcomeLabel: 'Yes',
      priceBps: 6200,
      buyLimitBps: null,
      endsAt: '2026-05-01T00:00:00.000Z',
      sequence: 57,
      reason: 'Trading ends in 12 hours.',
    },
  ],
  total: 1,
  truncated: false,
};

export const StrategyList = named(
  'StrategyList',
  closed(
    {
      asOf: Timestamp({ description: 'When the figures were computed; the oldest if markets differ.' }),
      lookbackHours: Type.Integer({ description: 'Length of the look-back in hours.' }),
      strategies: Type.Array(
        closed(
          {
            id: Type.String({ description: 'Id of the strategy.', examples: ['calendar'] }),
            title: Type.String({ description: 'Title of the strategy.', examples: ['Work through the calendar'] }),
            summary: Type.String({
              description: 'Idea of the strategy.',
              examples: ['Markets that end soon settle soon: review each before it closes.'],
            }),
            parameters: Type.Array(
              closed({
                name: Type.String({ description: 'Name of the parameter.', examples: ['withinHours'] }),
                value: Type.Number({ description: 'Value, in unit.' }),
                unit: oneOf(['bps', 'credits', 'hours', 'share'], {
                  description: 'Unit of the value; share is a fraction from 0 to 1.',
                }),
                meaning: Type.String({ description: 'Purpose of the parameter.', examples: ['Until trading ends.'] }),
              }),
              { description: 'Thresholds for selecting markets.' },
            ),
            steps: Type.Array(Type.String(), { description: 'Steps, in order.' }),
            risk: Type.String({
              description: 'Risk of the strategy.',
              examples: ['The resolution rule can turn an outcome that looks certain.'],
            }),
            markets: Type.Array(StrategyMarket, { description: 'Markets that currently fit, best first, at most 10.' }),
            total: Type.Integer({ minimum: 0, description: 'Number of examined markets that fit.' }),
            truncated: Type.Boolean({ description: 'Whether more markets fit than are listed.' }),
          },
          { examples: [strategyExample] },
        ),
        { description: 'Every strategy.' },
      ),
      missing: Type.Array(Type.String(), {
        description: 'Slugs and public keys of the request that match no market.',
        examples: [['first-snow-in-oslo']],
      }),
      ...extent,
    },
    { description: 'Worked strategies for play credits; not financial advice.' },
  ),
);

const QuantOutcome = closed({
  index: OutcomeIndexMember,
  label: OutcomeLabelMember,
  priceBps: PriceBps('The current price.'),
  volatilityBpsPerDay: Type.Number({
    minimum: 0,
    description:
      'σ = √(Σ Δp² · day / look-back), where Δp is the price change in bps between intervals. Basis points per square root of a day; the mean is not subtracted.',
  }),
  volatilityLogOddsPerDay: Type.Number({
    minimum: 0,
    description: 'The same for ln(p / (1 − p)): comparable between prices near 50 % and far from it.',
  }),
  changeBps: Type.Integer({ description: 'Last price minus the price at the start of the look-back.' }),
  highBps: PriceBps('Highest price at the end of any interval.'),
  lowBps: PriceBps('Lowest price at the end of any interval.'),
  largestStepBps: Type.Integer({ minimum: 0, description: 'Largest |Δp| of one interval.' }),
  bestBidBps: nullable(PriceBps('Highest price at which shares can be sold now; null if there is none.')),
  bestAskBps: nullable(PriceBps('Lowest price at which shares can be bought now; null if there is none.')),
  spreadBps: nullable(
    Type.Integer({ minimum: 0, description: 'Best ask minus best bid, in basis points; null if a side is empty.' }),
  ),
  depth: Type.Array(
    closed({
      withinBps: Type.Integer({ enum: [...depthDistances], description: 'Distance from the price, in basis points.' }),
      bidCredits: Amount('Credits received for selling down to this distance.'),
      askCredits: Amount('Credits spent on buying up to this distance.'),
    }),
    { description: 'Cumulative depth by distance from the price.' },
  ),
  imbalance: Type.Number({
    minimum: -1,
    maximum: 1,
    description: '(bids − asks) / (bids + asks) in credits within 200 bps.',
  }),
});

const QuantMarket = closed({
  slug: SlugMember,
  eventPubkey: PubkeyMember,
  title: TitleMember,
  status: oneOf(marketStatuses, {
    description: 'Current status of the market; opening and closing times are applied at request time.',
  }),
  sequence: Type.Integer({ minimum: 1, description: 'Market sequence of the figures.' }),
  asOf: Timestamp({ description: 'When the figures were computed.' }),
  liquidityCredits: Amount('b of the market maker: buying an outcome from p to p′ costs b · ln((1 − p) / (1 − p′)).'),
  trades: Type.Integer({
    minimum: 0,
    description: 'Public trades within the look-back, at most the newest 5,000.',
  }),
  lookbackVolumeCredits: Amount('Credits traded within the look-back.'),
  outcomes: Type.Array(QuantOutcome, {
    description: 'Leading outcomes by price, at most outcomeLimit, by index.',
  }),
});

const QuantCorrelation = closed({
  a: Type.String({ description: 'Slug of the first market.', examples: ['rain-in-london-on-1-may'] }),
  aOutcomeIndex: Type.Integer({ minimum: 0, description: 'Zero-based index of the outcome of the first market.' }),
  b: Type.String({ description: 'Slug of the second market.', examples: ['first-snow-in-oslo'] }),
  bOutcomeIndex: Type.Integer({ minimum: 0, description: 'Zero-based index of the outcome of the second market.' }),
  correlation: nullable(
    Type.Number({
      minimum: -1,
      maximum: 1,
      description:
        'Pearson correlation of Δp over the same intervals, without those in which neither moved; null with fewer than 8.',
    }),
  ),
  samples: Type.Integer({ minimum: 0, description: 'Intervals in which at least one of the two moved.' }),
});

const QuantKelly = closed({
  slug: SlugMember,
  status: oneOf(marketStatuses, { description: 'Status of the market; only active markets have a stake.' }),
  outcomeIndex: OutcomeIndexMember,
  sequence: Type.Integer({ minimum: 1, description: 'Market sequence of the figures.' }),
  probability: Type.Number({ description: 'Your probability, in percent.' }),
  priceBps: PriceBps('The current price.'),
  edgeBps: Type.Integer({ description: 'Probability minus price; below 0, buying has no edge.' }),
  fixedPriceFraction: Type.Number({
    minimum: 0,
    maximum: 1,
    description: '(q − p) / (1 − p): the full Kelly fraction of the bankroll if buying did not move the price.',
  }),
  stakeCredits: Amount(
    'kellyFraction times the stake that maximizes q · ln(W − c + s) + (1 − q) · ln(W − c), where W is the bankroll and c credits buy s shares from the market maker. 0 if below 0.01, the minimum order, or if the market is not active.',
  ),
  shares: Amount('Shares that the stake buys from the market maker.'),
  limitPriceBps: nullable(PriceBps('Price after spending the stake: the limit to send. Null if the stake is 0.')),
  expectedProfitCredits: Type.Number({ description: 'q · shares − stake.' }),
});

export const QuantMetrics = named(
  'QuantMetrics',
  closed(
    {
      asOf: Timestamp({ description: 'Oldest asOf of all markets below.' }),
      lookbackHours: Type.Integer({ minimum: 1, maximum: 720, description: 'Length of the look-back in hours.' }),
      intervalSeconds: Type.Number({ description: 'Length of one of the 96 intervals of the look-back.' }),
      markets: Type.Array(QuantMarket, { description: 'Figures of each market.' }),
      correlations: Type.Array(QuantCorrelation, {
        description: 'Between the leading outcomes of the first 20 markets, each pair once.',
      }),
      kelly: Type.Array(QuantKelly, { description: 'Stakes for the probabilities sent.' }),
      missing: Type.Array(Type.String(), {
        description: 'Slugs and public keys of the request that match no market.',
        examples: [['first-snow-in-oslo']],
      }),
      ...extent,
    },
    {
      description:
        'Volatility, realized moves, depth, imbalance, correlation and Kelly sizing, computed from prices after public trades; docs/quant.md has the formulas.',
    },
  ),
);

import { marketStatuses } from '../../../domain/market-status.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../../http/schema.js';
import { depthDistances } from '../../../operations/exchange/live/book-figures.js';
import { extent } from '../events/schemas.js';

const Bps = (description: string) => Type.Integer({ minimum: 1, maximum: 9999, description });
const Amount = (description: string) => Type.Number({ minimum: 0, description });
const Texts = Type.Array(Type.String());

const StrategyMarket = closed({
  slug: Type.String(),
  eventPubkey: Type.String(),
  title: Type.String(),
  outcomeIndex: Type.Integer({ minimum: 0 }),
  outcomeLabel: Type.String(),
  priceBps: Bps('The current price of the outcome.'),
  buyLimitBps: nullable(Bps('Where to buy the outcome; null where that is for your own opinion to say.')),
  endsAt: Timestamp(),
  sequence: Type.Integer({ minimum: 1 }),
  reason: Type.String({ description: 'Why it fits.' }),
});

const strategyExample = {
  id: 'calendar',
  title: 'Work through the calendar',
  summary: 'Markets that end soon are settled soon: look at each before it closes, and free what rests in it.',
  parameters: [{ name: 'withinHours', value: 72, unit: 'hours', meaning: 'Until trading ends.' }],
  steps: ['Look at the resolution source: is the answer known already, or the hour at which it will be?'],
  risk: 'An answer that looks certain can be read differently by the resolution rule. Read the rule.',
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
      asOf: Timestamp(),
      lookbackHours: Type.Integer(),
      strategies: Type.Array(
        closed(
          {
            id: Type.String(),
            title: Type.String(),
            summary: Type.String(),
            parameters: Type.Array(
              closed({
                name: Type.String(),
                value: Type.Number(),
                unit: oneOf(['bps', 'credits', 'hours', 'share']),
                meaning: Type.String(),
              }),
            ),
            steps: Texts,
            risk: Type.String(),
            markets: Type.Array(StrategyMarket, { description: 'That it fits right now, the best first, 10 at most.' }),
            total: Type.Integer({ minimum: 0, description: 'How many of the markets looked at it fits.' }),
            truncated: Type.Boolean({ description: 'Whether it fits more than are listed.' }),
          },
          { examples: [strategyExample] },
        ),
      ),
      missing: Type.Array(Type.String(), { description: 'What was named and is not there.' }),
      ...extent,
    },
    { description: 'Worked strategies, for play credits: none of this is advice about money.' },
  ),
);

const QuantOutcome = closed({
  index: Type.Integer({ minimum: 0 }),
  label: Type.String(),
  priceBps: Bps('The current price.'),
  volatilityBpsPerDay: Type.Number({
    minimum: 0,
    description:
      'σ = √(Σ Δp² · day / look-back), Δp the change of the price in bps from one interval to the next. Basis points per square root of a day; no mean is taken off.',
  }),
  volatilityLogOddsPerDay: Type.Number({
    minimum: 0,
    description: 'The same of ln(p / (1 − p)): comparable between prices near and far from 50 %.',
  }),
  changeBps: Type.Integer({ description: 'Last price minus the price when the look-back began.' }),
  highBps: Bps('The highest price at the end of any interval.'),
  lowBps: Bps('The lowest price at the end of any interval.'),
  largestStepBps: Type.Integer({ minimum: 0, description: 'The largest |Δp| of one interval.' }),
  bestBidBps: nullable(Bps('The highest price at which something can be sold now.')),
  bestAskBps: nullable(Bps('The lowest price at which something can be bought now.')),
  spreadBps: nullable(Type.Integer({ minimum: 0 })),
  depth: Type.Array(
    closed({
      withinBps: Type.Integer({ enum: [...depthDistances] }),
      bidCredits: Amount('What sells down to there bring.'),
      askCredits: Amount('What buys up to there cost.'),
    }),
  ),
  imbalance: Type.Number({
    minimum: -1,
    maximum: 1,
    description: '(bids − asks) / (bids + asks) in credits within 200 bps.',
  }),
});

const QuantMarket = closed({
  slug: Type.String(),
  eventPubkey: Type.String(),
  title: Type.String(),
  status: oneOf(marketStatuses),
  sequence: Type.Integer({ minimum: 1 }),
  asOf: Timestamp(),
  liquidityCredits: Amount('b of the market maker: buying an outcome from p to p′ costs b · ln((1 − p) / (1 − p′)).'),
  trades: Type.Integer({
    minimum: 0,
    description: 'Public trades within the look-back; the newest 5,000 are looked at.',
  }),
  lookbackVolumeCredits: Amount('Credits traded within the look-back.'),
  outcomes: Type.Array(QuantOutcome, {
    description: 'The leading ones by price, at most outcomeLimit, in the order of their index.',
  }),
});

const QuantCorrelation = closed({
  a: Type.String({ description: 'Slug of the one market.' }),
  aOutcomeIndex: Type.Integer({ minimum: 0 }),
  b: Type.String({ description: 'Slug of the other.' }),
  bOutcomeIndex: Type.Integer({ minimum: 0 }),
  correlation: nullable(
    Type.Number({
      minimum: -1,
      maximum: 1,
      description:
        'Pearson’s coefficient of the Δp of both over the same intervals, those without any move left out; null with fewer than 8.',
    }),
  ),
  samples: Type.Integer({ minimum: 0, description: 'Intervals in which at least one of the two moved.' }),
});

const QuantKelly = closed({
  slug: Type.String(),
  status: oneOf(marketStatuses, { description: 'Only active markets take orders; for others nothing is staked.' }),
  outcomeIndex: Type.Integer({ minimum: 0 }),
  sequence: Type.Integer({ minimum: 1 }),
  probability: Type.Number({ description: 'As you sent it, in per cent.' }),
  priceBps: Bps('The current price.'),
  edgeBps: Type.Integer({ description: 'Probability minus price; below 0 there is nothing to buy.' }),
  fixedPriceFraction: Type.Number({
    minimum: 0,
    maximum: 1,
    description: '(q − p) / (1 − p): the full Kelly share of the bankroll if buying did not move the price.',
  }),
  stakeCredits: Amount(
    'kellyFraction times the stake that maximises q · ln(W − c + s) + (1 − q) · ln(W − c), where W is the bankroll and c credits buy s shares of the market maker. 0 below 0.01, the smallest order, and unless the market is active.',
  ),
  shares: Amount('What the stake buys of the market maker.'),
  limitPriceBps: nullable(Bps('The price after the stake is spent: the limit to send. Null where nothing is staked.')),
  expectedProfitCredits: Type.Number({ description: 'q · shares − stake.' }),
});

export const QuantMetrics = named(
  'QuantMetrics',
  closed(
    {
      asOf: Timestamp({ description: 'The oldest asOf of all that follows.' }),
      lookbackHours: Type.Integer({ minimum: 1, maximum: 720 }),
      intervalSeconds: Type.Number({ description: 'A look-back is divided into 96 intervals.' }),
      markets: Type.Array(QuantMarket),
      correlations: Type.Array(QuantCorrelation, {
        description: 'Between the leading outcomes of the first 20 markets, each pair once.',
      }),
      kelly: Type.Array(QuantKelly, { description: 'For the probabilities that were sent.' }),
      missing: Type.Array(Type.String(), { description: 'What was named and is not there.' }),
      ...extent,
    },
    {
      description:
        'Volatility, realised moves, depth, imbalance, correlation and Kelly sizing. Prices come from what public trades left behind; docs/quant.md has the formulas.',
    },
  ),
);

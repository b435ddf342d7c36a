import { marketStatuses } from '../../../domain/market-status.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../../http/schema.js';
import { depthDistances } from '../../../operations/exchange/live/book-figures.js';
import { OutcomeIndexMember, OutcomeLabelMember, PubkeyMember, SlugMember } from '../events/member-schemas.js';

const Bps = (description: string) => Type.Integer({ minimum: 1, maximum: 9999, description });
const Amount = (description: string) => Type.Number({ minimum: 0, description });

const depthParameter = {
  depth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Levels on each side at most.' }),
  ),
};

const outcomeParameter = {
  outcomeIndex: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 99, default: 0, description: 'Zero-based index of the outcome.' }),
  ),
};

export const MarketId = closed({
  id: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The slug or the eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const EventSlugParam = closed({
  slug: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The slug or the eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const OrderbookQuery = closed({
  eventPubkey: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The eventPubkey or the slug of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
  ...outcomeParameter,
  ...depthParameter,
});

export const MarketOrderbookQuery = closed({ ...outcomeParameter, ...depthParameter });
export const DepthQuery = closed(depthParameter);

export const BookLevel = named(
  'BookLevel',
  closed(
    {
      priceBps: Bps('A whole price. Trading everything up to it moves the market to it.'),
      shares: Amount('Shares that trade beyond the level before.'),
      credits: Amount('Credits that they cost or bring.'),
      source: oneOf(['maker', 'orders', 'mixed'], {
        description: 'Who trades here: the market maker, resting orders, or both.',
      }),
    },
    { examples: [{ priceBps: 6201, shares: 4.26131, credits: 2.642268, source: 'maker' }] },
  ),
);

const sides = {
  bids: Type.Array(BookLevel, { description: 'What a sell meets, the highest price first.' }),
  asks: Type.Array(BookLevel, { description: 'What a buy meets, the lowest price first.' }),
  midBps: Bps('The current price.'),
  spreadBps: nullable(
    Type.Integer({ minimum: 0, description: 'Best ask minus best bid; null where a side is empty.' }),
  ),
};

const names = {
  eventSlug: SlugMember,
  eventPubkey: PubkeyMember,
};
const sequence = Type.Integer({
  minimum: 1,
  description: 'The market sequence of this book; send it as ifSequence to trade exactly against it.',
});

export const Orderbook = named(
  'Orderbook',
  closed(
    {
      ...names,
      outcomeIndex: OutcomeIndexMember,
      sequence,
      ...sides,
      depth: Type.Integer({ minimum: 1, maximum: 200, description: 'Levels on each side at most.' }),
    },
    {
      description:
        'The book of one outcome: what the market maker and the resting orders (sells of this outcome and buys of others, or the reverse) trade up to each whole price. Buying the credits of the first m asks with that limit moves the price to the m-th. Empty once trading is over.',
    },
  ),
);

export const OrderbookSnapshot = named(
  'OrderbookSnapshot',
  closed(
    {
      ...names,
      status: oneOf(marketStatuses, {
        description: 'Status of the market at this moment: opening and end of trading are applied by the clock.',
      }),
      sequence,
      asOf: Timestamp({ description: 'When this was made. Until the sequence or the status changes it stays true.' }),
      depth: Type.Integer({ minimum: 1, maximum: 200, description: 'Maximum number of levels on each side.' }),
      outcomes: Type.Array(closed({ outcomeIndex: OutcomeIndexMember, label: OutcomeLabelMember, ...sides }), {
        description: 'The book of each outcome, in the order of the index.',
      }),
    },
    { description: 'The books of all outcomes at one sequence.' },
  ),
);

const DepthWithin = closed({
  withinBps: Type.Integer({ enum: [...depthDistances], description: 'Distance from the price.' }),
  bidCredits: Amount('Credits that sells down to there bring.'),
  bidShares: Amount('Shares sold down to there.'),
  askCredits: Amount('Credits that buys up to there cost.'),
  askShares: Amount('Shares bought up to there.'),
});

export const OrderbookSummary = named(
  'OrderbookSummary',
  closed(
    {
      ...names,
      status: oneOf(marketStatuses, {
        description: 'Status of the market at this moment: opening and end of trading are applied by the clock.',
      }),
      sequence,
      asOf: Timestamp({ description: 'When this was made. Until the sequence or the status changes it stays true.' }),
      openOrders: Type.Integer({ minimum: 0, description: 'Number of resting orders in the market.' }),
      outcomes: Type.Array(
        closed({
          outcomeIndex: OutcomeIndexMember,
          label: OutcomeLabelMember,
          bestBidBps: nullable(Bps('Highest price at which shares can be sold now; null if there is none.')),
          bestAskBps: nullable(Bps('Lowest price at which shares can be bought now; null if there is none.')),
          midBps: Bps('The current price.'),
          spreadBps: sides.spreadBps,
          depth: Type.Array(DepthWithin, { description: 'Cumulative depth by distance from the price.' }),
          imbalance: Type.Number({
            minimum: -1,
            maximum: 1,
            description: '(bids − asks) / (bids + asks) in credits within 200 bps.',
          }),
        }),
        { description: 'Figures of each outcome, in the order of the index.' },
      ),
    },
    { description: 'Top of book, depth and imbalance of all outcomes.' },
  ),
);

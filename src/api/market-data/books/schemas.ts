import { marketStatuses } from '../../../domain/market-status.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../../http/schema.js';
import { depthDistances } from '../../../operations/exchange/live/book-figures.js';
import { OutcomeIndexMember, OutcomeLabelMember, PubkeyMember, SlugMember } from '../events/member-schemas.js';

const Bps = (description: string) => Type.Integer({ minimum: 1, maximum: 9999, description });
const Amount = (description: string) => Type.Number({ minimum: 0, description });

const depthParameter = {
  depth: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 20, description: 'Maximum number of levels per side.' }),
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
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const EventSlugParam = closed({
  slug: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Slug or eventPubkey of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
});

export const OrderbookQuery = closed({
  eventPubkey: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'eventPubkey or slug of the event.',
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
      priceBps: Bps('Whole price. Trading everything up to it moves the market to it.'),
      shares: Amount('Shares available beyond the previous level.'),
      credits: Amount('Credits that they cost or yield.'),
      source: oneOf(['maker', 'orders', 'mixed'], {
        description: 'Liquidity at this price: the market maker, resting orders, or both.',
      }),
    },
    { examples: [{ priceBps: 6201, shares: 4.26131, credits: 2.642268, source: 'maker' }] },
  ),
);

const sides = {
  bids: Type.Array(BookLevel, { description: 'Bids, which a sell fills against, highest price first.' }),
  asks: Type.Array(BookLevel, { description: 'Asks, which a buy fills against, lowest price first.' }),
  midBps: Bps('The current price.'),
  spreadBps: nullable(Type.Integer({ minimum: 0, description: 'Best ask minus best bid; null if a side is empty.' })),
};

const names = {
  eventSlug: SlugMember,
  eventPubkey: PubkeyMember,
};
const sequence = Type.Integer({
  minimum: 1,
  description: 'Market sequence of this book; send it as ifSequence to trade exactly against it.',
});

export const Orderbook = named(
  'Orderbook',
  closed(
    {
      ...names,
      outcomeIndex: OutcomeIndexMember,
      sequence,
      ...sides,
      depth: Type.Integer({ minimum: 1, maximum: 200, description: 'Maximum number of levels per side.' }),
    },
    {
      description:
        'Order book of one outcome: cumulative liquidity of the market maker and the resting orders (sells of this outcome and buys of others, or the reverse) up to each whole price. Buying the credits of the first m asks with that limit moves the price to the m-th. Empty once trading has ended.',
    },
  ),
);

export const OrderbookSnapshot = named(
  'OrderbookSnapshot',
  closed(
    {
      ...names,
      status: oneOf(marketStatuses, {
        description: 'Current status of the market; opening and closing times are applied at request time.',
      }),
      sequence,
      asOf: Timestamp({
        description: 'When the response was generated. It stays valid until the sequence or the status changes.',
      }),
      depth: Type.Integer({ minimum: 1, maximum: 200, description: 'Maximum number of levels per side.' }),
      outcomes: Type.Array(closed({ outcomeIndex: OutcomeIndexMember, label: OutcomeLabelMember, ...sides }), {
        description: 'Book of each outcome, by index.',
      }),
    },
    { description: 'Order books of all outcomes at one sequence.' },
  ),
);

const DepthWithin = closed({
  withinBps: Type.Integer({ enum: [...depthDistances], description: 'Distance from the price, in basis points.' }),
  bidCredits: Amount('Credits received for selling down to this distance.'),
  bidShares: Amount('Shares sold down to this distance.'),
  askCredits: Amount('Credits spent on buying up to this distance.'),
  askShares: Amount('Shares bought up to this distance.'),
});

export const OrderbookSummary = named(
  'OrderbookSummary',
  closed(
    {
      ...names,
      status: oneOf(marketStatuses, {
        description: 'Current status of the market; opening and closing times are applied at request time.',
      }),
      sequence,
      asOf: Timestamp({
        description: 'When the response was generated. It stays valid until the sequence or the status changes.',
      }),
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
        { description: 'Figures of each outcome, by index.' },
      ),
    },
    { description: 'Top of book, depth and imbalance of all outcomes.' },
  ),
);

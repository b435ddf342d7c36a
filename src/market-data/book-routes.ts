import { marketStatuses, statusAt } from '../engine/lifecycle.js';
import type { EventServices } from '../events/event-references.js';
import { OutcomeIndexMember, OutcomeLabelMember, PubkeyMember, SlugMember } from '../events/schemas.js';
import {
  bookSides,
  depthDistances,
  depthOfBook,
  type LiveMarket,
  topOfBook,
  unchangedUntil,
} from '../exchange/live/live-market.js';
import { invalid } from '../http/errors.js';
import type { CachedText } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { Amount, closed, named, nullable, oneOf, PriceBps, Timestamp, Type } from '../http/schema.js';
import { microsToWire } from '../kernel/units.js';
import { type MarketDataServices, replyFor } from './live-reply.js';
import type { ReplyText } from './reply-cache.js';
import { imbalanceOf } from './rules/quant.js';

type Needs = HttpServices & EventServices & MarketDataServices;

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

const MarketId = closed({
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

const OrderbookQuery = closed({
  eventPubkey: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'eventPubkey or slug of the event.',
    examples: ['rain-in-london-on-1-may'],
  }),
  ...outcomeParameter,
  ...depthParameter,
});

const MarketOrderbookQuery = closed({ ...outcomeParameter, ...depthParameter });
const DepthQuery = closed(depthParameter);

export const BookLevel = named(
  'BookLevel',
  closed(
    {
      priceBps: PriceBps('Whole price. Trading everything up to it moves the market to it.'),
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
  midBps: PriceBps('The current price.'),
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

const Orderbook = named(
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

const OrderbookSnapshot = named(
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

const OrderbookSummary = named(
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
          bestBidBps: nullable(PriceBps('Highest price at which shares can be sold now; null if there is none.')),
          bestAskBps: nullable(PriceBps('Lowest price at which shares can be bought now; null if there is none.')),
          midBps: PriceBps('The current price.'),
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

const usualDepth = 20;
const round4 = (value: number) => Math.round(value * 10_000) / 10_000;

const namesOf = ({ event }: LiveMarket) => ({ eventSlug: event.slug, eventPubkey: event.pubkey });

function made(live: LiveMarket, now: number, view: object): ReplyText {
  return { text: JSON.stringify(view), at: now, until: unchangedUntil(live, now) };
}

function oneBook(
  services: Needs,
  reference: string,
  { outcomeIndex = 0, depth = usualDepth }: { outcomeIndex?: number; depth?: number },
  field: string,
): CachedText | Promise<CachedText> {
  const make = (live: LiveMarket, now: number) => {
    const count = live.event.outcomes.length;
    if (outcomeIndex >= count) throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes`);
    const { sequence } = live.market;
    const view = { ...namesOf(live), outcomeIndex, sequence, ...bookSides(live, outcomeIndex, depth, now), depth };
    return made(live, now, view);
  };
  return replyFor(services, reference, { key: `book ${outcomeIndex} ${depth}`, make }, field);
}

function getOrderbook({ query }: RouteInput<{ query: typeof OrderbookQuery }>, { services }: RequestContext<Needs>) {
  return oneBook(services, query.eventPubkey, query, 'eventPubkey');
}

function getMarketOrderbook(
  { params, query }: RouteInput<{ params: typeof MarketId; query: typeof MarketOrderbookQuery }>,
  { services }: RequestContext<Needs>,
) {
  return oneBook(services, params.id, query, 'id');
}

function getOrderbookSnapshot(
  { params, query }: RouteInput<{ params: typeof EventSlugParam; query: typeof DepthQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { depth = usualDepth } = query;
  const make = (live: LiveMarket, now: number) => {
    const outcomes = live.event.outcomes.map((label, outcomeIndex) => ({
      outcomeIndex,
      label,
      ...bookSides(live, outcomeIndex, depth, now),
    }));
    const { sequence } = live.market;
    const head = { ...namesOf(live), status: statusAt(live.market, now), sequence, asOf: new Date(now).toISOString() };
    return made(live, now, { ...head, depth, outcomes });
  };
  return replyFor(services, params.slug, { key: `books ${depth}`, make }, 'slug');
}

function summarize(live: LiveMarket, outcomeIndex: number, now: number) {
  const depth = depthOfBook(live, outcomeIndex, now);
  const near = depth[depthDistances.indexOf(200)];
  const { bestBidBps, bestAskBps, spreadBps } = topOfBook(live, outcomeIndex, now);
  return {
    outcomeIndex,
    label: live.event.outcomes[outcomeIndex],
    bestBidBps,
    bestAskBps,
    midBps: live.market.priceBps[outcomeIndex],
    spreadBps,
    depth: depth.map(({ withinBps, bids, asks }) => ({
      withinBps,
      bidCredits: microsToWire(bids.credits),
      bidShares: microsToWire(bids.shares),
      askCredits: microsToWire(asks.credits),
      askShares: microsToWire(asks.shares),
    })),
    imbalance: round4(imbalanceOf(near.bids.credits, near.asks.credits)),
  };
}

function getOrderbookSummary(
  { params }: RouteInput<{ params: typeof EventSlugParam }>,
  { services }: RequestContext<Needs>,
) {
  const make = (live: LiveMarket, now: number) => {
    const { sequence, openOrders } = live.market;
    const outcomes = live.event.outcomes.map((_label, index) => summarize(live, index, now));
    const head = { ...namesOf(live), status: statusAt(live.market, now), sequence, asOf: new Date(now).toISOString() };
    return made(live, now, { ...head, openOrders, outcomes });
  };
  return replyFor(services, params.slug, { key: 'book summary', make }, 'slug');
}

const open = { area: 'orderbook', auth: 'none', bucket: 'address' } as const;
const bookDescription =
  'Liquidity of the market maker and resting orders at whole prices around the current one: steps of 1 bp near it, wider further out. Served from memory, at the newest sequence.';

export const bookRoutes = [
  defineRoute({
    ...open,
    id: 'getOrderbook',
    method: 'GET',
    path: '/api/clob/v2/orderbook',
    summary: 'Order book of one outcome',
    description: bookDescription,
    request: { query: OrderbookQuery },
    responses: { 200: { description: 'The book.', schema: Orderbook } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: getOrderbook,
  }),
  defineRoute({
    ...open,
    id: 'getMarketOrderbook',
    method: 'GET',
    path: '/api/v1/markets/{id}/orderbook',
    summary: 'Order book of one outcome, by market',
    description: `The same as GET /api/clob/v2/orderbook with the market in the path. ${bookDescription}`,
    request: { params: MarketId, query: MarketOrderbookQuery },
    responses: { 200: { description: 'The book.', schema: Orderbook } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    tool: {
      name: 'get_order_book',
      compact: 'eventSlug,outcomeIndex,bids(priceBps,shares),asks(priceBps,shares),midBps,spreadBps',
      next: [{ tool: 'play_preview_order', arguments: { eventSlug: 'eventSlug', outcomeIndex: 'outcomeIndex' } }],
      title: 'Order book',
      description:
        'Shares of one outcome that can currently be bought (asks) and sold (bids) at each price, market maker and resting orders combined. Buying the credits of the first levels moves the price to the last of them, so you can see the price impact of your size.',
      names: { id: 'eventSlug' },
    },
    handler: getMarketOrderbook,
  }),
  defineRoute({
    ...open,
    id: 'getOrderbookSnapshot',
    method: 'GET',
    path: '/api/events/{slug}/orderbook/snapshot',
    summary: 'Order books of all outcomes',
    description: 'All books of a market at one sequence. Use it to initialize a stream, and after a gap.',
    request: { params: EventSlugParam, query: DepthQuery },
    responses: { 200: { description: 'The books.', schema: OrderbookSnapshot } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: getOrderbookSnapshot,
  }),
  defineRoute({
    ...open,
    id: 'getOrderbookSummary',
    method: 'GET',
    path: '/api/events/{slug}/orderbook/summary',
    summary: 'Top of book, depth and imbalance of all outcomes',
    description: 'Best bid and ask, spread, depth within 100, 200 and 500 bps, and the imbalance of bids and asks.',
    request: { params: EventSlugParam },
    responses: { 200: { description: 'The summary.', schema: OrderbookSummary } },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: getOrderbookSummary,
  }),
];

import { imbalanceOf } from '../../../domain/market-data/quant.js';
import { statusAt } from '../../../domain/market-status.js';
import { microsToWire } from '../../../domain/units.js';
import type { CachedText } from '../../../http/cached-text.js';
import { invalid } from '../../../http/errors.js';
import type { ReplyText } from '../../../http/market-reply-cache.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { RouteInput } from '../../../http/route.js';
import type { Services } from '../../../http/services.js';
import {
  depthDistances,
  depthOfBook,
  topOfBook,
  unchangedUntil,
} from '../../../operations/exchange/live/book-figures.js';
import { bookSides } from '../../../operations/exchange/live/book-sides.js';
import type { LiveMarket } from '../../../operations/exchange/live/live-market.js';
import { replyFor } from '../live-reply.js';
import type { DepthQuery, EventSlugParam, MarketId, MarketOrderbookQuery, OrderbookQuery } from './schemas.js';

const usualDepth = 20;
const round4 = (value: number) => Math.round(value * 10_000) / 10_000;

const namesOf = ({ event }: LiveMarket) => ({ eventSlug: event.slug, eventPubkey: event.pubkey });

function made(live: LiveMarket, now: number, view: object): ReplyText {
  return { text: JSON.stringify(view), at: now, until: unchangedUntil(live, now) };
}

function oneBook(
  services: Services,
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

export function getOrderbook({ query }: RouteInput<{ query: typeof OrderbookQuery }>, { services }: RequestContext) {
  return oneBook(services, query.eventPubkey, query, 'eventPubkey');
}

export function getMarketOrderbook(
  { params, query }: RouteInput<{ params: typeof MarketId; query: typeof MarketOrderbookQuery }>,
  { services }: RequestContext,
) {
  return oneBook(services, params.id, query, 'id');
}

export function getOrderbookSnapshot(
  { params, query }: RouteInput<{ params: typeof EventSlugParam; query: typeof DepthQuery }>,
  { services }: RequestContext,
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

export function getOrderbookSummary(
  { params }: RouteInput<{ params: typeof EventSlugParam }>,
  { services }: RequestContext,
) {
  const make = (live: LiveMarket, now: number) => {
    const { sequence, openOrders } = live.market;
    const outcomes = live.event.outcomes.map((_label, index) => summarize(live, index, now));
    const head = { ...namesOf(live), status: statusAt(live.market, now), sequence, asOf: new Date(now).toISOString() };
    return made(live, now, { ...head, openOrders, outcomes });
  };
  return replyFor(services, params.slug, { key: 'book summary', make }, 'slug');
}

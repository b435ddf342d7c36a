import { type BookDepth, bookDepth } from '../../../domain/exchange/engine/book-depth.js';
import { orderBook } from '../../../domain/exchange/engine/order-book.js';
import { type MarketStatus, statusAt, statusUntil } from '../../../domain/market-status.js';
import type { LiveMarket } from './live-market.js';

/** The distances from the price at which depth is measured, in basis points. */
export const depthDistances = [100, 200, 500] as const;

export interface TopOfBook {
  readonly bestBidBps: number | null;
  readonly bestAskBps: number | null;
  readonly spreadBps: number | null;
}

/** Figures derived from one market's book, valid until an order in it expires. */
interface CachedFigures {
  readonly until: number;
  readonly tops: Map<number, TopOfBook>;
  readonly depths: Map<number, readonly BookDepth[]>;
}

const nothing = { shares: 0, credits: 0 } as BookDepth['asks'];
const noTop: TopOfBook = { bestBidBps: null, bestAskBps: null, spreadBps: null };
const noDepth: readonly BookDepth[] = depthDistances.map(withinBps => ({ withinBps, bids: nothing, asks: nothing }));

const made = new WeakMap<LiveMarket, CachedFigures>();

/** The first expiry of an order in the book. */
function nextExpiry({ book }: LiveMarket, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { expiresAt } of book.resting.byId.values()) {
    if (expiresAt !== null && expiresAt > now && expiresAt < next) next = expiresAt;
  }
  return next;
}

function madeOf(live: LiveMarket, now: number): CachedFigures {
  const known = made.get(live);
  if (known && now < known.until) return known;
  const fresh = { until: nextExpiry(live, now), tops: new Map(), depths: new Map() };
  made.set(live, fresh);
  return fresh;
}

/** Excludes statuses in which trading has ended. */
export function hasBook(status: MarketStatus): boolean {
  return status === 'scheduled' || status === 'active' || status === 'paused';
}

/** The next time at which the status or the book changes by time alone. */
export function unchangedUntil(live: LiveMarket, now: number): number {
  const { market } = live;
  if (!hasBook(statusAt(market, now))) return Number.POSITIVE_INFINITY;
  return Math.min(madeOf(live, now).until, statusUntil(market, now));
}

/** The market must be consistent. */
export function topOfBook(live: LiveMarket, outcome: number, now: number): TopOfBook {
  if (!hasBook(statusAt(live.market, now))) return noTop;
  const { tops } = madeOf(live, now);
  let top = tops.get(outcome);
  if (!top) {
    const { bids, asks, spreadBps } = orderBook(live.book, outcome, 1, now);
    top = { bestBidBps: bids[0]?.priceBps ?? null, bestAskBps: asks[0]?.priceBps ?? null, spreadBps };
    tops.set(outcome, top);
  }
  return top;
}

/** By the distances above. The market must be consistent. */
export function depthOfBook(live: LiveMarket, outcome: number, now: number): readonly BookDepth[] {
  if (!hasBook(statusAt(live.market, now))) return noDepth;
  const { depths } = madeOf(live, now);
  let depth = depths.get(outcome);
  if (!depth) {
    depth = bookDepth(live.book, outcome, depthDistances, now);
    depths.set(outcome, depth);
  }
  return depth;
}

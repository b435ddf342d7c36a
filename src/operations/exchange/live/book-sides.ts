import { type BookLevel, orderBook } from '../../../domain/exchange/engine/order-book.js';
import { statusAt } from '../../../domain/market-status.js';
import { microsToWire } from '../../../domain/units.js';
import { hasBook } from './book-figures.js';
import type { LiveMarket } from './live-market.js';

export interface WireLevel extends Pick<BookLevel, 'source'> {
  readonly priceBps: number;
  readonly shares: number;
  readonly credits: number;
}

/** One outcome's book in wire units. */
export interface BookSides {
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  readonly midBps: number;
  readonly spreadBps: number | null;
}

function wireLevel({ priceBps, shares, credits, source }: BookLevel): WireLevel {
  return { priceBps, shares: microsToWire(shares), credits: microsToWire(credits), source };
}

/** Shared by requests and streams, so that both show the same book. The market must be consistent. */
export function bookSides(live: LiveMarket, outcome: number, depth: number, now: number): BookSides {
  if (!hasBook(statusAt(live.market, now))) {
    return { bids: [], asks: [], midBps: live.market.priceBps[outcome], spreadBps: null };
  }
  const { bids, asks, midBps, spreadBps } = orderBook(live.book, outcome, depth, now);
  return { bids: bids.map(wireLevel), asks: asks.map(wireLevel), midBps, spreadBps };
}

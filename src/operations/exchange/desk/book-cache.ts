import { type MarketBook, openBook } from '../../../domain/exchange/engine/market-book.js';
import type { RestingOrder } from '../../../domain/exchange/engine/resting-queue.js';
import type { EventRow, MarketRow } from '../../../store/markets/interface.js';
import type { OpenMarket } from './play-unit-of-work.js';

const maxBooks = 2_000;

export function bookOf(event: EventRow, market: MarketRow, orders: Iterable<RestingOrder>): MarketBook {
  const { liquidity, openingShares } = event;
  const { eventId: marketId, shares, account, sequence, status } = market;
  const trading = status !== 'resolved' && status !== 'void';
  return openBook({ marketId, liquidity, openingShares, shares, account, sequence }, orders, trading);
}

/**
 * Markets and their books between orders. They count only while their sequence is the one of the market's row, so other
 * nodes may change markets at will. A transaction takes a book out before it changes it, and puts it back when all is saved:
 * the book of one that failed is not what the database has, though others may have raised the sequence as far meanwhile.
 */
export class BookCache {
  private readonly markets = new Map<string, OpenMarket>();

  take(eventId: string, sequence: number | undefined): OpenMarket | null {
    const open = this.markets.get(eventId) ?? null;
    this.markets.delete(eventId);
    return open?.book.sequence === sequence ? open : null;
  }

  put(open: OpenMarket): void {
    this.markets.set(open.market.eventId, open);
    if (this.markets.size > maxBooks) this.markets.delete(this.markets.keys().next().value as string);
  }

  evict(eventIds: Iterable<string>): void {
    for (const id of eventIds) this.markets.delete(id);
  }
}

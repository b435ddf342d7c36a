import { BoundedMap } from '../../../domain/bounded-map.js';
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
 * Markets and their books between orders. An entry is current only while its sequence equals that of the locked market
 * row, so other nodes may change markets freely. A transaction removes a book before it changes it and returns it after
 * the save: the book of a failed transaction differs from the database, even if another node has raised the sequence to
 * the same value.
 */
export class BookCache {
  private readonly markets = new BoundedMap<OpenMarket>(maxBooks);

  take(eventId: string, sequence: number | undefined): OpenMarket | null {
    const open = this.markets.get(eventId) ?? null;
    this.markets.delete(eventId);
    return open?.book.sequence === sequence ? open : null;
  }

  put(open: OpenMarket): void {
    this.markets.set(open.market.eventId, open);
  }

  evict(eventIds: Iterable<string>): void {
    for (const id of eventIds) this.markets.delete(id);
  }
}

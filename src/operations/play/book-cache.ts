import { type MarketBook, openBook } from '../../domain/engine/market-book.js';
import type { RestingOrder } from '../../domain/engine/resting-queue.js';
import type { EventRow, MarketRow, PlayReads } from '../../store/play-store.js';

const mostBooks = 2_000;

export function bookOf(event: EventRow, market: MarketRow, orders: Iterable<RestingOrder>): MarketBook {
  const { liquidity, openingShares } = event;
  const { eventId: marketId, shares, account, sequence, status } = market;
  const trading = status !== 'resolved' && status !== 'void';
  return openBook({ marketId, liquidity, openingShares, shares, account, sequence }, orders, trading);
}

/**
 * Books between orders. A book counts only while its sequence is the one of the market's row, so other nodes may change
 * markets at will; only the write desk puts books here, and takes them out when a transaction of its fails.
 */
export class BookCache {
  private readonly books = new Map<string, MarketBook>();

  find(market: MarketRow): MarketBook | null {
    const book = this.books.get(market.eventId);
    return book?.sequence === market.sequence ? book : null;
  }

  keep(book: MarketBook): void {
    this.books.delete(book.marketId);
    this.books.set(book.marketId, book);
    if (this.books.size > mostBooks) this.books.delete(this.books.keys().next().value as string);
  }

  forget(eventIds: Iterable<string>): void {
    for (const id of eventIds) this.books.delete(id);
  }
}

const patience = 20;

/** A book to read from, consistent with the market row that comes with it. */
export async function readBook(
  reads: Pick<PlayReads, 'events'>,
  books: BookCache,
  eventId: string,
): Promise<{ event: EventRow; market: MarketRow; book: MarketBook } | null> {
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const found = await reads.events.findById(eventId);
    if (!found) return null;
    const kept = books.find(found.market);
    if (kept) return { ...found, book: kept };
    const orders = await reads.events.openOrders([eventId]);
    const again = await reads.events.findById(eventId);
    // Orders and row belong together only if nothing came between the two looks.
    if (again?.market.sequence === found.market.sequence)
      return { ...found, book: bookOf(found.event, found.market, orders) };
  }
  throw new Error(`the book of ${eventId} changed ${patience} times while it was read`);
}

import { type MarketBook, openBook } from '../../domain/engine/market-book.js';
import type { RestingOrder } from '../../domain/engine/resting-queue.js';
import type { EventRow, MarketRow, PlayReads } from '../../store/play-store.js';
import type { OpenMarket } from './working-set.js';

const mostBooks = 2_000;

export function bookOf(event: EventRow, market: MarketRow, orders: Iterable<RestingOrder>): MarketBook {
  const { liquidity, openingShares } = event;
  const { eventId: marketId, shares, account, sequence, status } = market;
  const trading = status !== 'resolved' && status !== 'void';
  return openBook({ marketId, liquidity, openingShares, shares, account, sequence }, orders, trading);
}

/**
 * Markets and their books between orders. They count only while their sequence is the one of the market's row, so other
 * nodes may change markets at will; only the write desk puts markets here, and takes them out when a transaction of its
 * fails.
 */
export class BookCache {
  private readonly markets = new Map<string, OpenMarket>();

  find(eventId: string, sequence: number | undefined): OpenMarket | null {
    const open = this.markets.get(eventId) ?? null;
    return open?.book.sequence === sequence ? open : null;
  }

  keep(open: OpenMarket): void {
    const { eventId } = open.market;
    this.markets.delete(eventId);
    this.markets.set(eventId, open);
    if (this.markets.size > mostBooks) this.markets.delete(this.markets.keys().next().value as string);
  }

  forget(eventIds: Iterable<string>): void {
    for (const id of eventIds) this.markets.delete(id);
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
    const kept = books.find(eventId, found.market.sequence);
    if (kept) return { ...found, book: kept.book };
    const orders = await reads.events.openOrders([eventId]);
    const again = await reads.events.findById(eventId);
    // Orders and row belong together only if nothing came between the two looks.
    if (again?.market.sequence === found.market.sequence)
      return { ...found, book: bookOf(found.event, found.market, orders) };
  }
  throw new Error(`the book of ${eventId} changed ${patience} times while it was read`);
}

import { advanceBook, type BookRow, type MarketBook, openBook } from '../../engine/market-book.js';
import type { RestingOrder } from '../../engine/resting-queue.js';
import type { EventRow, MarketRow } from '../../events/store/rows.js';
import { Cache } from '../../kernel/cache.js';
import { ensure } from '../../kernel/invariant.js';
import type { KnownBook, MarketState } from '../store/rows.js';
import type { OpenMarket } from './open-market.js';

const maxBooks = 2_000;

function rowOf({ liquidity, openingShares }: EventRow, market: MarketRow): { row: BookRow; trading: boolean } {
  const { eventId: marketId, shares, account, sequence, status } = market;
  const row = { marketId, liquidity, openingShares, shares, account, sequence };
  return { row, trading: status !== 'resolved' && status !== 'void' };
}

export function bookOf(event: EventRow, market: MarketRow, orders: Iterable<RestingOrder>): MarketBook {
  const { row, trading } = rowOf(event, market);
  return openBook(row, orders, trading);
}

/** The book of a state: a new one, or the known one with the changes since. */
export function currentBook(state: Omit<MarketState, 'trades'>, cached: MarketBook | null): MarketBook {
  const { event, market, orders, since } = state;
  if (since === null) return bookOf(event, market, orders);
  ensure('book-known', cached !== null, () => `${event.id}: changes since ${since} of no book`);
  const { row, trading } = rowOf(event, market);
  advanceBook(cached, row, state, trading);
  const { size } = cached.resting.byId;
  const open = state.openIds?.length ?? market.openOrders;
  ensure('book-complete', size === open, () => `${event.id}: ${size} of ${open} open orders`);
  return cached;
}

/** What a node knows of a market: only later changes need to be read. */
export function knownBook(eventId: string, book: MarketBook | null): KnownBook {
  return { eventId, sequence: book?.sequence ?? null, orders: book?.resting.byId.size ?? 0 };
}

/**
 * Markets and their books between orders. An entry is current only while its sequence equals that of the locked market
 * row, so other nodes may change markets freely; then only their changes are read. A transaction removes a book before
 * it changes it and returns it after the save: the book of a failed transaction differs from the database, even if
 * another node has raised the sequence to the same value.
 */
export class BookCache {
  private readonly markets = new Cache<OpenMarket>({ maxEntries: maxBooks });

  has(eventId: string): boolean {
    return this.markets.has(eventId);
  }

  take(eventId: string): OpenMarket | null {
    const open = this.markets.get(eventId) ?? null;
    this.markets.delete(eventId);
    return open;
  }

  put(open: OpenMarket): void {
    this.markets.set(open.market.eventId, open);
  }

  evict(eventIds: Iterable<string>): void {
    for (const id of eventIds) this.markets.delete(id);
  }
}

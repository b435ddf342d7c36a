import type { BookPatch, MarketBook } from '../../engine/market-book.js';
import type { EventRow, MarketRow } from '../../events/store/rows.js';

/** A market in a transaction of the write desk. */
export interface OpenMarket {
  readonly event: EventRow;
  readonly market: Mutable<MarketRow>;
  readonly book: MarketBook;
  changed: boolean;
  /** The sequence at the start of the transaction, and the changes of the book since, in order. */
  readonly opened: number;
  readonly patches: BookPatch[];
}

export function openMarket(event: EventRow, market: MarketRow, book: MarketBook): OpenMarket {
  return { event, market: { ...market }, book, changed: false, opened: market.sequence, patches: [] };
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

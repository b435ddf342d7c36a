import { applyPatch, type BookPatch, type MarketBook } from '../../../domain/exchange/engine/market-book.js';
import { ensure } from '../../../domain/invariant.js';
import type { NewFill } from '../../../store/exchange/interface.js';
import type { LiveTrade, MarketState } from '../../../store/market-data/interface.js';
import type { EventRow, MarketRow } from '../../../store/markets/interface.js';
import { currentBook } from '../desk/book-cache.js';
import type { CommittedWork } from '../desk/write-desk.js';

/**
 * A market at one sequence. Another sequence is another object, but the book is shared and mutable: so anything derived
 * from the book is computed in the same iteration of the event loop as the check of `isWhole`.
 */
export interface LiveMarket {
  readonly event: EventRow;
  readonly market: MarketRow;
  readonly book: MarketBook;
  /** Unique per object: results derived from a version are valid for no other. */
  readonly version: number;
  /** The newest public trades, newest first. */
  readonly trades: readonly LiveTrade[];
}

/** Number of cached trades per market. */
export const recentTrades = 5;

/** The effect of a transaction of the write desk on one market. */
export interface MarketMove {
  readonly from: number;
  readonly event: EventRow;
  readonly market: MarketRow;
  readonly patches: readonly BookPatch[];
  readonly trades: readonly LiveTrade[];
}

export function isWhole({ market, book }: LiveMarket): boolean {
  return market.sequence === book.sequence;
}

let versions = 0;

function nextVersion(): number {
  versions += 1;
  return versions;
}

/** The market in a state that was read; its changes are applied to the book of the known one. */
export function openLive(state: MarketState, known: LiveMarket | null = null): LiveMarket {
  const { event, market, trades } = state;
  return { event, market, book: currentBook(state, known?.book ?? null), version: nextVersion(), trades };
}

function tradeOf(fill: NewFill): LiveTrade {
  const { id, outcome, side, shares, credits, priceBps, against, playerId, sequence, at } = fill;
  const pricesBps = fill.pricesBps as readonly number[];
  return { id, outcome, side, shares, credits, priceBps, against, playerId, sequence, at, pricesBps };
}

function newestFirst(a: LiveTrade, b: LiveTrade): number {
  return b.sequence - a.sequence || (a.id < b.id ? 1 : -1);
}

/** Public trades by event. */
export function tradesOf({ fills }: CommittedWork): Map<string, LiveTrade[]> {
  const trades = new Map<string, LiveTrade[]>();
  for (const fill of fills) {
    if (!fill.public) continue;
    const own = trades.get(fill.eventId);
    if (own) own.push(tradeOf(fill));
    else trades.set(fill.eventId, [tradeOf(fill)]);
  }
  return trades;
}

type OpenMarket = CommittedWork['markets'] extends Map<string, infer Open> ? Open : never;

/** Copied at the commit: the next transaction changes the market itself. */
export function moveOf({ event, market, opened: from, patches }: OpenMarket, trades: LiveTrade[]): MarketMove {
  return { from, event, market: { ...market }, patches, trades: trades.sort(newestFirst).slice(0, recentTrades) };
}

/** Returns the market after a change that starts at its sequence. */
export function moveLive(live: LiveMarket, { from, event, market, patches, trades }: MarketMove): LiveMarket {
  const { book } = live;
  ensure('move-fits', live.market.sequence === from && isWhole(live), () => `${event.id} at ${book.sequence}`);
  for (const patch of patches) applyPatch(book, patch);
  ensure('move-arrives', book.sequence === market.sequence, () => `${event.id} at ${book.sequence}`);
  const newest = [...trades, ...live.trades].slice(0, recentTrades);
  return { event, market, book, version: nextVersion(), trades: newest };
}

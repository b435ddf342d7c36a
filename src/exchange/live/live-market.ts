import { type MarketStatus, statusAt, statusUntil } from '../../engine/lifecycle.js';
import { applyPatch, type BookDepth, type BookPatch, bookDepth, type MarketBook } from '../../engine/market-book.js';
import { type BookLevel, orderBook } from '../../engine/order-book.js';
import type { EventRow, MarketRow } from '../../events/store/rows.js';
import { ensure } from '../../kernel/invariant.js';
import { microsToWire } from '../../kernel/units.js';
import { currentBook } from '../desk/book-cache.js';
import type { CommittedWork } from '../desk/write-desk.js';
import type { LiveTrade, MarketState, NewFill } from '../store/rows.js';

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
  const cachedFigures = made.get(live);
  if (cachedFigures && now < cachedFigures.until) return cachedFigures;
  const fresh = { until: nextExpiry(live, now), tops: new Map(), depths: new Map() };
  made.set(live, fresh);
  return fresh;
}

/** Excludes statuses in which trading has ended. */
function hasBook(status: MarketStatus): boolean {
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
export function openLive(state: MarketState, previous: LiveMarket | null = null): LiveMarket {
  const { event, market, trades } = state;
  return { event, market, book: currentBook(state, previous?.book ?? null), version: nextVersion(), trades };
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
    const eventTrades = trades.get(fill.eventId);
    if (eventTrades) eventTrades.push(tradeOf(fill));
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

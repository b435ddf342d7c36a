import type { MarketStatus } from '../../engine/lifecycle.js';
import type { EventStamp } from '../../events/store/rows.js';
import type { CandleSet, CandleSpan, PublicTrade } from '../rules/candles.js';

export interface CandleFilter {
  readonly eventId: string;
  readonly outcome: number;
  /** The width, and the stored width it is merged from. */
  readonly seconds: number;
  readonly madeOf: CandleSpan;
  /** Candles that start at or after the first time and before the second. The first is the start of a candle. */
  readonly from: number;
  readonly before: number;
  readonly limit: number;
}

export interface MostTradedFilter {
  readonly since: number;
  readonly includeResolved: boolean;
  readonly limit: number;
}

/** How far an event is folded. */
export interface TradeMark {
  readonly eventId: string;
  readonly sequence: number;
  /** After the last folded trade; null before the first. */
  readonly prices: readonly number[] | null;
  readonly openingShares: readonly number[];
  readonly liquidity: number;
}

export interface Unfolded {
  readonly eventId: string;
  /** In the order of the market sequence. */
  readonly trades: readonly PublicTrade[];
  /** The mark after folding these trades. */
  readonly upTo: number;
  /** Whether there are more trades. */
  readonly more: boolean;
}

export interface FoldedEvent {
  readonly eventId: string;
  readonly sequence: number;
  readonly volume: number;
  readonly prices: readonly number[] | null;
  readonly candles: readonly CandleSet[];
}

// Lists of events and searches in them.

export type EventSort = 'volume' | 'traders' | 'movers' | 'trending' | 'newest' | 'ending';

/** A position in a list: the sort key of an event, and its number. */
export interface RankPosition {
  readonly value: number;
  readonly no: number;
}

/** Words that must all occur, at least as prefixes. */
export interface WordFilter {
  readonly words: readonly string[];
  /** The positions in the list of matching events, if they are few. */
  readonly matches: readonly RankPosition[] | null;
}

export interface ListFilter {
  readonly sort: EventSort;
  /** The version of the ranking; null for sorts that need none. */
  readonly version: number | null;
  readonly status: MarketStatus | 'all';
  readonly category: string | null;
  readonly words: WordFilter | null;
  /** Excludes active events without a trade since then; null excludes none. */
  readonly staleBefore: number | null;
  readonly tradedOnly: boolean;
  readonly now: number;
  /** Whether events stored as scheduled may have opened by the clock. */
  readonly opened: boolean;
  readonly after: RankPosition | null;
  readonly limit: number;
}

export interface ListedEvent extends RankPosition {
  readonly eventId: string;
  readonly stamp: EventStamp;
}

export interface ListPage {
  readonly places: readonly ListedEvent[];
  /** The oldest stored version; null on a first or empty page, before the first version, and for sorts without versions. */
  readonly oldest: number | null;
}

export interface RankingVersion {
  readonly version: number;
  /** The oldest version that a cursor can continue in. */
  readonly oldest: number;
  readonly ageMs: number;
}

export interface CategoryCount {
  readonly category: string;
  /** Active and paused events, by their stored status. */
  readonly open: number;
  readonly total: number;
}

export interface RenewOptions {
  /** Compares every event instead of those known to have traded. */
  readonly all: boolean;
  /** Cursors can continue in versions that were replaced less than this long ago. */
  readonly retentionMs: number;
}

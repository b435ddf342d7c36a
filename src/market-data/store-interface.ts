import type { MarketStatus } from '../engine/lifecycle.js';
import type { EventStamp } from '../events/store-interface.js';
import type { LiveReads, TradeFilter, TradeRow } from '../exchange/store-interface.js';
import type { Candle, CandleSet, CandleSpan, PublicTrade } from './rules/candles.js';

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

export interface HistoryReads {
  /** Events with unfolded public trades. */
  behind(limit: number): Promise<string[]>;
  isBehind(eventId: string): Promise<boolean>;
  /** The newest ones of one outcome, oldest first. */
  candles(filter: CandleFilter): Promise<Candle[]>;
  /**
   * The prices in force at the start of the minute of a time. An event without an earlier trade has its opening prices;
   * one without any trade is omitted.
   */
  pricesAt(eventIds: readonly string[], at: number): Promise<ReadonlyMap<string, readonly number[]>>;
  trades(filter: TradeFilter): Promise<TradeRow[]>;
  /** By credits traded since the start of the hour of a time. */
  mostTraded(filter: MostTradedFilter): Promise<{
    readonly rows: readonly { eventId: string; volume: number; trades: number }[];
    /** The number of markets without the limit. */
    readonly total: number;
  }>;
}

export interface HistoryWrites extends HistoryReads {
  /** Locks the marks that are free, or with `wait` all of them. The lock covers the candles of the event. */
  lockMarks(eventIds: readonly string[], wait: boolean): Promise<TradeMark[]>;
  unfolded(marks: readonly TradeMark[], maxPerEvent: number): Promise<Unfolded[]>;
  candlesAt(
    keys: readonly { readonly eventId: string; readonly seconds: CandleSpan; readonly start: number }[],
  ): Promise<(CandleSet & { readonly eventId: string })[]>;
  saveFolded(events: readonly FoldedEvent[]): Promise<void>;
}

/** Lists of events and searches in them. */

export type EventSort = 'volume' | 'traders' | 'movers' | 'trending' | 'newest' | 'ending';

/** A position in a ranking: the sort key of an event, and its number. */
export interface RankPosition {
  readonly value: number;
  readonly no: number;
}

/** Words that must all occur, at least as prefixes. */
export interface WordFilter {
  readonly words: readonly string[];
  /** The positions in the ranking of matching events, if they are few. */
  readonly matches: readonly RankPosition[] | null;
}

export interface ListFilter {
  readonly sort: EventSort;
  /** The version of the ranking. */
  readonly version: number;
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
  /** The oldest stored version; null on a first or empty page, and before the first version. */
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

export interface ListingReads {
  /** Categories of listed events, those with the most open events first. */
  categories(limit: number): Promise<readonly CategoryCount[]>;
  /** The positions of the events with all these words, in order; null if there are too many. */
  matches(words: readonly string[], sort: EventSort, version: number): Promise<readonly RankPosition[] | null>;
  page(filter: ListFilter): Promise<ListPage>;
  /** When the next event stored as scheduled opens or has opened; null without one. */
  nextOpening(): Promise<number | null>;
  /** Null if no version exists yet; events are then in listing order. */
  version(): Promise<RankingVersion | null>;
}

export interface RenewOptions {
  /** Compares every event instead of those known to have traded. */
  readonly all: boolean;
  /** Cursors can continue in versions that were replaced less than this long ago. */
  readonly retentionMs: number;
}

export interface ListingWrites extends ListingReads {
  /** Null: another node is creating one. */
  renew(options: RenewOptions): Promise<RankingVersion | null>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly history: HistoryReads;
    readonly listing: ListingReads;
    readonly live: LiveReads;
  }

  interface Writes {
    readonly history: HistoryWrites;
    readonly listing: ListingWrites;
  }
}

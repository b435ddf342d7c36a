import type { RestingOrder, Side } from '../../domain/exchange/engine/resting-queue.js';
import type { Against } from '../../domain/exchange/order.js';
import type { Candle, CandleSet, CandleSpan, PublicTrade } from '../../domain/market-data/candles.js';
import type { MarketStatus } from '../../domain/market-status.js';
import type { EventNames, EventRow, EventStamp, MarketRow } from '../markets/interface.js';

/** Public trades and the candles folded from them. Times are epoch milliseconds, amounts millionths. */

export interface TradeRow {
  readonly id: string;
  readonly outcome: number;
  readonly side: Side;
  readonly shares: number;
  readonly credits: number;
  readonly priceBps: number;
  readonly against: Against;
  readonly player: PlayerName;
  readonly sequence: number;
  readonly at: number;
}

/** A position in the trades of an event. */
export interface TradeCursor {
  readonly sequence: number;
  readonly id: string;
}

export interface TradeFilter {
  readonly eventId: string;
  readonly outcome: number | null;
  readonly from: number | null;
  /** Up to, but without it. */
  readonly to: number | null;
  readonly order: 'desc' | 'asc';
  readonly after: TradeCursor | null;
  readonly limit: number;
}

export interface CandleFilter {
  readonly eventId: string;
  readonly outcome: number;
  /** The width, and the stored width that it is merged from. */
  readonly seconds: number;
  readonly madeOf: CandleSpan;
  /** Candles that begin from here on, and before there. The first bound is the beginning of a candle. */
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
  /** The mark when these are folded. */
  readonly upTo: number;
  /** Whether there are more. */
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
  /** Events of which not every public trade is folded. */
  behind(limit: number): Promise<string[]>;
  isBehind(eventId: string): Promise<boolean>;
  /** The newest ones of one outcome, oldest first. */
  candles(filter: CandleFilter): Promise<Candle[]>;
  /**
   * The prices that were in force when the minute of a moment began. An event without a trade before then has those that
   * it opened with, one without any trade is not in the map.
   */
  pricesAt(eventIds: readonly string[], at: number): Promise<ReadonlyMap<string, readonly number[]>>;
  trades(filter: TradeFilter): Promise<TradeRow[]>;
  /** By credits traded from the hour of a moment on. */
  mostTraded(filter: MostTradedFilter): Promise<{
    readonly rows: readonly { eventId: string; volume: number; trades: number }[];
    /** How many there are without the limit. */
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

/** A position in a ranking: the figure that an event is sorted by, and its number. */
export interface RankPosition {
  readonly value: number;
  readonly no: number;
}

/** Words that must all be there, each at least as the beginning of one. */
export interface WordFilter {
  readonly words: readonly string[];
  /** Where the events that have them stand in the ranking, if they are few. */
  readonly matches: readonly RankPosition[] | null;
}

export interface ListFilter {
  readonly sort: EventSort;
  /** The version of the ranking. */
  readonly version: number;
  readonly status: MarketStatus | 'all';
  readonly category: string | null;
  readonly words: WordFilter | null;
  /** Active events that have been without a trade since then are left out; null leaves none out. */
  readonly staleBefore: number | null;
  readonly tradedOnly: boolean;
  readonly now: number;
  /** Whether events may have opened by the clock while they are stored as scheduled. */
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
  /** The positions of the events that have all these words, in order; null if they are too many. */
  matches(words: readonly string[], sort: EventSort, version: number): Promise<readonly RankPosition[] | null>;
  page(filter: ListFilter): Promise<ListPage>;
  /** When the next event stored as scheduled opens or has opened; null without one. */
  nextOpening(): Promise<number | null>;
  /** Null: no version was ever made, and all events stand as they were listed. */
  version(): Promise<RankingVersion | null>;
}

export interface RenewOptions {
  /** Compares every event instead of those that are known to have traded. */
  readonly all: boolean;
  /** Cursors can continue in versions that were replaced less than this ago. */
  readonly retentionMs: number;
}

export interface ListingWrites extends ListingReads {
  /** Null: another node is creating one. */
  renew(options: RenewOptions): Promise<RankingVersion | null>;
}

export interface LiveTrade {
  readonly id: string;
  readonly outcome: number;
  readonly side: Side;
  readonly shares: number;
  readonly credits: number;
  readonly priceBps: number;
  readonly against: Against;
  readonly playerId: string;
  readonly sequence: number;
  readonly at: number;
  /** The prices of all outcomes after the trade. */
  readonly pricesBps: readonly number[];
}

/** Everything of one market at one and the same sequence. */
export interface MarketState {
  readonly event: EventRow;
  readonly market: MarketRow;
  /** All open orders, including expired ones that no job has cancelled yet. */
  readonly orders: readonly RestingOrder[];
  /** The newest public ones, newest first. */
  readonly trades: readonly LiveTrade[];
}

/** The state of a market at a time in the past. */
export interface PastState {
  readonly eventId: string;
  /** Of the last public trade until then; 0 where there was none. */
  readonly sequence: number;
  /** Prices by outcome; null where there was no trade yet. */
  readonly priceBps: readonly number[] | null;
  /** Credits traded until then, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

/** The change of a `PastState` by one public trade. */
export interface TradeStep {
  readonly eventId: string;
  readonly sequence: number;
  readonly at: number;
  readonly outcome: number;
  readonly credits: number;
  readonly priceBps: readonly number[];
}

export interface StepFilter {
  readonly eventId: string;
  readonly afterSequence: number;
}

/** The prices that the last trade of a span of time left behind. */
export interface PricePoint {
  /** Which span, counted from the beginning of the look-back. */
  readonly span: number;
  readonly priceBps: readonly number[];
  /** Public trades within the span. */
  readonly trades: number;
}

export interface PointFilter {
  /** Trades up to a sequence of each market, so that the points belong to one state of it. */
  readonly markets: readonly { readonly eventId: string; readonly upTo: number }[];
  readonly from: number;
  readonly spanMs: number;
  /** Scans only the newest trades of each market. */
  readonly maxTrades: number;
}

/** Markets by credits traded, the most traded first. */
export interface SelectionFilter {
  readonly now: number;
  /** Those that take orders now, or all that are not resolved. */
  readonly among: 'active' | 'undecided';
  readonly includeResolved: boolean;
  /** Active markets without a trade since then are left out; null leaves none out. */
  readonly staleBefore: number | null;
  readonly minVolume: number;
  readonly minOpenOrders: number;
  readonly limit: number;
}

export interface SelectedMarkets {
  readonly eventIds: readonly string[];
  /** How many match without the limit; counting stops at 10,000, so that its cost is bounded. */
  readonly total: number;
}

export interface PlayerName {
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  /** Has left; for good. */
  readonly retired: boolean;
  /** Plays for the arena. */
  readonly house: boolean;
}

export interface LiveReads {
  /** In any order; unknown ids are left out. One snapshot, so each market is of one sequence. */
  states(eventIds: readonly string[], trades: number): Promise<MarketState[]>;
  sequences(eventIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  past(eventIds: readonly string[], at: number): Promise<PastState[]>;
  /** Public trades behind a sequence, oldest first, at most so many for each market. */
  steps(filters: readonly StepFilter[], maxPerMarket: number): Promise<TradeStep[]>;
  points(filter: PointFilter): Promise<ReadonlyMap<string, readonly PricePoint[]>>;
  select(filter: SelectionFilter): Promise<SelectedMarkets>;
  /** By slug or public key, in any order. */
  names(references: readonly string[]): Promise<EventNames[]>;
  playerNames(playerIds: readonly string[]): Promise<ReadonlyMap<string, PlayerName>>;
}

declare module '../store.js' {
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

import type { Side } from '../../domain/exchange/engine/resting-queue.js';
import type { Against } from '../../domain/exchange/order.js';
import type { Candle, CandleSet, CandleSpan, PublicTrade } from '../../domain/market-data/candles.js';

/** Public trades and what is folded from them. Times are epoch milliseconds, amounts millionths. */

export interface TradeRow {
  readonly id: string;
  readonly outcome: number;
  readonly side: Side;
  readonly shares: number;
  readonly credits: number;
  readonly priceBps: number;
  readonly against: Against;
  readonly player: { readonly handle: string; readonly kind: 'agent' | 'human'; readonly retired: boolean };
  readonly sequence: number;
  readonly at: number;
}

/** Where a walk through the trades of an event has come to. */
export interface TradePlace {
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
  readonly after: TradePlace | null;
  readonly limit: number;
}

export interface CandleFilter {
  readonly eventId: string;
  readonly outcome: number;
  /** The width, and the kept one that it is made of. */
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

interface HistoryReads {
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
  mostTraded(filter: MostTradedFilter): Promise<{ eventId: string; volume: number; trades: number }[]>;
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

interface HistoryWrites extends HistoryReads {
  /** Those that nobody else holds just now, or all of them, waiting for their holders. Their candles belong to the holder. */
  lockMarks(eventIds: readonly string[], wait: boolean): Promise<TradeMark[]>;
  unfolded(marks: readonly TradeMark[], maxPerEvent: number): Promise<Unfolded[]>;
  candlesAt(
    keys: readonly { readonly eventId: string; readonly seconds: CandleSpan; readonly start: number }[],
  ): Promise<(CandleSet & { readonly eventId: string })[]>;
  saveFolded(events: readonly FoldedEvent[]): Promise<void>;
}

export interface HistoryStoreReads {
  readonly history: HistoryReads;
}

export interface HistoryStoreWrites {
  readonly history: HistoryWrites;
}

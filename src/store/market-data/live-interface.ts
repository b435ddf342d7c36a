import type { RestingOrder, Side } from '../../domain/exchange/engine/resting-queue.js';
import type { Against } from '../../domain/exchange/order.js';
import type { EventNames, EventRow, MarketRow } from '../exchange/interface.js';

/** What markets in memory are made from, and how their keepers hear of changes. Times are epoch milliseconds. */

/** A market that a committed transaction has changed. */
export interface MarketNotice {
  readonly eventId: string;
  /** The market sequence from then on; null where something changed that the sequence does not count. */
  readonly sequence: number | null;
}

export interface MarketWatcher {
  /**
   * Told of this node's own transactions after their commit and before whoever made them gets the answer, and of those of
   * other nodes as soon as the database passes it on. After a commit whose outcome is unknown it is told as well.
   */
  onMarketsChanged(notices: readonly MarketNotice[]): void;
  /**
   * Whether changes by other nodes are heard. Each time this is told, before the first time included, any number of them
   * may have been missed.
   */
  onListening(yes: boolean): void;
  /** Told, like `changed`, of players for whom there are new messages; null stands for any number of them. */
  onPlayerMessages?(playerIds: readonly string[] | null): void;
  /** Told, like `changed`, that an event is new or says something else. */
  onTextsChanged?(): void;
  /** Told, like `changed`, that trading in the whole arena was paused or goes on. */
  onTradingSwitched?(): void;
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
  /** What it left behind, of every outcome. */
  readonly pricesBps: readonly number[];
}

/** Everything of one market at one and the same sequence. */
export interface MarketState {
  readonly event: EventRow;
  readonly market: MarketRow;
  /** All that are open, expired ones that nobody has cleared away included. */
  readonly orders: readonly RestingOrder[];
  /** The newest public ones, newest first. */
  readonly trades: readonly LiveTrade[];
}

/** Where a market stood at a moment in the past. */
export interface PastState {
  readonly eventId: string;
  /** Of the last public trade until then; 0 where there was none. */
  readonly sequence: number;
  /** Prices by outcome; null where there was no trade yet. */
  readonly priceBps: readonly number[] | null;
  /** Credits traded until then, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

/** What one public trade adds to a `PastState`. */
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
  readonly eventId: string;
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
  /** Only the newest trades of each market are looked at. */
  readonly mostTrades: number;
}

/** Markets by credits traded, the most traded first. */
export interface SelectionFilter {
  readonly now: number;
  /** Those that take orders now, or all that are not decided. */
  readonly among: 'active' | 'undecided';
  readonly includeResolved: boolean;
  /** Active markets without a trade since then are left out; null leaves none out. */
  readonly staleBefore: number | null;
  readonly minVolume: number;
  readonly minOpenOrders: number;
  readonly limit: number;
}

export interface PlayerName {
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  /** Has left; for good. */
  readonly retired: boolean;
}

interface LiveReads {
  /** In any order; unknown ids are left out. One look at the tables, so each market is of one sequence. */
  states(eventIds: readonly string[], trades: number): Promise<MarketState[]>;
  sequences(eventIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  past(eventIds: readonly string[], at: number): Promise<PastState[]>;
  /** Public trades behind a sequence, oldest first, at most so many for each market. */
  steps(filters: readonly StepFilter[], most: number): Promise<TradeStep[]>;
  points(filter: PointFilter): Promise<PricePoint[]>;
  select(filter: SelectionFilter): Promise<string[]>;
  /** By slug or public key, in any order. */
  names(references: readonly string[]): Promise<EventNames[]>;
  playerNames(playerIds: readonly string[]): Promise<ReadonlyMap<string, PlayerName>>;
}

export interface LiveStoreReads {
  readonly live: LiveReads;
}

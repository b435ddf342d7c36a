// Data products about markets and players. Times are epoch milliseconds, amounts millionths.

import type { Against } from '../../engine/place-order.js';
import type { Side } from '../../engine/resting-queue.js';
import type { PlayerName } from '../../players/rules/players.js';
import type { DetectedSignal, Evidence, SignalDirection, SignalType } from '../rules.js';

export interface FlowFilter {
  /** Trades up to a sequence of each market, so that the figures belong to one state of it. */
  readonly markets: readonly { readonly eventId: string; readonly upTo: number }[];
  /** Trades after this time. */
  readonly from: number;
  /** Only the newest trades of each market are read. */
  readonly maxTrades: number;
}

/** Trades of incoming orders in one market. */
export interface MarketFlow {
  readonly eventId: string;
  readonly outcomes: readonly { readonly outcome: number; readonly buy: number; readonly sell: number }[];
  readonly trades: number;
  /** Distinct players, and the credits of the largest trader. */
  readonly traders: number;
  readonly largest: number;
  /**
   * The time of the first trade. While a look-back begins before it and nothing is traded, the figures stay the same.
   */
  readonly oldestAt: number;
}

/** A position in trades of several markets. */
export interface TimeCursor {
  readonly at: number;
  readonly id: string;
}

/** Trades of one market alone are read by its sequence instead; see `HistoryReads.trades`. */
export type DataTradeScope =
  | { readonly playerId: null; readonly eventId: null }
  | { readonly playerId: string; readonly eventId: string | null };

export type DataTradeFilter = DataTradeScope & DataTradePage;

export interface DataTradePage {
  readonly from: number | null;
  /** Exclusive upper bound. */
  readonly to: number | null;
  readonly order: 'desc' | 'asc';
  readonly after: TimeCursor | null;
  readonly limit: number;
}

export interface DataTrade {
  readonly id: string;
  readonly eventSlug: string;
  readonly demo: boolean;
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

/** The sampled figures of one market. */
export interface MarketSample {
  readonly eventId: string;
  readonly at: number;
  readonly sequence: number;
  readonly spreads: readonly (number | null)[];
  readonly depths: readonly number[];
  readonly traders: number;
  readonly forecasters: number;
}

/** A market that may differ from its last sample. */
export interface SampleCandidate {
  readonly eventId: string;
  readonly forecasters: number;
  readonly last: Pick<MarketSample, 'spreads' | 'depths' | 'traders' | 'forecasters'> | null;
}

/** The sampled figures of one outcome. */
export interface SamplePoint {
  readonly at: number;
  readonly spreadBps: number | null;
  readonly depth: number;
  readonly traders: number;
  readonly forecasters: number;
}

export interface SampleFilter {
  readonly eventId: string;
  readonly outcome: number;
  readonly from: number;
  /** Reads the last sample of each interval of this length. */
  readonly seconds: number;
  readonly limit: number;
}

export interface SignalFilter {
  readonly type: SignalType | null;
  readonly since: number;
  readonly includeResolved: boolean;
  readonly minVolume: number;
  /** Outcomes of one market, those with the strongest signals. */
  readonly outcomeLimit: number;
  readonly limit: number;
}

export interface SignalRow {
  readonly id: string;
  readonly type: SignalType;
  readonly eventSlug: string;
  readonly outcome: number;
  readonly demo: boolean;
  readonly direction: SignalDirection;
  readonly strength: number;
  readonly evidence: Evidence;
  readonly detectedAt: number;
  readonly expiresAt: number;
}

export interface BacktestCount {
  readonly type: SignalType;
  readonly demo: boolean;
  readonly n: number;
  readonly hits: number;
}

export interface NewSignal extends DetectedSignal {
  readonly id: string;
  readonly eventId: string;
  readonly demo: boolean;
  readonly sequence: number;
  readonly detectedAt: number;
}

/** A resolution source of events. */
export interface SourceUse {
  readonly name: string;
  /** Of its address; empty if it has none. */
  readonly origin: string;
  readonly categories: readonly string[];
  readonly demo: boolean;
  readonly events: number;
}

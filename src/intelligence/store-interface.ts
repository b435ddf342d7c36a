import type { Against } from '../engine/place-order.js';
import type { Side } from '../engine/resting-queue.js';
import type { PlayerName } from '../players/rules/players.js';
import type { BatchMean } from '../scoring/rules/crowd-batches.js';
import type { DetectedSignal, Evidence, SignalDirection, SignalType } from './rules.js';

/** Data products about markets and players. Times are epoch milliseconds, amounts millionths. */

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
type DataTradeScope =
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

export interface IntelligenceReads {
  /** The id of the player whose id has this SHA-256 digest. */
  playerOfDigest(digest: Uint8Array): Promise<string | null>;
  countPositions(playerId: string, max: number): Promise<number>;
  /** Omits markets without a trade. */
  flows(filter: FlowFilter): Promise<MarketFlow[]>;
  /** Credits of each hour with a trade, by market; hours that start from `from` on and before `until`. */
  hourVolumes(
    eventIds: readonly string[],
    from: number,
    until: number,
  ): Promise<ReadonlyMap<string, readonly number[]>>;
  forecasters(eventIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The last published batches of each question, by market. */
  crowdBatches(eventIds: readonly string[]): Promise<ReadonlyMap<string, readonly BatchMean[]>>;
  trades(filter: DataTradeFilter): Promise<DataTrade[]>;
  /** Open markets by id that have changed since their last sample, without practice events. */
  sampleCandidates(after: string, limit: number): Promise<SampleCandidate[]>;
  /** The newest points, oldest first. */
  samples(filter: SampleFilter): Promise<SamplePoint[]>;
  sampleBefore(eventId: string, outcome: number, at: number): Promise<SamplePoint | null>;
  /** The time of the oldest sample; null if there is none. */
  firstSampleAt(eventId: string): Promise<number | null>;
  /** Depths by outcome in order of time, starting with the sample in force at `from`. */
  depths(
    eventIds: readonly string[],
    from: number,
  ): Promise<ReadonlyMap<string, readonly { readonly at: number; readonly depths: readonly number[] }[]>>;
  /** Active markets by id that may have a signal, without practice events. */
  signalCandidates(after: string, limit: number, now: number): Promise<string[]>;
  signalsInForce(
    eventIds: readonly string[],
    now: number,
  ): Promise<{ readonly eventId: string; readonly type: SignalType; readonly outcome: number }[]>;
  /** Newest first; `total` counts up to 10,000. */
  signals(filter: SignalFilter): Promise<{ readonly rows: readonly SignalRow[]; readonly total: number }>;
  backtests(): Promise<BacktestCount[]>;
  sources(limit: number): Promise<{ readonly rows: readonly SourceUse[]; readonly total: number }>;
}

export interface IntelligenceWrites extends IntelligenceReads {
  addSamples(samples: readonly MarketSample[]): Promise<void>;
  publishSignals(signals: readonly NewSignal[]): Promise<void>;
  /** Judges signals detected before this time, oldest first, and counts them. Returns their number. */
  judgeSignals(detectedUntil: number, limit: number): Promise<number>;
  /** Deletes samples and judged or undirected signals older than this time. Returns their number. */
  deleteOld(before: number, limit: number): Promise<number>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly intelligence: IntelligenceReads;
  }

  interface Writes {
    readonly intelligence: IntelligenceWrites;
  }
}

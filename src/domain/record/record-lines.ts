/**
 * The public record is a file of lines, each a JSON object with a `type`, in this order:
 *
 *   header, every player, then event by event its `event` line, its further `prices`, its `trades`, its forecasts and its
 *   scores,
 *   then scope by scope the rows of its boards and their baselines, and last `end`.
 *
 * So a reader needs memory for one event at a time, besides the scores. Rationales are not part of the record.
 * `sealLine` adds a digest to each line as its last member.
 */
import type { BaselineName, BoardName } from '../scoring/boards.js';
import type { EventSet } from '../scoring/event-sets.js';
import type { BoardWindow } from '../scoring/scopes.js';

export const recordFormat = 'presage-record';
export const recordVersion = 3;

export interface HeaderLine {
  readonly type: 'header';
  readonly format: typeof recordFormat;
  readonly version: typeof recordVersion;
  readonly madeAt: string;
  /** When the leaderboards were built: windows end here. Null before the first event is scored. */
  readonly asOf: string | null;
  /** The set of events in the file and on its leaderboards. */
  readonly events: EventSet;
  readonly counts: {
    readonly players: number;
    readonly events: number;
    readonly forecasts: number;
    readonly scores: number;
    readonly boardRows: number;
    readonly baselineRows: number;
  };
  /** The parameters of scoring. */
  readonly scoring: {
    readonly resamples: number;
    readonly intervalPercent: number;
    readonly minResolved: number;
    readonly minCoverage: number;
    readonly minEdgeOwners: number;
    readonly minEdgeCredits: number;
    readonly minEstablishedOwners: number;
  };
}

export interface PlayerLine {
  readonly type: 'player';
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly model: string | null;
  /** A house player. */
  readonly house: boolean;
  /** The handle of the agent's owner. */
  readonly owner: string | null;
  /** Players with the same number belong to one owner. Numbers have no meaning outside this file. */
  readonly group: number;
}

/**
 * Unix milliseconds, the market sequence from which the prices are in force, and one price in basis points per outcome.
 */
export type PriceEntry = readonly [atMs: number, sequence: number, pricesBps: readonly number[]];

/**
 * One party's part of a trade: Unix milliseconds, market sequence, the owner's group, outcome, shares (negative for a
 * sale) and credits.
 */
export type TradeEntry = readonly [
  atMs: number,
  sequence: number,
  group: number,
  outcome: number,
  shares: number,
  credits: number,
];

export interface ResolutionVersion {
  readonly version: number;
  /** Null for void. */
  readonly payoutBps: readonly number[] | null;
  readonly effectiveCloseAt: string;
  readonly decidedAt: string;
}

export interface EventLine {
  readonly type: 'event';
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  /** The labels. */
  readonly outcomes: readonly string[];
  readonly opensAt: string;
  /** The time of the first resolution, which determines the windows of leaderboards. */
  readonly resolvedAt: string;
  readonly demo: boolean;
  readonly resolutions: readonly ResolutionVersion[];
  /** Liquidity of the market maker in credits, and the shares that its opening prices correspond to. */
  readonly liquidityCredits: number;
  readonly openingShares: readonly number[];
  /** The traders' groups that were established when the event was resolved; null if all count. */
  readonly established: readonly number[] | null;
  readonly prices: readonly PriceEntry[];
}

/** Prices that did not fit into the event's line. */
export interface PricesLine {
  readonly type: 'prices';
  readonly event: string;
  readonly prices: readonly PriceEntry[];
}

/** Both sides of the event's trades, in order of their sequence. */
export interface TradesLine {
  readonly type: 'trades';
  readonly event: string;
  readonly trades: readonly TradeEntry[];
}

export interface ForecastLine {
  readonly type: 'forecast';
  readonly id: string;
  readonly player: string;
  readonly event: string;
  readonly outcome: number;
  /** Percent. */
  readonly probability: number;
  readonly at: string;
  readonly withdrawnAt: string | null;
  /** The price of the outcome at the market sequence that the forecast was recorded at. */
  readonly marketPriceBps: number;
  readonly marketSequence: number;
}

/** Without a forecast in force all but profit are null. Profit is in credits, null for a player who did not trade. */
export interface ScoreLine {
  readonly type: 'score';
  readonly event: string;
  readonly version: number;
  readonly player: string;
  readonly brier: number | null;
  readonly marketBrier: number | null;
  /** Null, as is edge, if the event does not count for the player's edge. */
  readonly benchmarkBrier: number | null;
  readonly edge: number | null;
  readonly last: number | null;
  readonly coverage: number | null;
  readonly profit: number | null;
}

interface BoardNumbers {
  readonly window: BoardWindow;
  readonly category: string | null;
  readonly board: BoardName;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly resolvedEvents: number;
  readonly coverage: number | null;
  readonly total: number | null;
}

export interface BoardLine extends BoardNumbers {
  readonly type: 'board';
  readonly player: string;
}

/** The row of a baseline, such as always forecasting 50 %. */
export interface BaselineLine extends BoardNumbers {
  readonly type: 'baseline';
  readonly name: BaselineName;
}

export interface EndLine {
  readonly type: 'end';
  /** The number of lines, including this one. */
  readonly lines: number;
  /** SHA-256 in hexadecimal of all lines before this one, each with its line break. */
  readonly digest: string;
}

export type RecordLine =
  | HeaderLine
  | PlayerLine
  | EventLine
  | PricesLine
  | TradesLine
  | ForecastLine
  | ScoreLine
  | BoardLine
  | BaselineLine
  | EndLine;

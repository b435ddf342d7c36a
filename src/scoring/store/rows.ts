import type { ForecastScore } from '../../forecasts/rules.js';
import type { ForecastRow } from '../../forecasts/store.js';
import type { EventSet, StoredScope } from '../rules/boards.js';
import type { EventBaselines } from '../rules/score-event.js';

// Scores and leaderboards. Times are epoch milliseconds, profits millionths.

export interface ScoreRow {
  readonly playerId: string;
  /** Null for players who only traded. */
  readonly score: ForecastScore | null;
  /** Null for players who only forecast. */
  readonly profit: number | null;
}

/** Everything about one version of one event's resolution. */
export interface EventScoring {
  readonly eventId: string;
  /** Stored separately from the data of the leaderboards. */
  readonly practice: boolean;
  readonly version: number;
  readonly scoredAt: number;
  readonly resolvedAt: number;
  readonly effectiveCloseAt: number;
  /** Null for a void event, which has no scores. */
  readonly payoutBps: readonly number[] | null;
  readonly baselines: EventBaselines | null;
  readonly rows: readonly ScoreRow[];
}

/** An event that counts on the leaderboards: resolved, not void, not practice. */
export interface CountedEvent {
  readonly eventId: string;
  readonly version: number;
  readonly category: string;
  readonly demo: boolean;
  readonly resolvedAt: number;
  readonly baselines: EventBaselines;
}

export interface BoardVersion {
  readonly version: number;
  readonly asOf: number;
  /** The number of the last scoring in it. */
  readonly scorings: number;
}

/** A score with the payout of its event. */
export interface PlayerScore extends ScoreRow {
  readonly eventId: string;
  readonly payoutBps: readonly number[];
}

/** A public forecast: one on an event that has been scored. */
export interface UnsealedForecast extends Omit<ForecastRow, 'clientForecastId' | 'supersedes' | 'question'> {
  readonly eventSlug: string;
  readonly title: string;
  readonly outcomeLabel: string;
  /** Whether the event is a demo event. */
  readonly demo: boolean;
  /** Null if a correction has voided the event. */
  readonly payoutBps: number | null;
  readonly resolvedAt: number;
}

export interface UnsealedFilter {
  readonly playerId: string;
  readonly events: EventSet;
  readonly before: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

/** One party's part of a trade; shares are negative for a sale. */
export interface TradeRow {
  readonly id: string;
  readonly atMs: number;
  readonly sequence: number;
  readonly playerId: string;
  readonly outcome: number;
  readonly shares: number;
  readonly credits: number;
}

export interface NewBoards {
  readonly asOf: number;
  readonly tookMs: number;
  readonly scorings: number;
  readonly events: Readonly<Record<string, number>>;
  readonly scopes: readonly { readonly scope: StoredScope; readonly body: Uint8Array }[];
  /** By set of events, the offset from a score on each event to the adjusted one. */
  readonly offsets: readonly { readonly events: EventSet; readonly byEvent: Readonly<Record<string, number>> }[];
}

/** One question of an event: an outcome or, for two outcomes, 0 for both. */
export interface CrowdQuestion {
  readonly eventId: string;
  readonly question: number;
}

// Comparisons of scores: on one event, between players, and between the models that agents declare.

/** The scoring of an event by the current version. Times are epoch milliseconds. */
export interface EventScoringHead {
  readonly version: number;
  readonly resolvedAt: number;
  /** Players with a Brier score on it. */
  readonly forecasters: number;
  /** Null if a correction has voided the event. */
  readonly payoutBps: readonly number[] | null;
}

export interface RankedScore extends ScoreRow {
  /** 1 for the lowest Brier score; equal scores share a rank. Null for a player who only traded. */
  readonly rank: number | null;
}

export interface ScorePlace {
  readonly brier: number;
  readonly playerId: string;
}

/** One player's Brier score on a scored event. */
export interface SharedScore {
  readonly eventId: string;
  readonly eventSlug: string;
  readonly title: string;
  readonly demo: boolean;
  readonly resolvedAt: number;
  readonly playerId: string;
  readonly brier: number;
}

/** A group of agents or people with its mean scores on each event, by event id. */
export interface GroupScores {
  /** The declared model in its most common spelling, or the kind of player. */
  readonly name: string;
  readonly players: number;
  readonly firstResolvedAt: number;
  readonly lastResolvedAt: number;
  /** The mean over the group's players, one number per event. */
  readonly briers: readonly number[];
  /** The market's mean over the same players and intervals. */
  readonly marketBriers: readonly number[];
}

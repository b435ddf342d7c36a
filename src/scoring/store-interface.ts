import type { Resolution } from '../engine/resolution.js';
import type { ForecastScore } from '../forecasts/rules.js';
import type { ForecastRow } from '../forecasts/store-interface.js';
import type { PlayerProfile } from '../players/rules/players.js';
import type { EventSet, StoredScope } from './rules/boards.js';
import type { BatchCandidate, BatchMean, CrowdBatch } from './rules/crowd-batches.js';
import type { PriceStep } from './rules/price-path.js';
import type { Result } from './rules/result-table.js';
import type { EventBaselines } from './rules/score-event.js';

/** Scores and leaderboards. Times are epoch milliseconds, profits millionths. */

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

/** The source of the edge benchmark. */
export interface BenchmarkReads {
  /** Both sides of an event's trades, by sequence and id. */
  trades(eventId: string, after: Pick<TradeRow, 'sequence' | 'id'> | null, limit: number): Promise<TradeRow[]>;
  /** The owner under which each of these players is counted. */
  owners(playerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Which of these owners were established at a time; null if the arena had too few of them. */
  established(ownerIds: readonly string[], at: number): Promise<ReadonlySet<string> | null>;
}

export interface ScoreReads extends BenchmarkReads {
  /** Events with a settled resolution that has not been scored by the current rules, by id. */
  due(after: string, limit: number): Promise<string[]>;
  /** The resolutions of an event that have not been scored by the current rules, in order. */
  unscored(eventId: string): Promise<Resolution[]>;
  /** The prices after public trades, in order of time, each with the market sequence of its trade. */
  pricePath(eventId: string): Promise<(PriceStep & { readonly sequence: number })[]>;
  /**
   * The profit of each player who ever held a position, once this version has paid; empty after a newer resolution,
   * because its payments may be included.
   */
  profits(eventId: string, version: number): Promise<ReadonlyMap<string, number>>;
  /** The profits recorded by a scoring, by player; null for an unscored version. */
  recordedProfits(eventId: string, version: number): Promise<ReadonlyMap<string, number> | null>;
  /** By the current version; omits events without a score of this player. */
  ofPlayer(playerId: string, eventIds: readonly string[]): Promise<PlayerScore[]>;
  /** Newest first; on scored events, even if a correction has voided them, without practice events. */
  unsealed(filter: UnsealedFilter): Promise<UnsealedForecast[]>;
  /** All scores of a player that count on the leaderboards of a set, for calibration. */
  allOfPlayer(playerId: string, events: EventSet): Promise<PlayerScore[]>;
}

export interface BoardReads {
  /** The number of the newest scoring, 0 before the first. */
  scorings(): Promise<number>;
  counted(): Promise<CountedEvent[]>;
  /** The events on record, each with the current version: those that count, and those that did until a correction. */
  recorded(): Promise<Readonly<Record<string, number>>>;
  /** Yields all results of counted events in batches. */
  results(take: (batch: readonly Result[]) => Promise<void>): Promise<void>;
  hasMoreScoresThan(count: number): Promise<boolean>;
  newest(): Promise<BoardVersion | null>;
  version(version: number): Promise<BoardVersion | null>;
  /** The bytes of a scope; null if it has no rows, or the version was deleted. */
  scope(version: number, scope: StoredScope): Promise<Uint8Array | null>;
  /** The offset from a score on an event to the adjusted one; null if the event is not part of the adjustment. */
  offset(version: number, events: EventSet, eventId: string): Promise<number | null>;
  /** The scopes of a version, by window and category. */
  scopes(version: number): Promise<StoredScope[]>;
  /** The events on record when a version was built, each with its version at that time. */
  events(version: number): Promise<Readonly<Record<string, number>>>;
  profiles(playerIds: readonly string[]): Promise<PlayerProfile[]>;
  profile(handle: string): Promise<PlayerProfile | null>;
  /** A person's agents, oldest first. */
  agentsOf(ownerId: string, limit: number): Promise<PlayerProfile[]>;
  /** The number of a player's forecasts: all, and those in force on unresolved events. */
  countForecasts(playerId: string): Promise<{ readonly all: number; readonly sealed: number }>;
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

export interface ScoreWrites extends ScoreReads {
  /**
   * Idempotent for each version; replaces a scoring by earlier rules. False if it replaced one, so players were already
   * notified.
   */
  save(scoring: EventScoring): Promise<boolean>;
  /** Records newly established owners. No event may be in the middle of its scoring. */
  establishOwners(now: number): Promise<void>;
}

export interface BoardWrites extends BoardReads {
  save(boards: NewBoards): Promise<void>;
  /** Deletes versions that had been replaced by the given time. Readers may have cached the one of that time. */
  deleteVersions(before: number): Promise<void>;
}

/** One question of an event: an outcome or, for two outcomes, 0 for both. */
export interface CrowdQuestion {
  readonly eventId: string;
  readonly question: number;
}

export interface CrowdReads {
  /** The last batches of each question of an event. */
  batches(eventId: string): Promise<BatchMean[]>;
  lastPublished(): Promise<number | null>;
  /** Questions of unresolved events with at least this many unbatched forecasts, in order. */
  questions(minForecasts: number, after: CrowdQuestion | null, limit: number): Promise<CrowdQuestion[]>;
  candidates(question: CrowdQuestion): Promise<BatchCandidate[]>;
}

export interface CrowdWrites extends CrowdReads {
  /** Records the time of this run, and deletes the batches of resolved events. */
  begin(at: number): Promise<void>;
  publish(question: CrowdQuestion, batch: CrowdBatch, at: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly scores: ScoreReads;
    readonly boards: BoardReads;
    readonly crowds: CrowdReads;
  }

  interface Writes {
    readonly scores: ScoreWrites;
    readonly boards: BoardWrites;
    readonly crowds: CrowdWrites;
  }
}

/** Comparisons of scores: on one event, between players, and between the models that agents declare. */

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

export interface ComparisonReads {
  /** Null if the event has not been scored. */
  scoring(eventId: string): Promise<EventScoringHead | null>;
  /** Players with a Brier score on an event by a version, best first. */
  ranking(eventId: string, version: number, after: ScorePlace | null, limit: number): Promise<RankedScore[]>;
  /** Null if the player has no score there. */
  scoreOf(eventId: string, version: number, playerId: string): Promise<RankedScore | null>;
  /** Scores on events of a set on which at least two of the players have one, newest event first. */
  shared(playerIds: readonly string[], events: EventSet): Promise<SharedScore[]>;
  /** Agents by declared model, the models with most events first. */
  models(events: EventSet, limit: number): Promise<GroupScores[]>;
  /** All agents and all people. */
  kinds(events: EventSet): Promise<GroupScores[]>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly comparisons: ComparisonReads;
  }
}

import type { EventSet } from '../../domain/scoring/event-sets.js';
import type { ScoreRow } from './interface.js';

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

declare module '../store.js' {
  interface Reads {
    readonly comparisons: ComparisonReads;
  }
}

// Games and the reports of sources on them. Times are epoch milliseconds.

import { hourMs } from '../../kernel/time.js';

export const fixtureStatuses = ['scheduled', 'live', 'final', 'postponed', 'cancelled'] as const;
export type FixtureStatus = (typeof fixtureStatuses)[number];

export interface Side {
  readonly name: string;
  readonly abbreviation: string | null;
  readonly score: number | null;
}

/** One source's report on one game. */
export interface FixtureReport {
  readonly source: string;
  readonly sourceEventId: string;
  /** A source may report a game in two parts: its listing, and its score. */
  readonly part: 'listing' | 'score';
  readonly league: string;
  readonly startsAt: number;
  /** Null: the source lists the game without a status. */
  readonly status: FixtureStatus | null;
  readonly period: number | null;
  readonly clock: string | null;
  readonly home: Side;
  readonly away: Side;
  /** The time of the report: the source's own time, or the time of the fetch if it sends none. */
  readonly asOf: number;
  readonly demo: boolean;
}

/** Sources round starting times differently; two games of the same teams on one day are further apart. */
export const maxStartDifferenceMs = 2 * hourMs;

import type { EventRow } from '../events/store-interface.js';

/** Practice events. Times are epoch milliseconds, amounts millionths. */

export interface PracticeStanding {
  readonly playerId: string;
  readonly rank: number;
  readonly events: number;
  readonly brier: number;
  readonly marketBrier: number;
  readonly coverage: number;
  /** For traded events; 0 if there are none. */
  readonly profit: number;
}

export interface PracticeBoardFilter {
  /** Events resolved after this time count. */
  readonly since: number;
  readonly kind: 'all' | 'agent' | 'human';
  readonly minEvents: number;
  /** Only this player, with the rank among all players. */
  readonly playerId: string | null;
  readonly limit: number;
}

export interface PracticeReads {
  /** Which of these slugs are taken. */
  takenSlugs(slugs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Practice events whose trading has ended and that are not resolved, oldest first. */
  unresolved(endedBy: number, limit: number): Promise<Pick<EventRow, 'slug' | 'description' | 'outcomes'>[]>;
  /** Ids of events of the series: unresolved ones, then the most recently resolved ones. */
  recent(limit: number): Promise<string[]>;
  /** Players with a forecast on an event in the timeframe, best first, with their number. */
  board(filter: PracticeBoardFilter): Promise<{ readonly players: number; readonly rows: PracticeStanding[] }>;
}

export interface PracticeWrites extends PracticeReads {
  /** Practice events that are settled and scored and ended before the given time. */
  expired(endedBefore: number, limit: number): Promise<string[]>;
  /** Deletes a practice event whose market is locked; the sums of its transfers are carried over. */
  deleteEvent(eventId: string): Promise<void>;
  /** Does the same for an hour of top-ups before the given time. False if there were none. */
  deleteTopUps(before: number): Promise<boolean>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly practice: PracticeReads;
  }

  interface Writes {
    readonly practice: PracticeWrites;
  }
}

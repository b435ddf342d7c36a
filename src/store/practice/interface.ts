import type { EventRow } from '../markets/interface.js';

/** Practice events. Times are epoch milliseconds, amounts millionths. */

export interface PracticeStanding {
  readonly playerId: string;
  readonly rank: number;
  readonly events: number;
  readonly brier: number;
  readonly marketBrier: number;
  readonly coverage: number;
  /** Of events that were traded; 0 where none was. */
  readonly profit: number;
}

export interface PracticeBoardFilter {
  /** Events resolved after this moment count. */
  readonly since: number;
  readonly kind: 'all' | 'agent' | 'human';
  readonly minEvents: number;
  /** Only this player, with the rank among all. */
  readonly playerId: string | null;
  readonly limit: number;
}

export interface PracticeReads {
  /** Which of these slugs are taken. */
  takenSlugs(slugs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Practice events whose trading has ended and that are not resolved, the oldest first. */
  unresolved(endedBy: number, limit: number): Promise<Pick<EventRow, 'slug' | 'description' | 'outcomes'>[]>;
  /** Ids of events of the series: those that are not resolved, and then those resolved last. */
  recent(limit: number): Promise<string[]>;
  /** Players with a forecast on an event of the time, best first, with how many there are. */
  board(filter: PracticeBoardFilter): Promise<{ readonly players: number; readonly rows: PracticeStanding[] }>;
}

export interface PracticeWrites extends PracticeReads {
  /** Practice events that were paid and scored and ended before the moment given. */
  expired(endedBefore: number, limit: number): Promise<string[]>;
  /** Deletes a practice event whose market is locked; the sums of its transfers are carried over. */
  deleteEvent(eventId: string): Promise<void>;
  /** Does the same for an hour of top-ups before the moment given. False: there were none. */
  deleteTopUps(before: number): Promise<boolean>;
}

declare module '../store.js' {
  interface Reads {
    readonly practice: PracticeReads;
  }

  interface Writes {
    readonly practice: PracticeWrites;
  }
}

import type { EventRow } from '../markets/interface.js';

/** What only practice events need. Times are epoch milliseconds, amounts millionths. */

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
  taken(slugs: readonly string[]): Promise<ReadonlySet<string>>;
  /** Practice events whose trading has ended and that nobody has decided, the oldest first. */
  undecided(endedBy: number, limit: number): Promise<Pick<EventRow, 'slug' | 'description' | 'outcomes'>[]>;
  /** Ids of events of the series: those that are not decided, and then those resolved last. */
  recent(limit: number): Promise<string[]>;
  /** Players with a forecast on an event of the time, best first, with how many there are. */
  board(filter: PracticeBoardFilter): Promise<{ readonly players: number; readonly rows: PracticeStanding[] }>;
}

export interface PracticeWrites extends PracticeReads {
  /** Practice events that were paid and scored and ended before the moment given. */
  old(endedBefore: number, limit: number): Promise<string[]>;
  /** Removes everything about a practice event whose market is locked; what its transfers came to is carried on. */
  forget(eventId: string): Promise<void>;
  /** The same for an hour's top-ups before the moment given. False: there were none. */
  forgetTopUps(before: number): Promise<boolean>;
}

declare module '../store.js' {
  interface Reads {
    readonly practice: PracticeReads;
  }

  interface Writes {
    readonly practice: PracticeWrites;
  }
}

import type { Plan, Role } from '../kernel/plans.js';
import type { ReportSubject } from '../moderation/reports.js';
import type { InboxKind } from './routes.js';

/** Lists that only operators see. Times are epoch milliseconds. */

export interface InboxItem {
  readonly kind: InboxKind;
  /** The slug of an event, the id of a connector, or the subject of a report. */
  readonly subject: string;
  readonly subjectKind: ReportSubject | 'connector';
  readonly title: string;
  /** Since when it needs an operator. */
  readonly since: number;
  /** Disputes, open reports or unpaid holdings; 0 if nothing is counted. */
  readonly count: number;
  /** The connector's error or the text of the newest report; null for events. */
  readonly detail: string | null;
}

export interface InboxTimes {
  readonly now: number;
  readonly overdueBefore: number;
  readonly unsettledBefore: number;
  readonly staleBefore: number;
}

export interface PlayerFilter {
  /** Part of a handle or a name, or a whole email or id. */
  readonly search: string | null;
  readonly kind: 'agent' | 'human' | null;
  readonly role: Role | null;
  readonly suspended: boolean | null;
  /** Only players older than this id. */
  readonly before: string | null;
  readonly limit: number;
}

export interface ListedPlayer {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly house: boolean;
  readonly plan: Plan;
  /** People only. */
  readonly role: Role | null;
  /** The owner of an agent. */
  readonly owner: string | null;
  readonly agents: number;
  readonly openReports: number;
  readonly available: number;
  readonly owed: number;
  readonly createdAt: number;
  readonly suspension: {
    readonly at: number;
    readonly by: string;
    readonly reason: string;
    /** The suspension is that of the owner. */
    readonly inherited: boolean;
  } | null;
}

/** A player with requests rejected by a rate limit. */
export interface LimitedPlayer {
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  readonly requests: number;
  readonly limited: number;
  readonly failed: number;
  /** The route with the most rejected requests. */
  readonly operationId: string;
  readonly lastLimitedAt: number;
}

export interface LimitOverview {
  /** Logged requests: those with a credential, and rejected ones. */
  readonly requests: number;
  readonly limited: number;
  readonly anonymousLimited: number;
  readonly operations: readonly { readonly operationId: string; readonly limited: number }[];
  /** Most rejected first. */
  readonly players: readonly LimitedPlayer[];
}

export interface ConsoleReads {
  /** At most `limit` items of each kind, oldest first. */
  inbox(times: InboxTimes, limit: number): Promise<InboxItem[]>;
  /** Newest first, deleted ones excluded. */
  players(filter: PlayerFilter): Promise<ListedPlayer[]>;
  limits(since: number, limit: number): Promise<LimitOverview>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly console: ConsoleReads;
  }
}

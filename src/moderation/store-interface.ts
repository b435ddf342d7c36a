import type { ReportCategory, ReportStatus, ReportSubject } from './reports.js';

/** Reports of people to the operators. Times are epoch milliseconds. */
export interface Report {
  readonly id: string;
  readonly personId: string;
  readonly handle: string;
  readonly subjectKind: ReportSubject;
  readonly subjectId: string;
  /** The subject's name in URLs: a slug, a handle or an id. */
  readonly subjectName: string;
  readonly category: ReportCategory;
  readonly reason: string;
  readonly createdAt: number;
  readonly status: ReportStatus;
  readonly closedAt: number | null;
  readonly closedBy: string | null;
  readonly note: string | null;
  /** Open reports about the same subject, including this one. */
  readonly openReports: number;
}

export type NewReport = Pick<
  Report,
  'id' | 'personId' | 'subjectKind' | 'subjectId' | 'subjectName' | 'category' | 'reason' | 'createdAt'
>;

export interface ReportFilter {
  readonly status: ReportStatus | 'all';
  readonly subjectKind: ReportSubject | null;
  readonly personId: string | null;
  /** The id of the last report of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

export interface ReportReads {
  find(id: string): Promise<Report | null>;
  /** Newest first. */
  list(filter: ReportFilter): Promise<Report[]>;
  findOpen(personId: string, subjectKind: ReportSubject, subjectId: string): Promise<Report | null>;
  countOpen(personId: string): Promise<number>;
  /** The id of a subject by its name in URLs; null if there is none. */
  findSubject(kind: ReportSubject, name: string): Promise<{ readonly id: string; readonly name: string } | null>;
}

export interface ReportWrites extends ReportReads {
  add(report: NewReport): Promise<void>;
  /** Locks a report until the transaction ends. */
  lock(id: string): Promise<Report | null>;
  close(id: string, status: Exclude<ReportStatus, 'open'>, by: string, note: string, at: number): Promise<void>;
  /** Deletes the reports of a person whose account is deleted. */
  deleteOf(personId: string): Promise<void>;
}

export interface Suspension {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly reason: string;
  readonly suspendedAt: number;
  /** The id of the operator, or `operator` for the token. */
  readonly suspendedBy: string;
  readonly liftedAt: number | null;
  readonly liftedBy: string | null;
  readonly liftReason: string | null;
}

/** The target of a suspension. */
export interface SuspendablePlayer {
  readonly playerId: string;
  readonly handle: string;
  /** The person to notify: the player, or the owner of the agent; null for house players. */
  readonly personId: string | null;
  readonly isOperator: boolean;
  /** The player and, for a person, the agents that are not deleted. */
  readonly playerIds: readonly string[];
}

export interface SuspensionReads {
  /** The newest suspension, in force or lifted. */
  latest(playerId: string): Promise<Suspension | null>;
  /** Whether a suspension was imposed or lifted after a time. */
  changedSince(at: number): Promise<boolean>;
}

export interface SuspensionWrites extends SuspensionReads {
  /** Locks the player until the transaction ends; null if the player does not exist or is retired. */
  lockPlayer(handle: string): Promise<SuspendablePlayer | null>;
  suspend(playerId: string, reason: string, actor: string, at: number): Promise<void>;
  /** Replaces the reason of the suspension in force. */
  changeReason(playerId: string, reason: string): Promise<void>;
  lift(playerId: string, reason: string, actor: string, at: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly reports: ReportReads;
    readonly suspensions: SuspensionReads;
  }
  interface Writes {
    readonly reports: ReportWrites;
    readonly suspensions: SuspensionWrites;
  }
}

import type { SuspensionReads, SuspensionWrites } from '../players/suspensions.js';
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

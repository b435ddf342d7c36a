import type { OperationContext } from '../database/transactions.js';
import { notify } from '../notifications/notify.js';
import type { Report, ReportFilter } from './store-interface.js';

export const reportSubjects = ['event', 'player', 'market-request', 'dispute'] as const;
export type ReportSubject = (typeof reportSubjects)[number];

export const reportCategories = ['spam', 'abuse', 'misleading', 'personal-data', 'rules', 'other'] as const;
export type ReportCategory = (typeof reportCategories)[number];

export const reportStatuses = ['open', 'upheld', 'dismissed'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

export const maxReasonLength = 2_000;
/** The maximum number of open reports per person. */
export const maxOpenReports = 20;

/** Returns reports, newest first. */
export function listReports({ store }: Pick<OperationContext, 'store'>, filter: ReportFilter): Promise<Report[]> {
  return store.read(reads => reads.reports.list(filter));
}

interface FileReportCommand {
  readonly personId: string;
  readonly subjectKind: ReportSubject;
  readonly subjectName: string;
  readonly category: ReportCategory;
  readonly reason: string;
}

type FileReportOutcome =
  | { readonly report: Report; readonly replayed: boolean }
  | 'no-subject'
  | 'too-many'
  | 'person-gone';

/** Files a report. A person has one open report per subject: another one returns the first and changes nothing. */
export function fileReport(
  { store, clock, newId }: Pick<OperationContext, 'store' | 'clock' | 'newId'>,
  { personId, subjectKind, subjectName, category, reason }: FileReportCommand,
): Promise<FileReportOutcome> {
  const now = clock();
  return store.transact(async writes => {
    if (!(await writes.people.lock(personId))) return 'person-gone';
    const subject = await writes.reports.findSubject(subjectKind, subjectName);
    if (!subject) return 'no-subject';
    const open = await writes.reports.findOpen(personId, subjectKind, subject.id);
    if (open) return { report: open, replayed: true };
    if ((await writes.reports.countOpen(personId)) >= maxOpenReports) return 'too-many';
    const id = newId('rpt', now);
    const named = { subjectKind, subjectId: subject.id, subjectName: subject.name };
    await writes.reports.add({ id, personId, ...named, category, reason, createdAt: now });
    const report = await writes.reports.find(id);
    if (!report) throw new Error(`report ${id} no longer exists`);
    return { report, replayed: false };
  });
}

interface CloseReportCommand {
  readonly reportId: string;
  readonly status: Exclude<ReportStatus, 'open'>;
  readonly note: string;
  readonly actor: string;
}

const texts = {
  upheld: 'An operator acted on your report about',
  dismissed: 'An operator reviewed your report and made no change:',
} as const;

/**
 * Closes a report, records the operator and notifies its author. Closing it again with the same status changes nothing;
 * `closed` means that it was closed with another status. Null: the report does not exist.
 */
export function closeReport(
  context: Pick<OperationContext, 'store' | 'clock' | 'newId'>,
  { reportId, status, note, actor }: CloseReportCommand,
): Promise<Report | 'closed' | null> {
  const { store, clock } = context;
  const now = clock();
  return store.transact(async writes => {
    const report = await writes.reports.lock(reportId);
    if (!report) return null;
    if (report.status !== 'open') return report.status === status ? report : 'closed';
    await writes.reports.close(reportId, status, actor, note, now);
    const details = { subjectKind: report.subjectKind, subject: report.subjectName, status, note };
    const change = { reason: note, before: { status: report.status }, after: { status } };
    await writes.operators.record({ at: now, actor, action: 'report.close', subject: reportId, details, ...change });
    const text = `${texts[status]} ${report.subjectKind} ${report.subjectName}${note === '' ? '.' : `: ${note}`}`;
    const eventSlug = report.subjectKind === 'event' ? report.subjectName : null;
    await notify(writes, context, { personIds: [report.personId], kind: 'report-closed', text, eventSlug, at: now });
    return writes.reports.find(reportId);
  });
}

import * as operatorStore from '../database/arena/operators.js';
import type { OperationContext } from '../database/transactions.js';
import { notify } from '../notifications/notify.js';
import * as personStore from '../people/store/people.js';
import type { Report, ReportFilter } from './store.js';
import * as reportStore from './store.js';

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
  return store.read(reader => reportStore.list(reader, filter));
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
  return store.transact(async tx => {
    if (!(await personStore.lock(tx, personId))) return 'person-gone';
    const subject = await reportStore.findSubject(tx, subjectKind, subjectName);
    if (!subject) return 'no-subject';
    const open = await reportStore.findOpen(tx, personId, subjectKind, subject.id);
    if (open) return { report: open, replayed: true };
    if ((await reportStore.countOpen(tx, personId)) >= maxOpenReports) return 'too-many';
    const id = newId('rpt', now);
    const named = { subjectKind, subjectId: subject.id, subjectName: subject.name };
    await reportStore.add(tx, { id, personId, ...named, category, reason, createdAt: now });
    const report = await reportStore.find(tx, id);
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
  return store.transact(async tx => {
    const report = await reportStore.lock(tx, reportId);
    if (!report) return null;
    if (report.status !== 'open') return report.status === status ? report : 'closed';
    await reportStore.close(tx, reportId, status, actor, note, now);
    const details = { subjectKind: report.subjectKind, subject: report.subjectName, status, note };
    const change = { reason: note, before: { status: report.status }, after: { status } };
    await operatorStore.record(tx, { at: now, actor, action: 'report.close', subject: reportId, details, ...change });
    const text = `${texts[status]} ${report.subjectKind} ${report.subjectName}${note === '' ? '.' : `: ${note}`}`;
    const eventSlug = report.subjectKind === 'event' ? report.subjectName : null;
    await notify(tx, context, { personIds: [report.personId], kind: 'report-closed', text, eventSlug, at: now });
    return reportStore.find(tx, reportId);
  });
}

import { maxOpenReports, type ReportCategory, type ReportSubject } from '../../domain/moderation/report.js';
import type { Report } from '../../store/moderation/interface.js';
import type { OperationContext } from '../operation-context.js';

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

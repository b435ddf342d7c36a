import type { ReportStatus } from '../../domain/moderation/report.js';
import type { Report } from '../../store/moderation/interface.js';
import { notify } from '../notifications/notify.js';
import type { OperationContext } from '../operation-context.js';

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

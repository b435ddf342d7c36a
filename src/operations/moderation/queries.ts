import type { Report, ReportFilter } from '../../store/moderation/interface.js';
import type { OperationContext } from '../operation-context.js';

/** Returns reports, newest first. */
export function listReports({ store }: Pick<OperationContext, 'store'>, filter: ReportFilter): Promise<Report[]> {
  return store.read(reads => reads.reports.list(filter));
}

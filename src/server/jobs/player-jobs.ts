import { auditDueAt, runAudit } from '../../operations/exchange/audit-books.js';
import { recordEquity, thinEquity } from '../../operations/exchange/equity-history.js';
import { notifyClosing } from '../../operations/follows/notify-closing.js';
import type { OperationContext } from '../../operations/operation-context.js';
import type { LeasedJobs } from './leased-jobs.js';

type Tools = Pick<OperationContext, 'store' | 'clock' | 'newId'>;

/** Equity samples, audits of the books and notifications about followed events. */
export function startPlayerJobs(jobs: LeasedJobs<Tools>): void {
  jobs.onOneNode(600_000, 'sampling the equity of players', recordEquity);
  jobs.onOneNode(86_400_000, 'thinning samples of equity', thinEquity);
  const stopwatch = () => performance.now();
  jobs.onOneNode(600_000, 'auditing the books', tools => runAudit({ ...tools, stopwatch }, 'schedule'), auditDueAt);
  jobs.onOneNode(300_000, 'notifying followers of events that end soon', notifyClosing);
}

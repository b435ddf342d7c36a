import { recordEquity, thinEquity } from '../../operations/exchange/equity-history.js';
import { notifyClosing } from '../../operations/follows/notify-closing.js';
import type { OperationContext } from '../../operations/operation-context.js';
import type { LeasedJobs } from './leased-jobs.js';

type Tools = Pick<OperationContext, 'store' | 'clock' | 'newId'>;

/** Equity samples and notifications about followed events. */
export function startPlayerJobs(jobs: LeasedJobs<Tools>): void {
  jobs.onOneNode(600_000, 'sampling the equity of players', recordEquity);
  jobs.onOneNode(86_400_000, 'thinning equity samples', thinEquity);
  jobs.onOneNode(300_000, 'notifying followers of events that end soon', notifyClosing);
}

import { recordEquity, thinEquity } from '../../operations/exchange/equity-history.js';
import { notifyClosing } from '../../operations/follows/notify-closing.js';
import type { OperationContext } from '../../operations/operation-context.js';
import type { Jobs } from './jobs.js';

type Tools = Pick<OperationContext, 'store' | 'clock' | 'newId'>;

/** Equity samples and notifications about followed events. One node does it, whichever comes first. */
export function startPlayerJobs(jobs: Jobs, tools: Tools): void {
  const { store } = tools;
  const sampling = 'sampling the equity of players';
  jobs.every(600_000, sampling, keepGoing =>
    store.exclusively(sampling, async () => {
      await recordEquity(tools, keepGoing);
    }),
  );
  jobs.every(86_400_000, 'thinning samples of equity', () => thinEquity(tools));
  const closing = 'notifying followers of events that end soon';
  jobs.every(300_000, closing, keepGoing => store.exclusively(closing, () => notifyClosing(tools, keepGoing)));
}

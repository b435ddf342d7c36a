import { createHmac, hash } from 'node:crypto';
import type { Services } from '../../http/services.js';
import { deleteOldPractice } from '../../operations/practice/delete-old-practice.js';
import { openSeries } from '../../operations/practice/open-series.js';
import type { PracticeTools } from '../../operations/practice/practice-tools.js';
import { resolveSeries } from '../../operations/practice/resolve-series.js';
import type { LeasedJobs } from './leased-jobs.js';

/** Seeds come from the secret that all nodes share, so none of them is kept anywhere. */
export function createPracticeTools(
  { store, newId, settings: { routeWords } }: Pick<Services, 'store' | 'newId' | 'settings'>,
  secret: string,
): PracticeTools {
  // A derived key, so that nothing else that is made with the secret can be a seed.
  const key = createHmac('sha256', secret).update('seeds of practice events').digest();
  return {
    store,
    newId,
    routeWords,
    sha256: text => hash('sha256', text, 'buffer'),
    seedOf: slug => createHmac('sha256', key).update(slug).digest('hex'),
  };
}

/**
 * The rolling series of practice events. One node runs it, whichever comes first. Where no new events are opened, those that
 * are there are still decided and forgotten.
 */
export function startPracticeJobs(jobs: LeasedJobs<PracticeTools>, opens: boolean): void {
  jobs.onOneNode(1000, 'running practice events', async (tools, keepGoing) => {
    await resolveSeries(tools, keepGoing);
    if (opens && keepGoing()) await openSeries(tools);
  });
  jobs.onOneNode(60_000, 'deleting old practice events', deleteOldPractice);
}

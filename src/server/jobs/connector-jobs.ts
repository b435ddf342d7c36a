import { dayMs, hourMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import type { Jobs } from './jobs.js';
import type { LeasedJobs } from './leased-jobs.js';

/** Connectors that start in one turn of the scheduler. */
const maxStarts = 20;
const rejectedRowsLiveMs = 14 * dayMs;

/** Starts runs that are due, each beside the others; a connector runs on one node at a time. */
export function startConnectorJobs(jobs: Jobs, leased: LeasedJobs<Services>): void {
  leased.onEveryNode(1000, 'scheduling connectors', async ({ store, clock, connectors, aggregator }) => {
    const formats = connectors.formats.map(({ id }) => id);
    const due = await store.read(reads => reads.connectors.due(formats, clock(), maxStarts));
    for (const id of due) {
      jobs.soon(`connector ${id}`, async () => {
        await connectors.run(id, 'schedule');
        aggregator.feed.invalidate();
      });
    }
  });
  leased.onOneNode(hourMs, 'deleting old rejected rows of connectors', ({ store, clock }) =>
    store.transact(writes => writes.connectors.prune(clock() - rejectedRowsLiveMs)),
  );
}

import { dayMs, hourMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import type { Jobs } from './jobs.js';

/** Connectors that start in one turn of the scheduler. */
const maxStarts = 20;
const rejectedRowsLiveMs = 14 * dayMs;

/** Starts runs that are due, each beside the others; a connector runs on one node at a time. */
export function startConnectorJobs(jobs: Jobs, { store, clock, connectors, aggregator }: Services): void {
  jobs.every(1000, 'scheduling connectors', async () => {
    const formats = connectors.formats.map(({ id }) => id);
    const due = await store.read(reads => reads.connectors.due(formats, clock(), maxStarts));
    for (const id of due) {
      jobs.soon(`connector ${id}`, async () => {
        await connectors.run(id, 'schedule');
        aggregator.feed.invalidate();
      });
    }
  });
  const pruning = 'deleting old rejected rows of connectors';
  jobs.every(hourMs, pruning, () =>
    store.exclusively(pruning, async () => {
      await store.transact(writes => writes.connectors.prune(clock() - rejectedRowsLiveMs));
    }),
  );
}

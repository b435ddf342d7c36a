import { dayMs, hourMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import type { Jobs } from './jobs.js';

/** Connectors that start in one turn of the scheduler. */
const maxStarts = 20;
const rejectedRowsLiveMs = 14 * dayMs;

/** Starts runs that are due, each beside the others; a connector runs on one node at a time. */
export function startConnectorJobs(jobs: Jobs, { store, clock, connectors }: Services): void {
  jobs.every(1000, 'scheduling connectors', async () => {
    const due = await store.read(reads => reads.connectors.due(clock(), maxStarts));
    for (const id of due) jobs.soon(`connector ${id}`, () => connectors.run(id, 'schedule'));
  });
  const pruning = 'deleting old rejected rows of connectors';
  jobs.every(hourMs, pruning, () =>
    store.exclusively(pruning, async () => {
      await store.transact(writes => writes.connectors.prune(clock() - rejectedRowsLiveMs));
    }),
  );
}

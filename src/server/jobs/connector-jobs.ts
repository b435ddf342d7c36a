import { dayMs, hourMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import type { Jobs } from './jobs.js';

/** Connectors that start in one turn of the scheduler. */
const maxStarts = 20;
const rejectedRowsLiveMs = 14 * dayMs;

/** Starts runs that are due, each beside the others; a connector runs on one node at a time. */
export function startConnectorJobs(jobs: Jobs, { store, clock, connectors, aggregator }: Services): void {
  const { schedule } = connectors;
  const running = new Set<string>();
  const start = (id: string) => {
    running.add(id);
    jobs.soon(`connector ${id}`, async () => {
      try {
        await connectors.run(id, 'schedule');
        aggregator.feed.invalidate();
      } finally {
        running.delete(id);
        schedule.invalidate();
      }
    });
  };
  jobs.every(1000, 'scheduling connectors', async () => {
    const now = clock();
    if (!schedule.isDue(now)) return;
    schedule.begin(now);
    const formats = connectors.formats.map(({ id }) => id);
    const [due, nextRunAt] = await store.read(reads =>
      Promise.all([reads.connectors.due(formats, now, maxStarts), reads.connectors.nextRunAt(formats, now)]),
    );
    schedule.plan(due.length < maxStarts ? nextRunAt : now);
    for (const id of due.filter(each => !running.has(each))) start(id);
  });
  const pruning = 'deleting old rejected rows of connectors';
  jobs.every(hourMs, pruning, () =>
    store.exclusively(pruning, async () => {
      await store.transact(writes => writes.connectors.prune(clock() - rejectedRowsLiveMs));
    }),
  );
}

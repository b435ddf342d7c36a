import { dayMs, hourMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import type { Jobs } from './jobs.js';
import type { LeasedJobs } from './leased-jobs.js';

/** The maximum number of connectors started per run of the scheduler. */
const maxStarts = 20;
const rejectedRowsLiveMs = 14 * dayMs;

/** Starts due runs concurrently; a connector runs on one node at a time. */
export function startConnectorJobs(jobs: Jobs, leased: LeasedJobs<Services>): void {
  const running = new Set<string>();
  const start = (id: string, { connectors, aggregator }: Services) => {
    running.add(id);
    jobs.soon(`connector ${id}`, async () => {
      try {
        await connectors.run(id, 'schedule');
        aggregator.feed.invalidate();
      } finally {
        running.delete(id);
        connectors.schedule.invalidate();
      }
    });
  };
  leased.onEveryNode(1000, 'scheduling connectors', async services => {
    const { store, clock, connectors } = services;
    const { schedule } = connectors;
    const now = clock();
    if (!schedule.isDue(now)) return;
    schedule.begin(now);
    const formats = connectors.formats.map(({ id }) => id);
    const [due, nextRunAt] = await store.read(reads =>
      Promise.all([reads.connectors.due(formats, now, maxStarts), reads.connectors.nextRunAt(formats, now)]),
    );
    schedule.plan(due.length < maxStarts ? nextRunAt : now);
    for (const id of due.filter(each => !running.has(each))) start(id, services);
  });
  leased.onOneNode(hourMs, 'deleting old rejected rows of connectors', ({ store, clock }) =>
    store.transact(writes => writes.connectors.prune(clock() - rejectedRowsLiveMs)),
  );
}

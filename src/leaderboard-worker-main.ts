// The worker thread of buildBoardsAside: builds the leaderboards once and ends.
import { workerData } from 'node:worker_threads';
import { type ConnectionTarget, openPool } from './database/pool.js';
import { createPostgresStore } from './database/postgres-store.js';
import type { Lease } from './database/store.js';
import { rebuildLeaderboards } from './scoring/refresh-leaderboards.js';

const { target, lease } = workerData as { target: string | ConnectionTarget; lease: Lease };
const store = createPostgresStore(openPool(target, { max: 2, applicationName: 'presage leaderboards' }));
try {
  await rebuildLeaderboards({
    store: store.under(lease),
    clock: Date.now,
    stopwatch: () => performance.now(),
    yieldToEventLoop: () => Promise.resolve(),
  });
} finally {
  await store.close();
}

import { Worker } from 'node:worker_threads';
import type { ConnectionTarget } from './database/pool.js';
import type { Lease } from './database/store.js';

/** Builds the leaderboards in a worker thread with its own connections: minutes of work for a large record. */
export function buildLeaderboardsInWorker(target: string | ConnectionTarget, lease: Lease): Promise<void> {
  return new Promise((done, failed) => {
    const workerData = { target, lease };
    const worker = new Worker(new URL('./leaderboard-worker-main.js', import.meta.url), { workerData });
    worker.once('error', failed);
    worker.once('exit', code => {
      if (code === 0) done();
      else failed(new Error(`the leaderboard worker exited with ${code}`));
    });
  });
}

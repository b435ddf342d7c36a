import { setImmediate as nextTurn } from 'node:timers/promises';
import { publishCrowdBatches } from '../../operations/scoring/publish-crowd-batches.js';
import { LeaderboardRefresher } from '../../operations/scoring/refresh-leaderboards.js';
import { type ScoreTools, scoreDue } from '../../operations/scoring/score-due.js';
import type { Lease } from '../../store/store.js';
import type { LeasedJobs } from './leased-jobs.js';

/** Scores and leaderboards. One node does it, whichever comes first; the others look again later. */
export function startScoreJobs(
  jobs: LeasedJobs<Pick<ScoreTools, 'store' | 'clock'>>,
  rebuildInWorker: ((lease: Lease) => Promise<void>) | null,
): void {
  const timing = { stopwatch: () => performance.now(), yieldToEventLoop: () => nextTurn() };
  const refresher = new LeaderboardRefresher(rebuildInWorker);
  jobs.onOneNode(1000, 'scoring events', (tools, keepGoing) => scoreDue({ ...tools, ...timing }, keepGoing));
  jobs.onOneNode(5000, 'publishing crowd means', tools => publishCrowdBatches(tools));
  jobs.onOneNode(1000, 'building leaderboards', tools => refresher.refresh({ ...tools, ...timing }));
}

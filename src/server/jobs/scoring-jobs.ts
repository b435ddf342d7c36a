import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OperationContext } from '../../operations/operation-context.js';
import { publishCrowdBatches } from '../../operations/scoring/publish-crowd-batches.js';
import { LeaderboardRefresher } from '../../operations/scoring/refresh-leaderboards.js';
import { type ScoreTools, scoreDue } from '../../operations/scoring/score-due.js';
import type { Lease } from '../../store/store.js';
import type { LeasedJobs } from './leased-jobs.js';

type Tools = Pick<ScoreTools, 'store' | 'clock'> & Pick<OperationContext, 'newId'>;

/** Scores and leaderboards. One node does it, whichever comes first; the others look again later. */
export function startScoreJobs(
  jobs: LeasedJobs<Tools>,
  rebuildInWorker: ((lease: Lease) => Promise<void>) | null,
): void {
  const timing = { stopwatch: () => performance.now(), yieldToEventLoop: () => nextTurn() };
  const refresher = new LeaderboardRefresher(rebuildInWorker);
  jobs.onOneNode(1000, 'scoring events', (tools, keepGoing) => scoreDue({ ...tools, ...timing }, keepGoing));
  jobs.onOneNode(5000, 'publishing crowd means', tools => publishCrowdBatches(tools));
  jobs.onOneNode(1000, 'building leaderboards', tools => refresher.refresh({ ...tools, ...timing }));
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OperationContext } from '../../operations/operation-context.js';
import { crowdsDueAt, publishCrowdBatches } from '../../operations/scoring/publish-crowd-batches.js';
import { LeaderboardRefresher, leaderboardsDueAt } from '../../operations/scoring/refresh-leaderboards.js';
import { type ScoreTools, scoreDue } from '../../operations/scoring/score-due.js';
import type { Lease } from '../../store/store.js';
import { dueNowIf, type LeasedJobs } from './leased-jobs.js';

type Tools = Pick<ScoreTools, 'store' | 'clock'> & Pick<OperationContext, 'newId'>;

/** Scores and leaderboards. Run on one node, whichever acquires the lease first; the others try again later. */
export function startScoreJobs(
  jobs: LeasedJobs<Tools>,
  rebuildInWorker: ((lease: Lease) => Promise<void>) | null,
): void {
  const timing = { stopwatch: () => performance.now(), yieldToEventLoop: () => nextTurn() };
  const refresher = new LeaderboardRefresher(rebuildInWorker);
  const score = (tools: Tools, keepGoing: () => boolean) => scoreDue({ ...tools, ...timing }, keepGoing);
  jobs.onOneNode(1000, 'scoring events', score, async ({ store }) => {
    const events = await store.read(reads => reads.scores.due('', 1));
    return dueNowIf(events.length > 0);
  });
  jobs.onOneNode(5000, 'publishing crowd means', publishCrowdBatches, crowdsDueAt);
  jobs.onOneNode(1000, 'building leaderboards', tools => refresher.refresh({ ...tools, ...timing }), leaderboardsDueAt);
}

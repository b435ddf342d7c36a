import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OperationContext } from '../../operations/operation-context.js';
import { publishCrowdBatches } from '../../operations/scoring/publish-crowd-batches.js';
import { LeaderboardRefresher } from '../../operations/scoring/refresh-leaderboards.js';
import { scoreDue } from '../../operations/scoring/score-due.js';
import type { Jobs } from './jobs.js';

/** Scores and leaderboards. One node does it, whichever comes first; the others look again later. */
export function startScoreJobs(
  jobs: Jobs,
  { store, clock, newId }: Pick<OperationContext, 'store' | 'clock' | 'newId'>,
  aside: (() => Promise<void>) | null,
): void {
  const tools = { store, clock, newId, stopwatch: () => performance.now(), yieldToEventLoop: () => nextTurn() };
  const keeper = new LeaderboardRefresher(tools, aside);
  const scoring = 'scoring events';
  jobs.every(1000, scoring, keepGoing => tools.store.exclusively(scoring, () => scoreDue(tools, keepGoing)));
  const publishing = 'publishing crowd means';
  jobs.every(5000, publishing, () => store.exclusively(publishing, () => publishCrowdBatches(tools)));
  const building = 'building leaderboards';
  jobs.every(1000, building, () => tools.store.exclusively(building, () => keeper.refresh()));
}

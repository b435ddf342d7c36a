import { hourMs, minuteMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import { holdScoreProposal } from '../../operations/markets/propose-resolution.js';
import { deleteOldLines } from '../../operations/sports/delete-old-lines.js';
import { holdDisagreeing, proposeFinals } from '../../operations/sports/propose-finals.js';
import { createScoreProposer } from '../../operations/sports/propose-score.js';
import { dueNowIf, type LeasedJobs } from './leased-jobs.js';

/** One node deletes lines and fixtures past their retention and proposes resolutions from final scores. */
export function startSportsJobs(jobs: LeasedJobs<Pick<Services, 'store' | 'clock' | 'newId'>>): void {
  jobs.onOneNode(hourMs, 'deleting old sports lines', deleteOldLines);
  jobs.onOneNode(
    minuteMs,
    'proposing resolutions from final scores',
    async (tools, keepGoing) => {
      await holdDisagreeing(tools, slug => holdScoreProposal(tools, slug), keepGoing);
      await proposeFinals(tools, createScoreProposer(tools), keepGoing);
    },
    async ({ store, clock }) => {
      const found = await store.read(({ sports }) =>
        Promise.all([sports.proposalsInDoubt(1), sports.finalsToPropose(clock(), 1)]),
      );
      return dueNowIf(found.flat().length > 0);
    },
  );
}

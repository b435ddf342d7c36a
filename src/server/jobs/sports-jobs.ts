import { hourMs, minuteMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import { holdScoreProposal } from '../../operations/markets/propose-resolution.js';
import { deleteOldLines } from '../../operations/sports/delete-old-lines.js';
import { holdDisagreeing, proposeFinals } from '../../operations/sports/propose-finals.js';
import { createScoreProposer } from '../../operations/sports/propose-score.js';
import type { Jobs } from './jobs.js';

/** One node deletes lines and fixtures past their retention and proposes what final scores say. */
export function startSportsJobs(jobs: Jobs, services: Pick<Services, 'store' | 'clock' | 'newId'>): void {
  const deleting = 'deleting old sports lines';
  jobs.every(hourMs, deleting, keepGoing =>
    services.store.exclusively(deleting, () => deleteOldLines(services, keepGoing)),
  );
  const proposing = 'proposing resolutions from final scores';
  const propose = createScoreProposer(services);
  jobs.every(minuteMs, proposing, keepGoing =>
    services.store.exclusively(proposing, async () => {
      await holdDisagreeing(services, slug => holdScoreProposal(services, slug), keepGoing);
      await proposeFinals(services, propose, keepGoing);
    }),
  );
}

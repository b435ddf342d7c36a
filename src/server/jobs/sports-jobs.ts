import { hourMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import { deleteOldLines } from '../../operations/sports/delete-old-lines.js';
import type { Jobs } from './jobs.js';

/** One node deletes lines and fixtures past their retention. */
export function startSportsJobs(jobs: Jobs, services: Pick<Services, 'store' | 'clock'>): void {
  const deleting = 'deleting old sports lines';
  jobs.every(hourMs, deleting, keepGoing =>
    services.store.exclusively(deleting, () => deleteOldLines(services, keepGoing)),
  );
}

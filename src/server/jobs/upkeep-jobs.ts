import { sessionIdleMs, sessionLifeMs } from '../../domain/people/sessions.js';
import type { Services } from '../../http/services.js';
import { deleteOldRanks } from '../../operations/market-requests/delete-old-ranks.js';
import { deleteOldNotifications } from '../../operations/notifications/delete-old.js';
import { deleteOldChallenges } from '../../operations/people/passkeys/manage-passkeys.js';
import { deleteOldSamples } from '../../operations/service/status-history.js';
import type { StatusSampler } from '../observability/status-sampler.js';
import type { Jobs } from './jobs.js';

/** Deletes expired data: tokens, challenges, attempts, sessions, rankings and notifications. */
export function startSessionJob(jobs: Jobs, { store, clock, people }: Services): void {
  jobs.every(3_600_000, 'dropping one-time tokens that are over', () =>
    store.transact(writes => writes.confirmations.deleteEnded(clock())),
  );
  jobs.every(600_000, 'deleting challenges for passkeys that are over', () => deleteOldChallenges({ store, clock }));
  jobs.every(60_000, 'dropping attempts that are over', () => people.attempts.sweep());
  jobs.every(3_600_000, 'dropping sessions that are over', () => {
    const now = clock();
    return store.transact(writes => writes.sessions.drop(now - sessionIdleMs, now - sessionLifeMs));
  });
  jobs.every(600_000, 'deleting old rankings of requests', () => deleteOldRanks({ store }));
  jobs.every(3_600_000, 'deleting old notifications', () => deleteOldNotifications({ store, clock }));
}

/** Samples for the status page; each node stores its own. */
export function startStatusJobs(jobs: Jobs, services: Services, sampler: StatusSampler): void {
  jobs.soon('sampling the status', () => sampler.sample());
  jobs.every(5_000, 'sampling the status', () => sampler.sample());
  jobs.every(3_600_000, 'deleting old samples of the status', () => deleteOldSamples(services));
}

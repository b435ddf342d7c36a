import { dayMs, hourMs, minuteMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import { enableDemoVenues } from '../../operations/aggregator/enable-demo-venues.js';
import { suggestLinks } from '../../operations/aggregator/suggest-links.js';
import { syncOwnMarkets } from '../../operations/aggregator/sync-own-markets.js';
import type { Jobs } from './jobs.js';

/** How often the rows of our own events follow where one has changed; prices and statuses are read from the live market in between. */
const syncEveryMs = 15_000;
const suggestEveryMs = 20_000;
/** Markets per transaction that the clock has closed. */
const maxClosed = 1_000;
/** A market that its source has not listed for this long is deleted. */
const missingLivesMs = 30 * dayMs;

/** The feed's own work; each part runs on one node at a time. */
export function startAggregatorJobs(jobs: Jobs, services: Services, hasDemoVenues: boolean): void {
  const { store, clock, aggregator, settings } = services;
  const exclusively =
    (name: string, work: (keepGoing: () => boolean) => Promise<unknown>) => (keepGoing: () => boolean) =>
      store.exclusively(name, async () => {
        await work(keepGoing);
        aggregator.feed.invalidate();
      });
  const syncing = 'updating our events in the venue feed';
  const sync = exclusively(syncing, keepGoing => syncOwnMarkets(services, settings.publicUrl, keepGoing));
  let synced: string | null = null;
  jobs.every(syncEveryMs, syncing, async keepGoing => {
    const version = aggregator.feed.eventVersion;
    // Price moves over 24 hours are sampled by the hour, so they also change with each hour.
    const state = version === null ? null : `${version} ${Math.floor(clock() / hourMs)}`;
    if (state !== null && state === synced) return;
    if (await sync(keepGoing)) synced = state;
  });
  jobs.soon(syncing, async keepGoing => {
    await sync(keepGoing);
    if (hasDemoVenues) await enableDemoVenues(services);
  });
  const suggesting = 'suggesting links between venues';
  const suggest = exclusively(suggesting, keepGoing => suggestLinks(services, keepGoing));
  jobs.every(suggestEveryMs, suggesting, suggest);
  const closing = 'closing markets of venues';
  const close = exclusively(closing, () => store.transact(writes => writes.aggregator.closeDue(clock(), maxClosed)));
  jobs.every(minuteMs, closing, close);
  const pruning = 'deleting old prices and markets of venues';
  const prune = exclusively(pruning, () =>
    store.transact(writes => writes.aggregator.prune(clock(), clock() - missingLivesMs)),
  );
  jobs.every(hourMs, pruning, prune);
}

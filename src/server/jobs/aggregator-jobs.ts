import { dayMs, hourMs, minuteMs } from '../../domain/durations.js';
import type { Services } from '../../http/services.js';
import { enableDemoVenues } from '../../operations/aggregator/enable-demo-venues.js';
import { suggestLinks } from '../../operations/aggregator/suggest-links.js';
import { syncOwnMarkets } from '../../operations/aggregator/sync-own-markets.js';
import { dueNowIf, type Leased, type LeasedJobs } from './leased-jobs.js';

/**
 * How often the rows of the arena's own events are updated after a change; prices and statuses are read from the live
 * market in between.
 */
const syncEveryMs = 15_000;
const suggestEveryMs = 20_000;
/** The maximum number of markets closed by the clock per transaction. */
const maxClosed = 1_000;
/** A market that its source has not listed for this long is deleted. */
const missingLivesMs = 30 * dayMs;

/** The feed's own jobs; each runs on one node at a time. */
export function startAggregatorJobs(jobs: LeasedJobs<Services>, hasDemoVenues: boolean): void {
  type Work = (services: Leased<Services>, keepGoing: () => boolean) => Promise<unknown>;
  const invalidating =
    (work: Work): Work =>
    async (services, keepGoing) => {
      await work(services, keepGoing);
      services.aggregator.feed.invalidate();
    };
  const syncing = 'updating our events in the venue feed';
  const sync = invalidating((services, keepGoing) => syncOwnMarkets(services, services.settings.publicUrl, keepGoing));
  let synced: string | null = null;
  // 24-hour price changes are sampled hourly, so they also change every hour.
  const stateOf = ({ aggregator, clock }: Pick<Services, 'aggregator' | 'clock'>) => {
    const version = aggregator.feed.eventVersion;
    return version === null ? null : `${version} ${Math.floor(clock() / hourMs)}`;
  };
  const syncChanged: Work = async (services, keepGoing) => {
    const state = stateOf(services);
    await sync(services, keepGoing);
    synced = state;
  };
  const isChanged = (services: Services) => synced === null || stateOf(services) !== synced;
  jobs.onOneNode(syncEveryMs, syncing, syncChanged, async services =>
    isChanged(services) ? Number.NEGATIVE_INFINITY : (Math.floor(services.clock() / hourMs) + 1) * hourMs,
  );
  jobs.onOneNodeSoon(syncing, async (services, keepGoing) => {
    await sync(services, keepGoing);
    if (hasDemoVenues) await enableDemoVenues(services);
  });
  jobs.onOneNode(suggestEveryMs, 'suggesting links between venues', invalidating(suggestLinks), async ({ store }) => {
    const unchecked = await store.read(reads => reads.aggregator.unchecked(1));
    return dueNowIf(unchecked.length > 0);
  });
  const close: Work = ({ store, clock }) => store.transact(writes => writes.aggregator.closeDue(clock(), maxClosed));
  jobs.onOneNode(minuteMs, 'closing markets of venues', invalidating(close), ({ store }) =>
    store.read(reads => reads.aggregator.nextCloseAt()),
  );
  const prune: Work = ({ store, clock }) =>
    store.transact(writes => writes.aggregator.prune(clock(), clock() - missingLivesMs));
  jobs.onOneNode(hourMs, 'deleting old prices and markets of venues', invalidating(prune));
}

import { createHmac, hash } from 'node:crypto';
import { nextOpeningAt, seriesEveryMs } from '../../domain/practice/series.js';
import type { Services } from '../../http/services.js';
import { deleteOldPractice } from '../../operations/practice/delete-old-practice.js';
import { openSeries } from '../../operations/practice/open-series.js';
import type { PracticeTools } from '../../operations/practice/practice-tools.js';
import { resolveSeries } from '../../operations/practice/resolve-series.js';
import type { LeasedJobs } from './leased-jobs.js';

/** The clocks of the node and the database may differ: an event that should have ended is checked at this interval. */
const lookAgainMs = 5_000;
/** The maximum difference of the clocks that does not delay a resolution. */
const maxClockGapMs = 30_000;
/** Events outside the series end at any time. */
const lookAnywayMs = 60_000;

type Tools = PracticeTools & Pick<Services, 'clock'>;

/** Seeds are derived from the secret that all nodes share, so none of them is stored. */
export function createPracticeTools(
  { store, newId, settings: { routeWords } }: Pick<Services, 'store' | 'newId' | 'settings'>,
  secret: string,
): PracticeTools {
  // A derived key, so that no other use of the secret can produce a seed.
  const key = createHmac('sha256', secret).update('seeds of practice events').digest();
  return {
    store,
    newId,
    routeWords,
    sha256: text => hash('sha256', text, 'buffer'),
    seedOf: slug => createHmac('sha256', key).update(slug).digest('hex'),
  };
}

/**
 * The rolling series of practice events. Runs on one node, whichever acquires the lease first. If no new events are
 * opened, existing ones are still resolved and deleted.
 */
export function startPracticeJobs(jobs: LeasedJobs<Tools>, opens: boolean): void {
  let nextAt = Number.NEGATIVE_INFINITY;
  let resolvedAt = Number.NEGATIVE_INFINITY;
  const run = async (tools: Tools, keepGoing: () => boolean) => {
    const now = tools.clock();
    const resolved = await resolveSeries(tools, keepGoing);
    if (opens && keepGoing()) await openSeries(tools);
    if (resolved > 0) {
      resolvedAt = now;
      return;
    }
    // Events of the series end when another one opens.
    const openingAt = nextOpeningAt(now);
    const endedAt = openingAt - seriesEveryMs;
    const isAwaited = resolvedAt < endedAt && now - endedAt < maxClockGapMs;
    nextAt = Math.min(openingAt, now + (isAwaited ? lookAgainMs : lookAnywayMs));
  };
  jobs.onOneNode(1000, 'running practice events', run, async () => nextAt);
  jobs.onOneNode(600_000, 'forgetting old practice events', deleteOldPractice);
}

import type { Services } from '../../http/services.js';
import { resumeMarkets } from '../../operations/certification/resume-markets.js';
import { deleteOldRuns, tendRuns } from '../../operations/certification/tend-runs.js';
import type { MarketTools } from '../../operations/markets/lock-market.js';
import { MarketDeadlines, runDue } from '../../operations/markets/run-due.js';
import { cancelOrdersOfRetired } from '../../operations/people/cancel-orders-of-retired.js';
import type { DueWork } from '../../store/markets/interface.js';
import { dueNowIf, type LeasedJobs } from './leased-jobs.js';

interface Due {
  readonly name: string;
  readonly everyMs: number;
}

const due: Readonly<Record<DueWork, Due>> = {
  open: { name: 'opening markets', everyMs: 1000 },
  close: { name: 'closing markets', everyMs: 1000 },
  // Only a node that crashed while closing a market leaves work, and finding it scans all closed markets.
  clear: { name: 'cancelling orders of closed markets', everyMs: 30_000 },
  expire: { name: 'deleting expired orders', everyMs: 1000 },
  finalize: { name: 'resolving undisputed proposals', everyMs: 1000 },
  settle: { name: 'settling markets', everyMs: 1000 },
};

type Tools = MarketTools & Pick<Services, 'exchange' | 'marketData'>;

/**
 * Work due by the clock and by resolutions. Runs on one node, whichever acquires the lease first; the others try again
 * later.
 */
export function startMarketJobs(jobs: LeasedJobs<Tools>): void {
  startHistoryJobs(jobs);
  const deadlines = new MarketDeadlines();
  for (const [kind, { name, everyMs }] of Object.entries(due) as [DueWork, Due][]) {
    jobs.onOneNode(
      everyMs,
      name,
      (tools, keepGoing) => runDue(tools, kind, keepGoing),
      ({ store }) => deadlines.of(store, kind),
    );
  }
  jobs.onOneNode(5_000, 'judging and clearing certification runs', tendRuns, ({ store }) =>
    store.read(reads => reads.certification.dueAt()),
  );
  jobs.onOneNode(3_600_000, 'deleting old certification runs', deleteOldRuns);
  jobs.onOneNode(1000, 'ending pauses of certification runs', resumeMarkets, async ({ store }) => {
    const paused = await store.read(reads => reads.certification.paused(1));
    return dueNowIf(paused.length > 0);
  });
  jobs.onEveryNode(60_000, 'ending orders of players who left', cancelOrdersOfRetired);
}

/** Every node folds its own trades, and an occasional run finds missed ones. */
function startHistoryJobs(jobs: LeasedJobs<Tools>): void {
  const name = 'finding trades that are missing in candles';
  jobs.onEveryNode(2_000, 'aggregating trades into candles', ({ marketData }, keepGoing) =>
    marketData.history.flush(keepGoing),
  );
  const sweep = ({ store, marketData }: Pick<Tools, 'store' | 'marketData'>, keepGoing: () => boolean) =>
    marketData.history.sweep(store, keepGoing);
  jobs.onOneNode(60_000, name, sweep, async ({ store }) => {
    const behind = await store.read(reads => reads.history.behind(1));
    return dueNowIf(behind.length > 0);
  });
  jobs.onOneNodeSoon(name, sweep);
}

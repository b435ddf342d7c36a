import type { Services } from '../../http/services.js';
import { resumeMarkets } from '../../operations/certification/resume-markets.js';
import { deleteOldRuns, tendRuns } from '../../operations/certification/tend-runs.js';
import type { MarketTools } from '../../operations/markets/lock-market.js';
import { MarketDeadlines, runDue } from '../../operations/markets/run-due.js';
import { cancelOrdersOfRetired } from '../../operations/people/cancel-orders-of-retired.js';
import type { DueWork } from '../../store/markets/interface.js';
import type { LeasedJobs } from './leased-jobs.js';

interface Due {
  readonly name: string;
  readonly everyMs: number;
}

const due: Readonly<Record<DueWork, Due>> = {
  open: { name: 'opening markets', everyMs: 1000 },
  close: { name: 'closing markets', everyMs: 1000 },
  // Only where a node has died while it closed a market is there anything to find, and finding it means looking at all closed ones.
  clear: { name: 'ending orders of closed markets', everyMs: 30_000 },
  expire: { name: 'clearing expired orders away', everyMs: 1000 },
  finalize: { name: 'resolving undisputed proposals', everyMs: 1000 },
  settle: { name: 'settling markets', everyMs: 1000 },
};

type Tools = MarketTools & Pick<Services, 'exchange' | 'marketData'>;

/** What the clock and resolutions leave to do. One node does it, whichever comes first; the others look again later. */
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
    return paused.length > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  });
  jobs.onEveryNode(60_000, 'ending orders of players who left', cancelOrdersOfRetired);
}

/** Every node folds its own trades, and now and then one looks for those that nobody has folded. */
function startHistoryJobs(jobs: LeasedJobs<Tools>): void {
  const name = 'looking for trades that are in no candle';
  jobs.onEveryNode(2_000, 'folding trades into candles', ({ marketData }, keepGoing) =>
    marketData.history.flush(keepGoing),
  );
  const sweep = ({ store, marketData }: Pick<Tools, 'store' | 'marketData'>, keepGoing: () => boolean) =>
    marketData.history.sweep(store, keepGoing);
  jobs.onOneNode(60_000, name, sweep);
  jobs.onOneNodeSoon(name, sweep);
}

import type { Services } from '../../http/services.js';
import { resumeMarkets } from '../../operations/certification/resume-markets.js';
import { tendRuns } from '../../operations/certification/tend-runs.js';
import type { MarketTools } from '../../operations/markets/lock-market.js';
import { runDue } from '../../operations/markets/run-due.js';
import { cancelOrdersOfRetired } from '../../operations/people/cancel-orders-of-retired.js';
import type { DueWork } from '../../store/markets/interface.js';
import type { Jobs } from './jobs.js';

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

/** What the clock and resolutions leave to do. One node does it, whichever comes first; the others look again later. */
export function startMarketJobs(jobs: Jobs, tools: MarketTools & Pick<Services, 'exchange' | 'marketData'>): void {
  startHistoryJobs(jobs, tools);
  for (const [kind, { name, everyMs }] of Object.entries(due) as [DueWork, Due][]) {
    jobs.every(everyMs, name, keepGoing => tools.store.exclusively(name, () => runDue(tools, kind, keepGoing)));
  }
  const tending = 'judging and clearing certification runs';
  jobs.every(5_000, tending, keepGoing => tools.store.exclusively(tending, () => tendRuns(tools, keepGoing)));
  const resuming = 'ending pauses of certification runs';
  jobs.every(1000, resuming, keepGoing => tools.store.exclusively(resuming, () => resumeMarkets(tools, keepGoing)));
  jobs.every(60_000, 'ending orders of players who left', () => cancelOrdersOfRetired(tools));
}

/** Every node folds its own trades, and now and then one looks for those that nobody has folded. */
function startHistoryJobs(
  jobs: Jobs,
  { store, marketData: { history } }: Pick<Services, 'store' | 'marketData'>,
): void {
  const name = 'looking for trades that are in no candle';
  const sweep = (keepGoing: () => boolean) => store.exclusively(name, () => history.sweep(keepGoing));
  jobs.every(2_000, 'folding trades into candles', keepGoing => history.flush(keepGoing));
  jobs.every(60_000, name, sweep);
  jobs.soon(name, sweep);
}

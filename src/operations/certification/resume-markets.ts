import { pauseEndsAt } from '../../domain/certification/decide-fault.js';
import { planOf } from '../../domain/certification/plan.js';
import type { PausedEvent } from '../../store/certification/interface.js';
import type { Store } from '../../store/store.js';
import type { MarketTools } from '../markets/lock-market.js';
import { prepareMarket } from './prepare-market.js';
import { recordResumed } from './record-message.js';

const batchSize = 50;

/** Only the pause of its scenario is intended; a node that stopped halfway left any other. */
async function isOver(store: Store, { run, event }: PausedEvent): Promise<boolean> {
  if (event.scenario !== 'market-paused') return true;
  return store.transact(async writes => {
    const trace = await writes.certification.trace(run.runId);
    const endsAt = pauseEndsAt({ trace, plan: planOf(run.seed) });
    return endsAt === null || (await writes.operators.now()) >= endsAt;
  });
}

/**
 * Resumes the markets of runs whose pause has ended, so that clients that only read streams are notified. The market is
 * resumed first: if this fails in between, the next order that finds it open records the end of the pause.
 */
export async function resumeMarkets(tools: MarketTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const paused = await store.read(reads => reads.certification.paused(batchSize));
  for (const found of paused) {
    if (!keepGoing()) return;
    if (!(await isOver(store, found))) continue;
    await prepareMarket(tools, found.event.slug, 'market-resumed');
    if (found.event.scenario === 'market-paused') await recordResumed(tools, found.run.runId, found.event.slug);
  }
}

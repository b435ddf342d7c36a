import { pauseEndsAt } from '../../domain/certification/decide-fault.js';
import { planOf } from '../../domain/certification/plan.js';
import type { PausedEvent } from '../../store/certification/interface.js';
import type { Store } from '../../store/store.js';
import type { MarketTools } from '../markets/lock-market.js';
import { prepareMarket } from './prepare-market.js';
import { recordResumed } from './record-message.js';

const together = 50;

/** Only the pause that a scenario is about lasts; any other was left behind by a node that went away in the middle of it. */
async function isOver(store: Store, { run, event }: PausedEvent): Promise<boolean> {
  if (event.scenario !== 'market-paused') return true;
  return store.transact(async writes => {
    const trace = await writes.certification.trace(run.runId);
    const endsAt = pauseEndsAt({ trace, plan: planOf(run.seed) });
    return endsAt === null || (await writes.operators.now()) >= endsAt;
  });
}

/**
 * Opens the markets of runs again whose pause is over, so that whoever only listens learns of it too. The market goes
 * first: if this breaks off in between, an order that finds it open writes the end of the pause down by itself.
 */
export async function resumeMarkets(tools: MarketTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const paused = await store.read(reads => reads.certification.paused(together));
  for (const found of paused) {
    if (!keepGoing()) return;
    if (!(await isOver(store, found))) continue;
    await prepareMarket(tools, found.event.slug, 'market-resumed');
    if (found.event.scenario === 'market-paused') await recordResumed(tools, found.run.runId, found.event.slug);
  }
}

import { runBounds } from '../../domain/certification/certification.js';
import { dayMs } from '../../domain/durations.js';
import type { MarketTools } from '../markets/lock-market.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { finishRun } from './finish-run.js';

const together = 20;

/** Voids the events of a run, so that every credit goes back to whoever spent it. */
async function clearRun(tools: MarketTools, runId: string, slugs: readonly string[], now: number): Promise<void> {
  const command = {
    answer: { void: true },
    source: '',
    note: 'The certification run is over.',
    effectiveCloseAt: null,
  } as const;
  // An event that is void or gone already is refused, and that is as good.
  for (const slug of slugs) await resolveEvent(tools, slug, 'void', command, null);
  await tools.store.transact(writes => writes.certification.markCleared(runId, now));
}

/** Judges runs whose time is over, gives back what finished ones have used, and forgets old ones. */
export async function tendRuns(tools: MarketTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const now = await store.transact(writes => writes.operators.now());
  const overdue = await store.transact(writes => writes.certification.overdue(now, together));
  for (const runId of overdue) {
    if (!keepGoing()) return;
    await store.transact(writes => finishRun(writes, runId, null));
  }
  const finished = await store.transact(writes => writes.certification.uncleared(together));
  for (const { runId, events } of finished) {
    if (!keepGoing()) return;
    const slugs = events.map(({ slug }) => slug);
    await clearRun(tools, runId, slugs, now);
  }
  await store.transact(writes => writes.certification.deleteRuns(now - runBounds.keptDays * dayMs));
}

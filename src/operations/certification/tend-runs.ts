import { runBounds } from '../../domain/certification/certification.js';
import { dayMs } from '../../domain/durations.js';
import type { MarketTools } from '../markets/lock-market.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { finishRun } from './finish-run.js';

const batchSize = 20;

/** Voids the events of a run, which refunds every credit. */
async function clearRun(tools: MarketTools, runId: string, slugs: readonly string[], now: number): Promise<void> {
  const command = {
    answer: { void: true },
    source: '',
    note: 'The certification run has ended.',
    effectiveCloseAt: null,
  } as const;
  // An event that is already void or deleted is rejected, which is expected.
  for (const slug of slugs) await resolveEvent(tools, slug, 'void', command, null);
  await tools.store.transact(writes => writes.certification.markCleared(runId, now));
}

/** Judges overdue runs, refunds finished ones and deletes old ones. */
export async function tendRuns(tools: MarketTools, keepGoing: () => boolean): Promise<void> {
  const { store } = tools;
  const now = await store.transact(writes => writes.operators.now());
  const overdue = await store.transact(writes => writes.certification.overdue(now, batchSize));
  for (const runId of overdue) {
    if (!keepGoing()) return;
    await store.transact(writes => finishRun(writes, runId, null, null));
  }
  const finished = await store.transact(writes => writes.certification.uncleared(batchSize));
  for (const { runId, events } of finished) {
    if (!keepGoing()) return;
    const slugs = events.map(({ slug }) => slug);
    await clearRun(tools, runId, slugs, now);
  }
}

export async function deleteOldRuns({ store }: Pick<MarketTools, 'store'>): Promise<void> {
  await store.transact(async writes => {
    const now = await writes.operators.now();
    await writes.certification.deleteRuns(now - runBounds.retentionDays * dayMs);
  });
}

import { hourMs } from '../../domain/durations.js';
import { minBatchOwners, nextBatch } from '../../domain/scoring/crowd-batches.js';
import type { CrowdQuestion } from '../../store/scoring/interface.js';
import type { ScoreTools } from './score-due.js';

const pageSize = 200;

/** Means are published once in each hour. */
export async function crowdsDueAt({ store }: Pick<ScoreTools, 'store'>): Promise<number> {
  const last = await store.read(reads => reads.crowds.lastPublished());
  return last === null ? Number.NEGATIVE_INFINITY : (Math.floor(last / hourMs) + 1) * hourMs;
}

/** Publishes the batches that are due, once per clock hour. One question is in memory at a time. */
export async function publishCrowdBatches({ store, clock }: Pick<ScoreTools, 'store' | 'clock'>): Promise<void> {
  const now = clock();
  if (now < (await crowdsDueAt({ store }))) return;
  await store.transact(writes => writes.crowds.begin(now));
  let after: CrowdQuestion | null = null;
  do {
    const page: CrowdQuestion[] = await store.read(reads => reads.crowds.questions(minBatchOwners, after, pageSize));
    for (const question of page) {
      await store.transact(async writes => {
        const batch = nextBatch(await writes.crowds.candidates(question), now);
        if (batch !== null) await writes.crowds.publish(question, batch, now);
      });
    }
    after = page.length === pageSize ? page[page.length - 1] : null;
  } while (after !== null);
}

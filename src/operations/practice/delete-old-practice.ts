import { dayMs } from '../../domain/durations.js';
import type { PracticeTools } from './practice-tools.js';

const batchSize = 20;
/** Longer than the replay window of streams, whose messages also refer to orders of practice events. */
const retentionMs = 8 * dayMs;

/** Deletes practice events that ended long ago, with all their rows. */
export async function deleteOldPractice({ store }: PracticeTools, keepGoing: () => boolean): Promise<void> {
  const before = (await store.transact(writes => writes.operators.now())) - retentionMs;
  const old = await store.transact(writes => writes.practice.expired(before, batchSize));
  for (const eventId of old) {
    if (!keepGoing()) return;
    await store.transact(async writes => {
      const { markets } = await writes.desk.lockMarkets([eventId]);
      if (markets.length > 0) await writes.practice.deleteEvent(eventId);
    });
  }
  for (let more = true; more && keepGoing(); ) {
    more = await store.transact(writes => writes.practice.deleteTopUps(before));
  }
}

import { hourMs } from '../../domain/durations.js';
import { isShown, minCrowdSize, newMean } from '../../domain/scoring/crowd-mean.js';
import type { ScoreTools } from './score-due.js';

const eventBatchSize = 200;

/** Publishes means once per clock hour: a mean after each forecast would reveal single forecasts. */
export async function takeCrowdMeans({ store, clock }: Pick<ScoreTools, 'store' | 'clock'>): Promise<void> {
  const now = clock();
  const last = await store.read(reads => reads.crowds.lastTaken());
  if (last !== null && Math.floor(last / hourMs) === Math.floor(now / hourMs)) return;
  await store.transact(async writes => {
    await writes.crowds.begin(now);
    let after = '';
    for (;;) {
      const open = await writes.crowds.open(minCrowdSize, after, eventBatchSize);
      const questions = open.flatMap(({ eventId, questions: forecasts }) =>
        forecasts.map(entry => ({ eventId, entry })),
      );
      await writes.crowds.save(
        questions.map(({ eventId, entry }) => ({
          eventId,
          question: entry.question,
          shown: isShown(entry),
          mean: newMean(entry),
        })),
        now,
      );
      if (open.length < eventBatchSize) break;
      after = open[open.length - 1].eventId;
    }
  });
}

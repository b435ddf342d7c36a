import { crowdMean, smallestCrowd } from '../../domain/scoring/crowd-mean.js';
import type { ScoreTools } from './score-due.js';

const hourMs = 3_600_000;

/** Once in every hour by the clock: a mean that followed each forecast would give single forecasts away. */
export async function takeCrowdMeans({ store, clock }: Pick<ScoreTools, 'store' | 'clock'>): Promise<void> {
  const now = clock();
  const last = await store.read(reads => reads.crowds.lastTaken());
  if (last !== null && Math.floor(last / hourMs) === Math.floor(now / hourMs)) return;
  await store.transact(async writes => {
    const open = await writes.crowds.open(smallestCrowd);
    const players = await writes.crowds.players(open.map(crowd => crowd.eventId));
    const means = open.flatMap(({ eventId, pricesBps, said }) => {
      const forecasters = players.get(eventId) ?? 0;
      return forecasters < smallestCrowd ? [] : [{ eventId, forecasters, percents: crowdMean(said, pricesBps) }];
    });
    await writes.crowds.replace(means, now);
  });
}

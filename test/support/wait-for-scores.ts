import { setTimeout as delay } from 'node:timers/promises';
import type { TestService } from './test-service.js';

const patienceMs = 50_000;

/** Waits until the service's own jobs have settled, scored and ranked everything that is resolved. */
export async function waitForScores({ pool, clock }: Pick<TestService, 'pool' | 'clock'>): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const [{ waiting, behind }] = await pool<{ waiting: number; behind: boolean }[]>`
      select (select count(*) from markets where scored_version < resolution_version)
          + (select count(*) from event_scorings where rules < 2) as waiting,
        coalesce((select max(number) from event_scorings), 0)
          <> coalesce((select scorings from board_versions order by version desc limit 1), 0) as behind`;
    if (waiting === 0 && !behind) break;
    if (performance.now() > end) throw new Error(`the scores are not there after ${patienceMs / 1_000} s`);
    await delay(50);
  }
  // The newest leaderboards are cached for a second.
  clock.forward(1_000);
}

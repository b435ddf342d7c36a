import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { startIntelligenceJobs } from './feature-jobs.js';
import type { Jobs } from './jobs.js';
import { createLeasedJobs } from './leased-jobs.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

type Work = Parameters<Jobs['every']>[2];

/** The work of the jobs at each of their times. */
function collectJobs() {
  const works = new Map<string, { everyMs: number; work: Work }>();
  const jobs: Jobs = {
    every: (everyMs, name, work) => void works.set(name, { everyMs, work }),
    soon: () => {},
    failures: () => new Map(),
    lagMs: () => 0,
    stop: async () => {},
  };
  startIntelligenceJobs(createLeasedJobs(jobs, { ...service.services, clock: service.clock.now }));
  return works;
}

const counts = async () => {
  const [row] = await service.pool<{ samples: number; signals: number; judged: number }[]>`
    select (select count(*)::int from market_samples) as samples, (select count(*)::int from signals) as signals,
      (select coalesce(sum(n), 0)::int from signal_backtests) as judged`;
  return row;
};

describe('the jobs of intelligence', () => {
  it('sample, publish and judge every five minutes, on one node at a time', async () => {
    const endsAt = new Date(service.clock.now() + 6 * 3_600_000).toISOString();
    await service.anEvent({ endsAt });
    const name = 'sampling markets and publishing signals';
    const { everyMs, work } = collectJobs().get(name) as { everyMs: number; work: Work };
    expect(everyMs).toBe(300_000);
    await service.store.exclusively(name, async () => {
      await work(() => true);
    });
    expect(await counts()).toEqual({ samples: 0, signals: 0, judged: 0 });
    await work(() => true);
    expect(await counts()).toEqual({ samples: 1, signals: 1, judged: 0 });
    await work(() => false);
    await work(() => true);
    expect(await counts()).toEqual({ samples: 1, signals: 1, judged: 0 });
  });

  it('delete samples and signals after 90 days', async () => {
    service.clock.forward(91 * 86_400_000);
    await collectJobs()
      .get('deleting old samples and signals')
      ?.work(() => true);
    expect(await counts()).toEqual({ samples: 0, signals: 0, judged: 0 });
  });
});

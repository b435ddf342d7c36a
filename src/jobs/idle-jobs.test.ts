import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { withWatchedReads } from '../../test/support/queries/watch-statements.js';
import { startAggregatorJobs, startConnectorJobs, startPracticeJobs } from './feature-jobs.js';
import type { Jobs } from './jobs.js';
import { createLeasedJobs } from './leased-jobs.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService({ ownJobs: false });
});
afterAll(() => service.stop());

type Work = Parameters<Jobs['every']>[2];
const schedule = 'scheduling connectors';
const syncing = 'updating our events in the venue feed';

/** The work of the jobs at each of their times, and the number of statements that read one of the tables. */
function collectJobs(tables: RegExp) {
  const { store, clock, services } = service;
  const works = new Map<string, Work>();
  const ended: Promise<unknown>[] = [];
  let reads = 0;
  const leases: string[] = [];
  const jobs: Jobs = {
    every: (_everyMs, name, work) => void works.set(name, work),
    soon: (name, work) => void (name.startsWith('connector ') && ended.push(Promise.resolve(work(() => true)))),
    failures: () => new Map(),
    lagMs: () => 0,
    stop: async () => {},
  };
  const { read } = withWatchedReads(store, text => {
    if (tables.test(text)) reads += 1;
  });
  const counted: typeof store = {
    ...store,
    read,
    exclusively: (name, work) => {
      leases.push(name);
      return store.exclusively(name, leased => work(Object.create(leased, { read: { value: read } })));
    },
  };
  const leasedJobs = createLeasedJobs(jobs, { ...services, store: counted, clock: clock.now });
  startConnectorJobs(jobs, leasedJobs);
  startAggregatorJobs(leasedJobs, false);
  startPracticeJobs(leasedJobs as never, false);
  const turn = async (name: string) => {
    const before = reads;
    await (works.get(name) as Work)(() => true);
    await Promise.all(ended);
    return reads - before;
  };
  return Object.assign(turn, { leases });
}

describe('an idle service', () => {
  it('checks for due connectors at their deadline, after a change and every 30 seconds', async () => {
    const turn = collectJobs(/from connectors\b/);
    const url = 'https://example.invalid/markets.csv';
    const settings = { baseUrl: url, intervalSeconds: 600, timeoutSeconds: 1 };
    expect(await turn(schedule)).toBeGreaterThan(0);
    for (let second = 0; second < 29; second += 1) {
      service.clock.forward(1_000);
      expect(await turn(schedule), `${second}`).toBe(0);
    }
    service.clock.forward(1_000);
    expect(await turn(schedule)).toBeGreaterThan(0);
    expect(await turn(schedule)).toBe(0);
    const body = { enabled: true, format: 'file', settings };
    expect((await service.operate('PUT', '/connectors/house-file', body)).status).toBe(200);
    expect(await turn(schedule)).toBeGreaterThan(0);
    const runs = async () => {
      const [{ count }] = await service.pool<{ count: number }[]>`select count(*)::int as count from connector_runs`;
      return count;
    };
    expect(await runs()).toBe(1);
    await turn(schedule);
    for (let waited = 30; waited < 600; waited += 30) {
      service.clock.forward(30_000);
      await turn(schedule);
    }
    expect(await runs()).toBe(1);
    service.clock.forward(30_000);
    await turn(schedule);
    expect(await runs()).toBe(2);
  });

  it('syncs the venue feed after a change of an event and once an hour', async () => {
    const turn = collectJobs(/\bvenue_markets\b/);
    expect(await turn(syncing)).toBeGreaterThan(0);
    expect(await turn(syncing)).toBe(0);
    const { slug } = await service.anEvent();
    expect(await turn(syncing)).toBeGreaterThan(0);
    expect(await turn(syncing)).toBe(0);
    await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 20 });
    expect(await turn(syncing)).toBeGreaterThan(0);
    expect(await turn(syncing)).toBe(0);
    service.clock.forward(3_600_000);
    expect(await turn(syncing)).toBeGreaterThan(0);
  });
});

describe('leases of an idle service', () => {
  it('are not acquired to find that the venue feed has no work', async () => {
    const turn = collectJobs(/\bvenue_markets\b/);
    const names = ['suggesting links between venues', 'closing markets of venues'];
    await turn(syncing);
    await turn(names[0]);
    turn.leases.length = 0;
    for (const name of names) await turn(name);
    expect(turn.leases).toEqual([]);
    const closesAt = service.clock.now() + 60_000;
    await service.pool`update venue_markets set link_checked = false, ends_key = ${new Date(closesAt)}
      where id = (select id from venue_markets where lane < 2 limit 1)`;
    await service.anEvent();
    service.clock.forward(61_000);
    for (const name of names) await turn(name);
    expect(turn.leases).toEqual(names);
  });

  it('are acquired for practice events when one ends, until it is resolved, and once a minute', async () => {
    const { clock } = service;
    const turn = collectJobs(/\bpractice_/);
    const running = 'running practice events';
    // A round of two minutes. The job of the service itself may hold the lease, on a slow host for long; then another one.
    const roundOf = async () => {
      turn.leases.length = 0;
      clock.forward(120_000 - (clock.now() % 120_000));
      for (let second = 0; second < 120; second += 1, clock.forward(1_000)) await turn(running);
      return turn.leases.filter(name => name === running).length;
    };
    // The first run of each multiple of two minutes, six more within 30 seconds, and one a minute later.
    await expect.poll(roundOf).toBeLessThanOrEqual(8);
    expect(turn.leases.length).toBeGreaterThan(6);
  });
});

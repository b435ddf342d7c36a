import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import type { Reads } from '../../store/store.js';
import { startAggregatorJobs } from './aggregator-jobs.js';
import { startConnectorJobs } from './connector-jobs.js';
import type { Jobs } from './jobs.js';
import { createLeasedJobs } from './leased-jobs.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

type Work = Parameters<Jobs['every']>[2];
const schedule = 'scheduling connectors';
const syncing = 'updating our events in the venue feed';

/** The work of the jobs at each of their times, and the number of reads of one part of the store. */
function collectJobs(part: keyof Reads) {
  const { store, clock, services } = service;
  const works = new Map<string, Work>();
  const ended: Promise<unknown>[] = [];
  let reads = 0;
  const jobs: Jobs = {
    every: (_everyMs, name, work) => void works.set(name, work),
    soon: (name, work) => void (name.startsWith('connector ') && ended.push(Promise.resolve(work(() => true)))),
    lagMs: () => 0,
    stop: async () => {},
  };
  const read: typeof store.read = work =>
    store.read(all => {
      const seen = new Proxy(all, {
        get(target, name) {
          if (name === part) reads += 1;
          return Reflect.get(target, name);
        },
      });
      return work(seen);
    });
  const counted: typeof store = {
    ...store,
    read,
    exclusively: (name, work) =>
      store.exclusively(name, leased => work(Object.create(leased, { read: { value: read } }))),
  };
  const leasedJobs = createLeasedJobs(jobs, { ...services, store: counted, clock: clock.now });
  startConnectorJobs(jobs, leasedJobs);
  startAggregatorJobs(leasedJobs, false);
  const turn = async (name: string) => {
    const before = reads;
    await (works.get(name) as Work)(() => true);
    await Promise.all(ended);
    return reads - before;
  };
  return turn;
}

describe('an idle service', () => {
  it('checks for due connectors at their deadline, after a change and every 30 seconds', async () => {
    const turn = collectJobs('connectors');
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
    const turn = collectJobs('aggregator');
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

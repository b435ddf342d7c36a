import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import * as operatorStore from '../database/arena/operators.js';
import * as settingStore from '../database/arena/settings.js';
import { createPostgresStore } from '../database/postgres-store.js';
import { type LeasedStore, LeaseLost, StoreUnavailable } from '../database/store.js';
import { createLog } from '../observability/log.js';
import { createJobs, type Jobs } from './jobs.js';
import { createLeasedJobs } from './leased-jobs.js';

const lines: string[] = [];
const log = createLog(
  'warn',
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

function withFakeTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

describe('jobs during an outage of the database', () => {
  withFakeTimers();

  it('share one line without a stack while the database is unavailable', async () => {
    lines.length = 0;
    const jobs = createJobs(log);
    const unreachable = () => {
      throw new StoreUnavailable('the database is unreachable', { cause: new Error('ECONNREFUSED') });
    };
    for (let number = 1; number <= 8; number += 1) jobs.every(500, `job ${number}`, unreachable);
    await vi.advanceTimersByTimeAsync(5_400);
    expect(lines).toHaveLength(5);
    expect(JSON.parse(lines[0])).toMatchObject({
      job: 'job 1',
      msg: 'jobs failed and will be retried: the database is unreachable',
    });
    expect(lines.join()).not.toContain('stack');
    await vi.advanceTimersByTimeAsync(5_400);
    expect(lines).toHaveLength(6);
    expect(JSON.parse(lines[5])).toMatchObject({ suppressed: expect.any(Number) });
    expect(jobs.failures().get('job 8')).toBeGreaterThan(10);
    await jobs.stop();
  });
});

describe('jobs', () => {
  withFakeTimers();

  it('never overlap themselves', async () => {
    const jobs = createJobs(log);
    const ends: (() => void)[] = [];
    jobs.every(1000, 'long work', () => new Promise<void>(end => ends.push(end)));
    await vi.advanceTimersByTimeAsync(5000);
    expect(ends).toHaveLength(1);
    ends[0]();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ends).toHaveLength(2);
    ends[1]();
    await jobs.stop();
  });

  it('continue after a failure, which is logged', async () => {
    const jobs = createJobs(log);
    let runs = 0;
    jobs.every(1000, 'failing work', () => {
      runs += 1;
      throw new Error('no luck');
    });
    await vi.advanceTimersByTimeAsync(3000);
    expect(runs).toBe(3);
    expect(lines.filter(line => line.includes('failing work failed and will be retried'))).toHaveLength(3);
    await jobs.stop();
  });

  it('start together although they were added at different times', async () => {
    const jobs = createJobs(log);
    const startedAt: Record<string, number[]> = { one: [], other: [], rare: [] };
    const add = (everyMs: number, name: string) => jobs.every(everyMs, name, () => startedAt[name].push(Date.now()));
    add(1000, 'one');
    await vi.advanceTimersByTimeAsync(100);
    add(1000, 'other');
    await vi.advanceTimersByTimeAsync(50);
    add(5000, 'rare');
    await vi.advanceTimersByTimeAsync(11_000);
    expect(startedAt.one).toHaveLength(11);
    expect(startedAt.other).toEqual(startedAt.one);
    expect(startedAt.rare).toEqual([startedAt.one[4], startedAt.one[9]]);
    // Connections of earlier files may have timers, too.
    const timers = vi.getTimerCount();
    const stopped = jobs.stop();
    expect(vi.getTimerCount()).toBe(timers - 1);
    await stopped;
  });

  it('end between their steps when the service stops, which waits for them', async () => {
    const jobs = createJobs(log);
    let steps = 0;
    jobs.every(1000, 'steps', async keepGoing => {
      for (; keepGoing(); steps += 1) await new Promise(step => setTimeout(step, 10));
    });
    await vi.advanceTimersByTimeAsync(1035);
    const stopped = jobs.stop();
    await vi.advanceTimersByTimeAsync(10);
    await stopped;
    const before = steps;
    await vi.advanceTimersByTimeAsync(5000);
    expect(steps).toBe(before);
  });
});

describe('jobs that are due again soon', () => {
  withFakeTimers();

  it('run once more after the current run', async () => {
    const jobs = createJobs(log);
    const ends: (() => void)[] = [];
    const work = () => new Promise<void>(end => ends.push(end));
    jobs.every(5000, 'regular work', work);
    await vi.advanceTimersByTimeAsync(5000);
    jobs.soon('regular work', work);
    jobs.soon('regular work', work);
    await vi.advanceTimersByTimeAsync(100);
    expect(ends).toHaveLength(1);
    ends[0]();
    await vi.advanceTimersByTimeAsync(100);
    expect(ends).toHaveLength(2);
    ends[1]();
    await vi.advanceTimersByTimeAsync(100);
    expect(ends).toHaveLength(2);
    jobs.soon('regular work', work);
    jobs.soon('regular work', work);
    const stopped = jobs.stop();
    ends[2]();
    await stopped;
    expect(ends).toHaveLength(3);
  });

  it('do not start once the service stops, even if running work asks for them', async () => {
    const jobs = createJobs(log);
    const started: string[] = [];
    jobs.every(1000, 'scheduling', async keepGoing => {
      while (keepGoing()) await new Promise(step => setTimeout(step, 10));
      jobs.soon('scheduled', () => started.push('scheduled'));
    });
    await vi.advanceTimersByTimeAsync(1005);
    const stopped = jobs.stop();
    await vi.advanceTimersByTimeAsync(10);
    await stopped;
    await vi.advanceTimersByTimeAsync(5000);
    expect(started).toEqual([]);
  });
});

describe('work for one node at a time', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.drop());

  it('is skipped while another node does it', async () => {
    const [one, other] = [createPostgresStore(database.pool), createPostgresStore(database.pool)];
    const tried: boolean[] = [];
    const attempt = one.exclusively('work', async () => {
      tried.push(await other.exclusively('work', async () => {}));
      tried.push(await other.exclusively('other work', async () => {}));
      throw new Error('no luck');
    });
    await expect(attempt).rejects.toThrow('no luck');
    tried.push(await other.exclusively('work', async () => {}));
    expect(tried).toEqual([false, true, true]);
  });
});

describe('work that its node has abandoned', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.drop());

  it('is taken over before the next run of its job, and the old node writes nothing more', {
    timeout: 40_000,
  }, async () => {
    const stores = [0, 1].map(() => createPostgresStore(database.pool));
    const act = (store: LeasedStore, actor: string) =>
      store.transact(tx => operatorStore.record(tx, { at: 0, actor, action: 'test', subject: '', details: {} }));
    // A holder that does not renew.
    const lease = { name: 'hourly', holder: 'frozen', token: 7 };
    await database.pool`insert into job_leases (name, holder, token, expires_at)
      values (${lease.name}, ${lease.holder}, ${lease.token}, clock_timestamp() + interval '1 second')`;
    const old = stores[0].under(lease);
    await act(old, 'old');
    const jobs = createJobs(log);
    let runs = 0;
    createLeasedJobs(jobs, { store: stores[1] }).onOneNode(3_600_000, 'hourly', async ({ store }) => {
      runs += 1;
      await act(store, 'successor');
    });
    await expect.poll(() => runs, { timeout: 10_000 }).toBe(1);
    await expect(act(old, 'old')).rejects.toThrow(LeaseLost);
    await jobs.stop();
    const actors = await database.pool<{ actor: string }[]>`select actor from operator_actions order by actor`;
    expect(actors.map(({ actor }) => actor)).toEqual(['old', 'successor']);
  });
});

/** Jobs whose runs the test triggers. */
function jobsByHand() {
  const works: Parameters<Jobs['every']>[2][] = [];
  const jobs: Jobs = {
    every: (_ms, _name, work) => void works.push(work),
    soon: () => {},
    failures: () => new Map(),
    lagMs: () => 0,
    stop: async () => {},
  };
  return { jobs, turn: () => works[works.length - 1](() => true) };
}

describe('work with a deadline', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.drop());

  it('needs no lease while nothing is due', async () => {
    const store = createPostgresStore(database.pool);
    const { jobs, turn } = jobsByHand();
    let isDue = false;
    let runs = 0;
    const leased = createLeasedJobs(jobs, { store });
    const work = async () => {
      runs += 1;
    };
    leased.onOneNode(1000, 'rarely due', work, async () =>
      isDue ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
    );
    await turn();
    expect(await database.pool`select 1 from job_leases where name = 'rarely due'`).toHaveLength(0);
    isDue = true;
    await turn();
    expect(runs).toBe(1);
    expect(await database.pool`select 1 from job_leases where name = 'rarely due' and holder is null`).toHaveLength(1);
  });

  it('checks for work after a change on any node, at its last deadline, and not otherwise', async () => {
    const [store, other] = [0, 1].map(() => createPostgresStore(database.pool));
    const { jobs, turn } = jobsByHand();
    let [now, asked, dueAt, runs] = [1_000, 0, 5_000, 0];
    const work = async () => {
      runs += 1;
    };
    createLeasedJobs(jobs, { store, clock: () => now }).onOneNode(1000, 'with a deadline', work, async () => {
      asked += 1;
      return dueAt;
    });
    await turn();
    await turn();
    expect(asked, 'asks each time while it receives no notifications').toBe(2);
    const unwatch = store.watch({ onMarketsChanged() {}, onListening() {} });
    await expect.poll(() => store.changes().isListening).toBe(true);
    await turn();
    expect(asked).toBe(3);
    now = 4_999;
    for (let at = 0; at < 5; at += 1) await turn();
    expect(asked).toBe(3);
    const change = { at: 0, actor: 'test', action: 'test', subject: '', details: {} };
    await store.transact(tx => operatorStore.record(tx, change));
    await turn();
    expect(asked).toBe(4);
    const { count } = store.changes();
    await other.transact(tx => settingStore.setTradingPaused(tx, true));
    await expect.poll(() => store.changes().count).toBeGreaterThan(count);
    await turn();
    expect([asked, runs]).toEqual([5, 0]);
    now = 5_000;
    await turn();
    expect([asked, runs]).toEqual([6, 1]);
    dueAt = Number.POSITIVE_INFINITY;
    await turn();
    await turn();
    expect([asked, runs]).toEqual([7, 1]);
    await unwatch();
  });
});

describe('work without a deadline', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.drop());

  it('is checked for after a write without a notification, and once a minute', async () => {
    const store = createPostgresStore(database.pool);
    const unwatch = store.watch({ onMarketsChanged() {}, onListening() {} });
    await expect.poll(() => store.changes().isListening).toBe(true);
    vi.useFakeTimers({ toFake: ['performance'] });
    // Tests of other databases on the same server write, too.
    let mark = 'before';
    const { jobs, turn } = jobsByHand();
    let asked = 0;
    const guarded = { ...store, writeMark: async () => mark };
    createLeasedJobs(jobs, { store: guarded, clock: () => 0 }).onOneNode(
      1000,
      'without a notification',
      async () => {},
      async () => {
        asked += 1;
        return 1;
      },
    );
    const wait = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        vi.advanceTimersByTime(1000);
        await turn();
      }
      return asked;
    };
    expect(await wait(1)).toBe(1);
    expect(await wait(20)).toBe(1);
    mark = 'after';
    expect(await wait(8)).toBe(2);
    expect(await wait(50)).toBe(2);
    expect(await wait(12)).toBe(3);
    vi.useRealTimers();
    await unwatch();
  });
});

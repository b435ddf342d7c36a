import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { watchTimers } from '../../../../test/support/timers/running-timers.js';
import { openPool, type Pool } from '../pool.js';

/** Polls without timers, which the test controls. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(done => setImmediate(done));
}

let database: TestDatabase;
let pool: Pool;
let timers: ReturnType<typeof watchTimers>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  timers = watchTimers('/store/sql/');
  pool = openPool(database.target, { max: 2 });
});
afterEach(async () => {
  vi.useRealTimers();
  timers.restore();
  await pool.end();
});

it('supervises a pool only while a statement is in flight or waits for a connection', async () => {
  await pool`select 1`;
  expect(timers.count).toBe(0);
  const statements = [1, 2, 3].map(() => pool`select pg_sleep(1.1)`.execute());
  for (const waiting of [1, 0]) {
    await vi.waitFor(() => expect(pool.state()).toMatchObject({ waiting }), { timeout: 5_000 });
    expect(timers.count).toBeGreaterThan(0);
  }
  await Promise.all(statements);
  expect(pool.state()).toMatchObject({ busy: 0, waiting: 0 });
  expect(timers.count).toBe(0);
});

it('supervises a session only while a statement is in flight', async () => {
  const session = await pool.openSession('test');
  expect(timers.count).toBe(0);
  const statements = [session.sql`select pg_sleep(1.1)`.execute(), session.sql`select pg_sleep(1.1)`.execute()];
  expect(timers.count).toBe(1);
  await statements[0];
  expect(timers.count).toBe(1);
  await statements[1];
  await vi.waitFor(() => expect(timers.count).toBe(0));
  const cut = session.sql`select pg_terminate_backend(pg_backend_pid())`.execute();
  await expect(cut).rejects.toThrow();
  expect(timers.count).toBe(0);
});

it('closes connections that were idle for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const openPids = async () => {
    const rows = await database.pool<{ pid: number }[]>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    return rows.map(({ pid }) => pid);
  };
  // A connection that opens slowly leaves both statements to the other one.
  let pids: number[] = [];
  while (new Set(pids).size < 2) {
    const both = [1, 2].map(() => pool<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.1)`);
    pids = (await Promise.all(both)).map(([{ pid }]) => pid);
  }
  await vi.advanceTimersByTimeAsync(299_000);
  const [used] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const unused = pids.find(pid => pid !== used.pid) as number;
  await vi.advanceTimersByTimeAsync(2_000);
  await until(async () => !(await openPids()).includes(unused));
  expect(await openPids()).toContain(used.pid);
  await vi.advanceTimersByTimeAsync(300_000);
  await until(async () => !(await openPids()).includes(used.pid));
});

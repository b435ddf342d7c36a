import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { watchTimers } from '../../test/support/timers/running-timers.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { openPool, type Pool } from './pool.js';

let database: TestDatabase;
let pool: Pool;
let timers: ReturnType<typeof watchTimers>;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  timers = watchTimers('/src/database/');
  pool = openPool(database.target, { max: 2 });
});
afterEach(async () => {
  timers.restore();
  await pool.end();
});

it('supervises a pool only while a statement is in flight or waits for a connection', async () => {
  await pool`select 1`;
  await vi.waitFor(() => expect(timers.count).toBe(0));
  const statements = [1, 2, 3].map(() => pool`select pg_sleep(1.1)`.execute());
  for (const waiting of [1, 0]) {
    await vi.waitFor(() => expect(pool.state()).toMatchObject({ waiting }), { timeout: 5_000 });
    expect(timers.count).toBeGreaterThan(0);
  }
  await Promise.all(statements);
  expect(pool.state()).toMatchObject({ busy: 0, waiting: 0 });
  await vi.waitFor(() => expect(timers.count).toBe(0));
});

it('supervises a session only while a statement is in flight', async () => {
  const session = await pool.openSession('test');
  expect(timers.count).toBe(0);
  const statements = [session.sql`select pg_sleep(1.1)`.execute(), session.sql`select pg_sleep(4)`.execute()];
  expect(timers.count).toBe(1);
  await statements[0];
  expect(timers.count).toBe(1);
  await statements[1];
  await vi.waitFor(() => expect(timers.count).toBe(0));
  const cut = session.sql`select pg_terminate_backend(pg_backend_pid())`.execute();
  await expect(cut).rejects.toThrow();
  expect(timers.count).toBe(0);
});

it('closes idle connections after a while', async () => {
  const shortLived = openPool(database.target, { max: 2, maxIdleMs: 300, applicationName: 'short-lived' });
  const openCount = async () => {
    const rows = await database.pool`select from pg_stat_activity where application_name = 'short-lived'`;
    return rows.length;
  };
  try {
    await Promise.all([1, 2].map(() => shortLived`select pg_sleep(0.1)`));
    await waitUntil('no connection is open', async () => (await openCount()) === 0);
    expect(await shortLived`select 1 as one`).toEqual([{ one: 1 }]);
  } finally {
    await shortLived.end();
  }
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { createPostgresStore } from '../database/postgres-store.js';
import type { Store } from '../database/store.js';
import * as historyStore from './store/history.js';
import { TradeHistory } from './trade-history.js';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
});
afterAll(() => database.drop());

const now = Date.parse('2026-03-17T12:00:00Z');

/** Trades as the desk stores them, many more than one step folds. */
async function aBusyMarket(trades: number): Promise<string> {
  const { pool } = database;
  const { id } = await aMarket(pool, now);
  await pool`
    insert into fills (id, at, market, order_id, player, outcome, side, shares, credits, price_bps, against,
      sequence, prices_bps, number)
    select gen_random_uuid(), ${new Date(now)}, m.number, gen_random_uuid(), 0, 0, 'buy', 1000000, 500000, 5000, 'maker', n + 1,
      '{5000,5000}', n
    from markets m, generate_series(1, ${trades}::int) as n where m.event_id = ${id}`;
  await pool`update markets set sequence = ${trades + 1} where event_id = ${id}`;
  return id;
}

/** The second transaction waits for the third. */
function outOfOrder(plain: Store): { store: Store; ended: number[] } {
  const ended: number[] = [];
  let count = 0;
  let thirdIsDone = () => {};
  const third = new Promise<void>(done => {
    thirdIsDone = done;
  });
  const late: Store = {
    ...plain,
    async transact(work) {
      count += 1;
      const number = count;
      if (number === 2) await third;
      const result = await plain.transact(work);
      ended.push(number);
      if (number === 3) thirdIsDone();
      return result;
    },
  };
  return { store: late, ended };
}

const isBehind = (eventId: string) => store.read(reader => historyStore.isBehind(reader, eventId));

describe('a market with more trades than one step', () => {
  it('is folded completely in one run of the job', async () => {
    const busy = await aBusyMarket(1_800);
    const history = new TradeHistory(store);
    history.note([busy]);
    await history.flush(() => true);
    expect(await isBehind(busy)).toBe(false);
    const [{ volume }] = await database.pool`select volume from candle_progress where event_id = ${busy}`;
    expect(volume).toBe(1_800 * 500_000);
  });

  it('is left to the next run when the job has to stop, and by a read with a short timeout', async () => {
    const busy = await aBusyMarket(1_800);
    const history = new TradeHistory(store);
    history.note([busy]);
    let turns = 0;
    await history.flush(() => {
      turns += 1;
      return turns < 2;
    });
    expect(await isBehind(busy)).toBe(true);
    await history.flushSome();
    expect(await isBehind(busy)).toBe(true);
    await history.flush(() => true);
    expect(await isBehind(busy)).toBe(false);
  });
});

describe('a read of the latest trades', () => {
  it('waits for steps of the job that start while it waits', async () => {
    const eventIds: string[] = [];
    for (let number = 0; number < 60; number += 1) eventIds.push(await aBusyMarket(1));
    const { store: late, ended } = outOfOrder(store);
    const history = new TradeHistory(late);
    history.note(eventIds);
    const job = history.flush(() => true);
    await history.flushSome();
    // The job has taken the second part of the events, the read the remaining ones.
    expect(ended).toEqual([1, 3, 2]);
    const behind = await store.read(reader => historyStore.behind(reader, 100));
    expect(behind.filter(eventId => eventIds.includes(eventId))).toEqual([]);
    await job;
  });
});

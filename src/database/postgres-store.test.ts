import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import * as requestStore from '../developer/store.js';
import * as playerStore from '../people/store/players.js';
import * as replyStore from './arena/replies.js';
import { openPool } from './pool.js';
import { createPostgresStore } from './postgres-store.js';
import { type Reader, type Store, StoreUnavailable } from './store.js';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
});
afterAll(() => database.drop());

const at = Date.parse('2026-03-17T12:00:00Z');
const day = 86_400_000;

function person(name: string) {
  return { playerId: `plr_${name}`, handle: name, name, foldedName: name, at };
}

async function people(): Promise<number> {
  const [row] = await database.pool<{ n: number }[]>`select count(*)::int as n from people`;
  return row.n;
}

describe('transact', () => {
  it('is atomic', async () => {
    const before = await people();
    const half = store.transact(async tx => {
      await playerStore.addPerson(tx, person('half'));
      throw new Error('changed my mind');
    });
    await expect(half).rejects.toThrow('changed my mind');
    expect(await people()).toBe(before);
    await store.transact(tx => playerStore.addPerson(tx, person('whole')));
    expect(await people()).toBe(before + 1);
  });

  it('retries after a deadlock', async () => {
    await store.transact(async tx => {
      await playerStore.addPerson(tx, person('left'));
      await playerStore.addPerson(tx, person('right'));
    });
    const identity = (playerId: string) => ({ playerId, kind: 'probe', clientId: 'same' });
    const digest = new Uint8Array(1);
    let runs = 0;
    let held = 0;
    let both: () => void = () => {};
    const bothHaveOne = new Promise<void>(done => {
      both = done;
    });
    const claimBoth = (first: string, second: string) =>
      store.transact(async tx => {
        runs += 1;
        const one = await replyStore.claim(tx, identity(first), digest, at);
        held += 1;
        if (held >= 2) both();
        await bothHaveOne;
        return [one, await replyStore.claim(tx, identity(second), digest, at)];
      });
    const claims = await Promise.all([claimBoth('plr_left', 'plr_right'), claimBoth('plr_right', 'plr_left')]);
    expect(claims.flat().filter(claimed => claimed)).toHaveLength(2);
    // On a busy machine one of them may be rolled back twice.
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});

describe('the pool', () => {
  it('counts connections in use and waiting callers', async () => {
    let release: () => void = () => {};
    const gate = new Promise<void>(done => {
      release = done;
    });
    const users = Array.from({ length: 12 }, () => store.transact(() => gate));
    await expect.poll(() => store.pool()).toMatchObject({ size: 10, busy: 10, waiting: 2, isReachable: true });
    await expect.poll(() => store.pool().oldestWaitMs).toBeGreaterThan(0);
    release();
    await Promise.all(users);
    expect(store.pool()).toMatchObject({ size: 10, busy: 0, waiting: 0, oldestWaitMs: 0 });
  });

  it('distinguishes a lost database from a bug', async () => {
    const pool = openPool('postgresql://nobody:x@127.0.0.1:1/none', { max: 1 });
    const lost = createPostgresStore(pool);
    await expect(lost.read(reader => reader.sql`select 1`)).rejects.toThrow(StoreUnavailable);
    await lost.close();
  });
});

describe('a connection that is lost in the middle of a transaction', () => {
  const killer = async (name: string) => {
    const killed = await database.pool`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction' and query like ${`%${name}%`}`;
    expect(killed).toHaveLength(1);
  };

  it.each(['transact', 'snapshot'] as const)(
    'fails a %s while it waits for something else, and nothing more',
    async kind => {
      const pool = openPool(database.target, { max: 1 });
      const other = createPostgresStore(pool);
      let goOn: () => void = () => {};
      const waits = new Promise<void>(done => {
        goOn = done;
      });
      let isInside: () => void = () => {};
      const inside = new Promise<void>(done => {
        isInside = done;
      });
      const work = async (reader: Reader) => {
        await reader.sql`select 1`;
        isInside();
        await waits;
        await reader.sql`select 1`;
        return 'done';
      };
      const lost = expect(other[kind](work)).rejects.toThrow(StoreUnavailable);
      await inside;
      await killer('select 1');
      await lost;
      goOn();
      await new Promise(done => setTimeout(done, 50));
      await other.read(reader => reader.sql`select 1`);
      await other.transact(async tx => tx.sql`select 1`);
      await other.close();
    },
  );
});

describe('the request log', () => {
  const row = (requestId: string, when: number) => ({
    requestId,
    at: when,
    routeId: 'getStatus',
    method: 'GET',
    path: '/api/v1/status',
    status: 400,
    code: 'INVALID_PAYLOAD',
    field: null,
    milliseconds: 1.5,
    playerId: null,
    keyId: null,
  });

  it('partitions by day and drops old days', async () => {
    await store.transact(tx => requestStore.maintainPartitions(tx, at - 9 * day, 0));
    await store.transact(tx => requestStore.append(tx, [row('req_old', at - 9 * day), row('req_old', at - 8 * day)]));
    expect(await store.read(reader => requestStore.find(reader, 'req_old', null, 10))).toHaveLength(2);
    await store.transact(tx => requestStore.maintainPartitions(tx, at, at - 7 * day));
    await store.transact(tx => requestStore.append(tx, [row('req_new', at)]));
    expect(await store.read(reader => requestStore.find(reader, 'req_old', null, 10))).toHaveLength(0);
    expect(await store.read(reader => requestStore.find(reader, 'req_new', null, 10))).toEqual([row('req_new', at)]);
  });
});

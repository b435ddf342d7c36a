import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import * as operatorStore from './arena/operators.js';
import { openPool } from './pool.js';
import { createPostgresStore } from './postgres-store.js';
import { type LeasedStore, LeaseLost, type Store } from './store.js';

let database: TestDatabase;
let one: Store;
let other: Store;

beforeAll(async () => {
  database = await cloneDatabase();
  [one, other] = [openPool(database.target, { max: 3 }), openPool(database.target, { max: 3 })].map(pool =>
    createPostgresStore(pool),
  );
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.drop();
});

interface Held {
  readonly store: LeasedStore;
  /** Lets the work end. */
  end(): void;
  readonly ended: Promise<boolean>;
}

/** Work that continues until it is stopped. */
async function hold(store: Store, name: string): Promise<Held> {
  let end: () => void = () => {};
  const over = new Promise<void>(done => {
    end = done;
  });
  return new Promise((held, failed) => {
    const ended = store.exclusively(name, async leased => {
      queueMicrotask(() => held({ store: leased, end, ended }));
      await over;
    });
    ended.then(ran => ran || failed(new Error(`${name} is held already`)), failed);
  });
}

/** Simulates 15 seconds without a renewal. */
async function expire(name: string): Promise<void> {
  await database.pool`update job_leases set expires_at = clock_timestamp() - interval '1 ms' where name = ${name}`;
}

const attempt = async (store: Store, name: string) => store.exclusively(name, async () => {});

/** A write whose rows tests count. */
const act = (store: Store, actor: string) =>
  store.transact(tx => operatorStore.record(tx, { at: 0, actor, action: 'test', subject: '', details: {} }));

async function actsOf(actor: string): Promise<number> {
  const rows = await database.pool`select 1 from operator_actions where actor = ${actor}`;
  return rows.length;
}

describe('a lease', () => {
  it('is held by one store at a time, by name', async () => {
    const held = await hold(one, 'counting');
    expect(await attempt(one, 'counting')).toBe(false);
    expect(await attempt(other, 'counting')).toBe(false);
    expect(await attempt(other, 'something else')).toBe(true);
    expect(one.pool().busy).toBe(0);
    held.end();
    expect(await held.ended).toBe(true);
    expect(await attempt(other, 'counting')).toBe(true);
  });

  it('is released when its work fails', async () => {
    const failing = one.exclusively('failing', async () => {
      throw new Error('no luck');
    });
    await expect(failing).rejects.toThrow('no luck');
    expect(await attempt(other, 'failing')).toBe(true);
  });

  it('is released by a store that closes, though its work continues', async () => {
    const closing = createPostgresStore(openPool(database.target, { max: 2 }));
    const held = await hold(closing, 'closing');
    await closing.close();
    expect(await attempt(other, 'closing')).toBe(true);
    held.end();
    await held.ended.catch(() => {});
  });
});

describe('a holder that stops renewing', () => {
  it('loses the lease, and its later transactions are rejected', async () => {
    const frozen = await hold(one, 'fenced');
    await act(frozen.store, 'fenced');
    await expire('fenced');
    expect(await other.abandonedWork()).toEqual(['fenced']);
    const successor = await hold(other, 'fenced');
    expect(await other.abandonedWork()).toEqual([]);
    expect(successor.store.lease.token).toBeGreaterThan(frozen.store.lease.token);
    await act(successor.store, 'successor');
    await expect(act(frozen.store, 'fenced')).rejects.toThrow(LeaseLost);
    expect(frozen.store.isLost).toBe(true);
    frozen.end();
    await frozen.ended;
    // Its release must not release another holder's lease.
    expect(await attempt(one, 'fenced')).toBe(false);
    await act(successor.store, 'successor');
    successor.end();
    expect(await successor.ended).toBe(true);
    expect([await actsOf('fenced'), await actsOf('successor')]).toEqual([1, 2]);
  });

  it('keeps an expired lease that no other node claims', async () => {
    const held = await hold(one, 'unwanted');
    await expire('unwanted');
    await act(held.store, 'unwanted');
    held.end();
    expect(await held.ended).toBe(true);
    expect(await actsOf('unwanted')).toBe(1);
  });
});

describe('a holder that stops within a transaction', () => {
  it('blocks its successor only until its transaction ends', async () => {
    const frozen = await hold(one, 'midway');
    let commit: () => void = () => {};
    const pause = new Promise<void>(done => {
      commit = done;
    });
    let isInside: () => void = () => {};
    const inside = new Promise<void>(done => {
      isInside = done;
    });
    const action = { at: 0, actor: 'midway', action: 'test', subject: '', details: {} };
    const writing = frozen.store.transact(async tx => {
      await operatorStore.record(tx, action);
      isInside();
      await pause;
    });
    await inside;
    await expire('midway');
    expect(await attempt(other, 'midway')).toBe(false);
    commit();
    await writing;
    expect(await attempt(other, 'midway')).toBe(true);
    await expect(act(frozen.store, 'midway')).rejects.toThrow(LeaseLost);
    expect(await actsOf('midway')).toBe(1);
    frozen.end();
    await frozen.ended;
  });
});

/** These tests wait for real time, so they run side by side. */
describe.concurrent('over seconds', () => {
  it('a lease is renewed while its work runs', { timeout: 30_000 }, async ({ expect }) => {
    const held = await hold(one, 'long work');
    const left = async () => {
      const [{ seconds }] = await database.pool<{ seconds: number }[]>`
        select extract(epoch from expires_at - clock_timestamp())::float as seconds from job_leases where name = 'long work'`;
      return seconds;
    };
    // It is renewed every five seconds.
    await sleep(2_000);
    expect(await left()).toBeLessThan(13.5);
    await expect.poll(left, { timeout: 15_000 }).toBeGreaterThan(14);
    expect(await attempt(other, 'long work')).toBe(false);
    await act(held.store, 'long work');
    held.end();
    expect(await held.ended).toBe(true);
    expect(await actsOf('long work')).toBe(1);
  });

  it('a holder that stops within a transaction has it ended by the server after ten idle seconds', {
    timeout: 30_000,
  }, async ({ expect }) => {
    const frozen = await hold(one, 'idle');
    const action = { at: 0, actor: 'idle', action: 'test', subject: '', details: {} };
    let isInside: () => void = () => {};
    const inside = new Promise<void>(done => {
      isInside = done;
    });
    let isAwake = false;
    const writing = frozen.store.transact(async tx => {
      await operatorStore.record(tx, action);
      isInside();
      // The store retries a transaction whose connection was lost; a frozen process does so once it resumes.
      if (isAwake) throw new Error('awake');
      isAwake = true;
      await new Promise(() => {});
    });
    // The retry and the take-over of the other node run at the same time, and either may be first.
    const failed = expect(writing).rejects.toThrow(/^awake$|^another node has taken over: idle$/);
    await inside;
    const began = performance.now();
    const takeOver = async () => {
      await expire('idle');
      return attempt(other, 'idle');
    };
    expect(await takeOver()).toBe(false);
    await expect.poll(takeOver, { timeout: 40_000, interval: 200 }).toBe(true);
    expect(performance.now() - began).toBeGreaterThan(9_000);
    await failed;
    expect(await actsOf('idle')).toBe(0);
    frozen.end();
    await frozen.ended;
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { startTcpProxy, type TcpProxy, throughProxy } from '../../../test/support/proxies/tcp-proxy.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { openPool, type Pool } from '../../database/pool.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import type { Store } from '../../database/store.js';
import { newId } from '../../http/request-id.js';
import * as playerStore from '../../people/store/players.js';
import { openAccount } from '../accounts.js';
import type { DeskCommand, DeskOutcome } from './decide-command.js';
import { WriteDesk } from './write-desk.js';

/** The message with which a client stops sending and waits for the server. */
const sync = Buffer.from([0x53, 0, 0, 0, 4]);

let database: TestDatabase;
let proxy: TcpProxy;
let pool: Pool;
let store: Store;
let desk: WriteDesk;
let trips = 0;
const now = Date.parse('2026-03-17T12:00:00.000Z');
const pause = () => Promise.resolve();

beforeAll(async () => {
  database = await cloneDatabase();
  proxy = await startTcpProxy(database.target, bytes => {
    // Message by message: the bytes of a row may look like one.
    for (let at = 0; at + sync.length <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
      if (bytes.subarray(at, at + sync.length).equals(sync)) trips += 1;
    }
  });
  pool = openPool(throughProxy(database.target, proxy));
  store = createPostgresStore(pool, () => now);
  desk = new WriteDesk({ store, newId, pause, yieldToEventLoop: pause });
});
afterAll(async () => {
  await assertBooksBalance(store);
  await pool.end();
  await proxy.close();
  await database.drop();
});

let players = 0;
async function aPlayer(): Promise<string> {
  players += 1;
  const playerId = newId('plr', now);
  await store.transact(async tx => {
    const name = `player ${players}`;
    await playerStore.addPerson(tx, {
      playerId,
      handle: `player-${players}`,
      name,
      foldedName: name,
      at: now,
    } as never);
    await openAccount(tx, playerId, now, newId);
  });
  return playerId;
}

type Order = Extract<DeskCommand, { kind: 'place' }>['order'];

function place(playerId: string, eventId: string, changes: Partial<Order> = {}): Promise<DeskOutcome> {
  const usual = { outcome: 0, side: 'buy', amount: 5_000_000, limitBps: 9999, timeInForce: 'GTC' };
  const order = { ...usual, expiresAt: null, ifSequence: null, ...changes } as Order;
  const clientOrderId = randomBytes(6).toString('hex');
  const bodyDigest = randomBytes(32).toString('hex');
  return desk.submit({ kind: 'place', playerId, ownerId: playerId, eventId, clientOrderId, bodyDigest, order });
}

async function counted(work: () => Promise<unknown>): Promise<number> {
  trips = 0;
  await work();
  return trips;
}

describe('a batch', () => {
  it('takes two round trips when its books are cached, regardless of the number of orders', async () => {
    const [{ id }, ann, bob] = [await aMarket(database.pool, now), await aPlayer(), await aPlayer()];
    for (const player of [ann, bob, ann, bob]) expect((await place(player, id)).kind).toBe('placed');
    expect(await counted(() => place(ann, id))).toBe(2);
    expect(await counted(() => Promise.all([place(ann, id), place(bob, id), place(ann, id)]))).toBe(2);
    expect(await counted(() => place(bob, id, { limitBps: 10, amount: 100_000_000 }))).toBe(2);
    expect(await counted(() => place(bob, id, { limitBps: 9999, timeInForce: 'FOK', amount: 9e9 }))).toBe(2);
  });

  it('takes one more when an order of another player fills, or a book is not cached', async () => {
    const [{ id }, ann, bob] = [await aMarket(database.pool, now), await aPlayer(), await aPlayer()];
    for (const player of [ann, bob]) await place(player, id);
    await place(ann, id, { outcome: 1, limitBps: 4900, amount: 1_000_000 });
    expect(await counted(() => place(bob, id, { amount: 400_000_000 }))).toBe(3);
    desk.books.evict([id]);
    expect(await counted(() => place(bob, id))).toBe(3);
  });
});

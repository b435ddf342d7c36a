import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { addAgent, type TestAgent } from '../../test/support/test-service.js';
import { createPostgresStore } from '../database/postgres-store.js';
import type { Store } from '../database/store.js';
import { makeId } from '../kernel/ids.js';
import type { RequestRow } from './store.js';
import * as requestStore from './store.js';

let database: TestDatabase;
let store: Store;
let ada: TestAgent;
let bob: TestAgent;
const now = Date.parse('2026-03-17T12:00:00Z');
const clock = { now: () => now };

beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
  ada = await addAgent(store, clock, 'free');
  bob = await addAgent(store, clock, 'free');
  await store.transact(tx => requestStore.maintainPartitions(tx, now, 0));
});
afterAll(() => store.close().then(() => database.drop()));
beforeEach(() => database.pool`truncate requests`);

const generatedAt = (at: number) => makeId('req', at, randomBytes(10));
const by = ({ playerId, keyId }: TestAgent) => ({ playerId, keyId });

const aRequest = (change: Partial<RequestRow> = {}): RequestRow => ({
  requestId: generatedAt(now),
  at: now,
  routeId: 'listOrders',
  method: 'GET',
  path: '/api/play/v1/orders',
  status: 200,
  code: null,
  field: null,
  milliseconds: 1.25,
  playerId: null,
  keyId: null,
  ...change,
});

const append = (...rows: RequestRow[]) => store.transact(tx => requestStore.append(tx, rows));
const find = (requestId: string, viewer: TestAgent | null) =>
  store.read(reader => requestStore.find(reader, requestId, viewer?.playerId ?? null, 20));

it('shows a NUL in the name of a field as U+FFFD, and keeps the other requests', async () => {
  const [row, other] = [aRequest({ status: 400, code: 'INVALID_QUERY', field: 'a\0b\0' }), aRequest(by(ada))];
  await append(row, other);
  expect(await find(row.requestId, null)).toEqual([{ ...row, field: 'a\ufffdb\ufffd' }]);
  expect(await find(other.requestId, ada)).toEqual([other]);
});

describe('a request id', () => {
  it.each([
    ['was generated', generatedAt(now - 40)],
    ['was generated when a long request arrived', generatedAt(now - 60_000)],
    ['is a client’s own', 'my-request.1'],
    ['is a uuid', '018f3f5e-1c2d-7abc-8def-0123456789ab'],
    ['was generated long ago and is sent by a client', generatedAt(now - 3 * 86_400_000)],
    ['has a time in the future', generatedAt(now + 1)],
    ['has the last time that an id can have', 'req_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['has the form of an id of something else', makeId('ord', now, randomBytes(10))],
  ])('leads to its request if it %s', async (_name, requestId) => {
    const row = aRequest({ requestId, ...by(ada), status: 404, code: 'NOT_FOUND', field: 'orderId' });
    await append(aRequest(), row, aRequest(by(bob)));
    expect(await find(requestId, ada)).toEqual([row]);
    expect(await find(requestId, bob)).toEqual([]);
    expect(await find(requestId, null)).toEqual([]);
  });

  it.each([
    ['generated', generatedAt(now)],
    ['a client’s', 'shared'],
  ])('leads to the viewer’s requests first, then to anonymous ones: %s', async (_name, requestId) => {
    const anonymous = aRequest({ requestId, at: now + 2, status: 429, code: 'RATE_LIMITED' });
    const [older, newer] = [now, now + 1].map(at => aRequest({ requestId, at, ...by(ada) }));
    await append(older, anonymous, newer, aRequest({ requestId, ...by(bob) }));
    expect(await find(requestId, ada)).toEqual([newer, older, anonymous]);
    expect(await find(requestId, null)).toEqual([anonymous]);
    expect(await store.read(reader => requestStore.find(reader, requestId, ada.playerId, 1))).toEqual([newer]);
  });

  it('leads to requests up to five seconds long by its time, and to longer ones as text', async () => {
    const requestId = generatedAt(now);
    const rows = [0, 5_000, 5_001].map(later => aRequest({ requestId, at: now + later }));
    await append(...rows);
    expect(await find(requestId, null)).toEqual(rows.toReversed());
    const stored = await database.pool<{ client_id: string | null }[]>`select client_id from requests order by at`;
    expect(stored.map(row => row.client_id)).toEqual([null, null, requestId]);
  });
});

describe('the list of a player', () => {
  it('is complete and newest first with every page size, also where requests share a time and an id', async () => {
    const shared = generatedAt(now);
    const rows = [now, now + 1].flatMap(at => [
      ...['a', 'b', 'req_', 'z'].map(requestId => aRequest({ requestId, at, ...by(ada) })),
      ...['getOrder', 'listOrders'].map(routeId => aRequest({ requestId: shared, routeId, at, ...by(ada) })),
      ...[0, 1].map(() => aRequest({ at, ...by(ada) })),
    ]);
    await append(...rows, aRequest(by(bob)), aRequest());
    const query = { playerId: ada.playerId, failedOnly: false, routeId: null };
    const list = (before: RequestRow | null, limit: number) =>
      store.read(reader => requestStore.list(reader, { ...query, before, limit }));
    const all = await list(null, 100);
    const sorted = (listed: readonly RequestRow[]) => listed.map(row => JSON.stringify(row)).sort();
    expect(sorted(all)).toEqual(sorted(rows));
    expect(all.map(row => row.at)).toEqual(rows.map(row => row.at).toReversed());
    for (const limit of [1, 3, 7]) {
      const pages: RequestRow[] = [];
      for (let page = await list(null, limit); page.length > 0; page = await list(page[page.length - 1], limit)) {
        pages.push(...page);
      }
      expect(pages).toEqual(all);
    }
  });

  it('is filtered by failure and operation', async () => {
    const fine = aRequest(by(ada));
    const failed = aRequest({ ...by(ada), routeId: 'getOrder', status: 404, code: 'NOT_FOUND', at: now + 1 });
    await append(fine, failed);
    const query = { playerId: ada.playerId, before: null, limit: 10 };
    const list = (failedOnly: boolean, routeId: string | null) =>
      store.read(reader => requestStore.list(reader, { ...query, failedOnly, routeId }));
    expect(await list(true, null)).toEqual([failed]);
    expect(await list(false, 'listOrders')).toEqual([fine]);
    expect(await list(true, 'listOrders')).toEqual([]);
  });
});

describe('a batch', () => {
  it('keeps the texts of each request, in any mixture', async () => {
    const rows = [
      aRequest({ at: now + 3, ...by(ada) }),
      aRequest({ at: now + 2, ...by(ada), requestId: 'own', field: 'a "quoted" \\ field, and more' }),
      aRequest({ at: now + 1, ...by(ada), status: 400, code: 'INVALID_PAYLOAD', field: 'limit' }),
      aRequest({ at: now, ...by(ada), keyId: null, routeId: 'none', path: '', method: 'BREW', requestId: 'own-2' }),
    ];
    await append(...rows);
    const query = { playerId: ada.playerId, failedOnly: false, routeId: null, before: null, limit: 10 };
    expect(await store.read(reader => requestStore.list(reader, query))).toEqual(rows);
  });

  it('omits requests of players without an account instead of making them anonymous', async () => {
    const requestId = 'of-a-ghost';
    await append(aRequest({ requestId, playerId: 'plr_ghost' }), aRequest({ requestId, ...by(bob) }));
    expect(await find(requestId, null)).toEqual([]);
    expect(await find(requestId, bob)).toHaveLength(1);
  });

  it('adds each kind once, also when it is rolled back or written by two nodes at once', async () => {
    const rows = ['one', 'two', 'three'].map(routeId => aRequest({ routeId, requestId: routeId }));
    const failing = store.transact(async tx => {
      await requestStore.append(tx, rows);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await find('one', null)).toEqual([]);
    const other = createPostgresStore(database.pool);
    await Promise.all([
      append(...rows),
      other.transact(tx => requestStore.append(tx, rows.toReversed())),
      other.transact(tx => requestStore.append(tx, rows)),
    ]);
    expect(await find('three', null)).toEqual(Array.from({ length: 3 }, () => rows[2]));
    const kinds = await database.pool`select route_id from request_kinds where route_id in ('one', 'two', 'three')`;
    expect(kinds).toHaveLength(3);
  });
});

it('rejects what a node of an earlier version writes', async () => {
  const written = database.pool`
    insert into request_log (request_id, at, route_id, method, path, status, milliseconds)
    values ('x', ${new Date(now)}, 'getStatus', 'GET', '/api/v1/status', 200, 1)`;
  await expect(written).rejects.toThrow('cannot insert into view "request_log"');
});

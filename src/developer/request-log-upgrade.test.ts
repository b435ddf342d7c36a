import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { loadMigrations, migrate } from '../database/migrate.js';
import { ensureDayPartitions } from '../database/partitions.js';
import type { Store } from '../database/store.js';
import { createPostgresStore } from '../features.js';
import { makeId } from '../kernel/ids.js';
import { dayMs } from '../kernel/time.js';
import { migrationsFolder } from '../package-root.js';
import type { RequestRow } from './store-interface.js';

const now = Date.parse('2026-03-17T12:00:00Z');
const playerId = makeId('agt', now, randomBytes(10));
const keyId = makeId('key', now, randomBytes(10));
const generatedAt = (at: number) => makeId('req', at, randomBytes(10));

const row = (change: Partial<RequestRow>): RequestRow => ({
  requestId: generatedAt(change.at ?? now),
  at: now,
  routeId: 'getOrder',
  method: 'GET',
  path: '/api/play/v1/orders/{orderId}',
  status: 404,
  code: 'NOT_FOUND',
  field: 'orderId',
  milliseconds: 1.5,
  playerId,
  keyId,
  ...change,
});
/** Newest first. */
const own = [
  row({ at: now, routeId: 'placeOrder', method: 'POST', status: 201, code: null, field: null }),
  row({ at: now - 1_000, requestId: generatedAt(now - 61_000) }),
  row({ at: now - 2_000, requestId: 'client.1', keyId: null }),
  row({ at: now - 2 * dayMs, requestId: 'req_7zzzzzzzzzzzzzzzzzzzzzzzzz', status: 400 }),
  row({ at: now - 6 * dayMs }),
];
const anonymous = row({ at: now - 5, playerId: null, keyId: null, routeId: 'none', path: '', method: 'BREW' });
const ofGhost = row({ playerId: 'plr_ghost', keyId: null });

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await emptyDatabase();
  const { pool } = database;
  const migrations = loadMigrations(migrationsFolder);
  await migrate(
    pool,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === 'compact-request-log'),
    ),
  );
  await pool`insert into players (id, kind, handle, name, folded_name, created_at)
    values (${playerId}, 'agent', 'ada', 'Ada', 'ada', ${new Date(now)})`;
  await pool`insert into accounts (player_id, available, last_grant_day) values (${playerId}, 0, date '2026-03-17')`;
  await pool`insert into agents (player_id, description) values (${playerId}, 'Made for a test.')`;
  await pool`insert into agent_keys (id, agent_id, key_hash, last_four, created_at)
    values (${keyId}, ${playerId}, sha256('x'), 'last', ${new Date(now)})`;
  await pool.begin(sql => ensureDayPartitions(sql, 'request_log', now - 6 * dayMs, 7));
  for (const each of [...own, anonymous, ofGhost]) {
    await pool`
      insert into request_log (request_id, at, route_id, method, path, status, code, field, milliseconds, player_id, key_id)
      values (${each.requestId}, ${new Date(each.at)}, ${each.routeId}, ${each.method}, ${each.path}, ${each.status},
        ${each.code}, ${each.field}, ${each.milliseconds}, ${each.playerId}, ${each.keyId})`;
  }
  await migrate(pool, migrations);
  store = createPostgresStore(pool);
});
afterAll(() => store.close().then(() => database.drop()));

const find = (requestId: string, viewer: string | null) =>
  store.read(reads => reads.requests.find(requestId, viewer, 20));

it('keeps the requests of earlier versions with their ids', async () => {
  const query = { playerId, failedOnly: false, routeId: null, before: null, limit: 100 };
  expect(await store.read(reads => reads.requests.list(query))).toEqual(own);
  for (const each of own) {
    expect(await find(each.requestId, playerId)).toEqual([each]);
    expect(await find(each.requestId, null)).toEqual([]);
  }
  expect(await find(anonymous.requestId, null)).toEqual([anonymous]);
  const { keys, total } = await store.read(reads => reads.requests.usage(playerId, now - 7 * dayMs));
  expect(total).toEqual({ requests: 5, failed: 4, rateLimited: 0 });
  expect(keys).toMatchObject([{ keyId, requests: 4 }]);
});

it('shows operators the log with names, under the earlier table name', async () => {
  const shown = await database.pool`
    select request_id as "requestId", at, route_id as "routeId", method, path, status, code, field, milliseconds,
      player_id as "playerId", key_id as "keyId" from request_log where player_id is not null order by at desc`;
  expect(shown.map(each => ({ ...each, at: each.at.getTime() }))).toEqual(own);
});

it('omits requests of players without an account, which would become anonymous', async () => {
  expect(await find(ofGhost.requestId, null)).toEqual([]);
  expect(await find(ofGhost.requestId, 'plr_ghost')).toEqual([]);
});

it('stores them like later requests, in the same partitions', async () => {
  const stored = await database.pool<{ id: string | null; table: string }[]>`
    select client_id as id, tableoid::regclass::text as table from request_rows where player is not null order by at desc`;
  expect(stored.map(({ id }) => id)).toEqual([null, own[1].requestId, 'client.1', own[3].requestId, null]);
  expect(stored.map(({ table }) => table.slice(-2))).toEqual(['17', '17', '17', '15', '11']);
  await store.transact(writes => writes.requests.maintainPartitions(now + dayMs, now - 3 * dayMs));
  const left = [row({ at: now + 2 * dayMs }), ...own.slice(0, 4)];
  await store.transact(writes => writes.requests.append(left.slice(0, 1)));
  const query = { playerId, failedOnly: false, routeId: null, before: null, limit: 100 };
  expect(await store.read(reads => reads.requests.list(query))).toEqual(left);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsRead, scansOf } from '../../test/support/queries/plan-scans.js';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { ensureDayPartitions } from '../database/partitions.js';
import type { Pool, SqlPart } from '../database/pool.js';
import { dayMs } from '../kernel/time.js';
import { findStatement, listStatement } from './store.js';

let database: TestDatabase;
const now = Date.parse('2026-03-17T12:00:00Z');
const start = now - 7 * dayMs;
/** Makes request 150,008, which has a generated id. */
const player = 'plr_000000000000000000000000a8';
let generated: string;

/** 160,000 requests of 200 players and anonymous callers within eight days; each twentieth has a client's id. */
beforeAll(async () => {
  database = await cloneDatabase();
  const { pool } = database;
  await pool.begin(sql => ensureDayPartitions(sql, 'requests', now - 6 * dayMs, 7));
  await pool`
    insert into players (id, kind, handle, name, folded_name, created_at)
    select 'plr_000000000000000000000000a' || n, 'human', 'p' || n, 'p', 'p', now() from generate_series(0, 199) n`;
  await pool`
    insert into accounts (player_id, available, last_grant_day)
    select 'plr_000000000000000000000000a' || n, 0, date '2026-03-10' from generate_series(0, 199) n order by n`;
  await pool`
    insert into request_kinds (route_id, method, path, status, code)
    select 'route' || n / 2, 'GET', '/route' || n / 2, case n % 2 when 0 then 200 else 404 end,
      case n % 2 when 1 then 'NOT_FOUND' end
    from generate_series(0, 199) n`;
  await pool`
    insert into requests (at, request, player, kind, milliseconds, client_id)
    select ${new Date(start)}::timestamptz + n * interval '4 seconds',
      case when n % 20 > 0 then (lpad(to_hex(${start}::bigint + n * 4000), 12, '0') || '7000' || lpad(to_hex(n), 16, '0'))::uuid end,
      case when n % 11 > 0 then (select min(number) from accounts) + n % 200 end, 1 + n / 200 % 200, 1,
      case when n % 20 = 0 then 'client-' || n end
    from generate_series(1, 160000) n`;
  await pool`vacuum analyze requests, request_kinds, accounts`;
  const at = new Date(start + 150_008 * 4_000);
  const [row] = await pool<{ id: string }[]>`select id_of('req', request) as id from requests where at = ${at}`;
  generated = row.id;
});
afterAll(() => database.drop());

const first = { playerId: player, failedOnly: false, routeId: null, before: null, limit: 51 };
const before = { at: start + 100_007 * 4_000, requestId: 'x', routeId: 'route7' };

describe('reads of the request log', () => {
  it.each<[string, (sql: Pool) => SqlPart, number, number]>([
    ['the newest requests of a player', sql => listStatement(sql, first), 51, 52],
    ['a page after a cursor', sql => listStatement(sql, { ...first, before }), 51, 52],
    ['failed requests of a player', sql => listStatement(sql, { ...first, failedOnly: true }), 51, 110],
    ['a generated id of the player', sql => findStatement(sql, generated, player, 20), 1, 5],
    ['a generated id of another player', sql => findStatement(sql, generated, 'plr_x', 20), 0, 5],
    ['a client’s id', sql => findStatement(sql, 'client-150000', null, 20), 0, 1],
  ])('find %s by an index', async (_name, statement, found, maxRead) => {
    const { pool } = database;
    expect(await statement(pool)).toHaveLength(found);
    const scans = await scansOf(pool, statement(pool));
    const ofRows = scans.filter(scan => scan['Relation Name']?.startsWith('requests'));
    expect(ofRows.length).toBeGreaterThan(0);
    expect(new Set(ofRows.map(scan => scan['Node Type']))).toEqual(new Set(['Index Scan']));
    expect(ofRows.reduce((sum, scan) => sum + rowsRead(scan), 0)).toBeLessThanOrEqual(maxRead);
  });
});

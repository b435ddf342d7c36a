import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillTrades } from '../../../test/support/builders/fill-trades.js';
import { rowsRead, scansOf } from '../../../test/support/queries/plan-scans.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import * as dataTradeStore from './data-trades.js';
import { dataTradesStatement } from './data-trades.js';
import type { DataTradeFilter } from './rows.js';

const now = Date.parse('2026-03-17T12:00:00Z');
const hourMs = 3_600_000;
const marketCount = 12;
const player = 'agt_fill7';
/** The index of the practice market. */
const practice = 3;

let database: TestDatabase;
let eventIds: readonly string[];
/** All public trades by time and id. */
let rows: { id: string; at: number; eventId: string; playerId: string }[];

/** Trades of all markets share their times; one trade in ten has a fill of a resting order beside it. */
beforeAll(async () => {
  database = await cloneDatabase();
  const { pool } = database;
  ({ ids: eventIds } = await fillTrades(pool, marketCount, 2_880, now));
  await pool`
    insert into fills (id, at, market, order_id, player, outcome, side, shares, credits, price_bps, against, sequence)
    select gen_random_uuid(), at, market, gen_random_uuid(), player, outcome, 'sell', shares, credits, price_bps, 'order', sequence
    from fills where number % 10 = 0`;
  await pool`update events set practice = true where id = ${eventIds[practice]}`;
  await pool`vacuum analyze`;
  const found = await pool<{ id: string; at: Date; event_id: string; player_id: string }[]>`
    select id, at, event_id, player_id from readable_fills where public and event_id <> ${eventIds[practice]} order by at, id collate "C"`;
  rows = found.map(row => ({ id: row.id, at: row.at.getTime(), eventId: row.event_id, playerId: row.player_id }));
}, 60_000);
afterAll(() => database.drop());

const scopes: readonly [name: string, playerId: string | null, market: number | null][] = [
  ['all players', null, null],
  ['one player', player, null],
  ['one player in one market', player, 5],
  ['one player in a practice market', player, practice],
];
const scopeOf = (playerId: string | null, market: number | null) => ({
  playerId,
  eventId: market === null ? null : eventIds[market],
});
const windows: readonly (readonly [from: number | null, to: number | null])[] = [
  [null, null],
  [now - 30 * hourMs, now - 29 * hourMs],
  [now - 30 * hourMs - 1, null],
  [null, now - 47 * hourMs + 1],
];

describe.each(scopes)('trades of %s', (_name, playerId, market) => {
  it.each(['asc', 'desc'] as const)('are those in the table, %s, in pages', async order => {
    const scope = scopeOf(playerId, market);
    const store = createPostgresStore(database.pool);
    for (const [from, to] of windows) {
      const expected = rows.filter(
        row =>
          (scope.playerId === null || row.playerId === scope.playerId) &&
          (scope.eventId === null || row.eventId === scope.eventId) &&
          (from === null || row.at >= from) &&
          (to === null || row.at < to),
      );
      if (order === 'desc') expected.reverse();
      const found: string[] = [];
      let after: DataTradeFilter['after'] = null;
      for (let pages = 0; pages < 4; pages += 1) {
        const filter = { ...scope, from, to, order, after, limit: 51 } as DataTradeFilter;
        const page = await store.read(reader => dataTradeStore.trades(reader, filter));
        found.push(...page.map(({ id }) => id));
        after = page.at(-1) ?? after;
      }
      expect(found).toEqual(expected.slice(0, 4 * 51).map(({ id }) => id));
    }
  });

  it('are read through an index, at most one per market and returned trade', async () => {
    const after = { at: now - 20 * hourMs, id: 'trd_01000000000000000000000000' };
    const filter = {
      ...scopeOf(playerId, market),
      from: null,
      to: null,
      order: 'desc',
      after,
      limit: 51,
    } as DataTradeFilter;
    const all = await scansOf(database.pool, dataTradesStatement(database.pool as never, filter));
    const scans = all.filter(scan => scan['Relation Name'] === 'fills');
    for (const scan of scans) expect(scan['Node Type']).toMatch(/Index|Bitmap/);
    expect(scans.reduce((sum, scan) => sum + rowsRead(scan), 0)).toBeLessThanOrEqual(51 * marketCount + marketCount);
  });
});

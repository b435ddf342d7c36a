import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { rowsRead, scansOf } from '../../../test/support/queries/plan-scans.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import * as streamStore from './streams.js';
import { replayStatement } from './streams.js';

const now = Date.parse('2026-03-17T12:00:00Z');
const trades = 20_000;

let database: TestDatabase;
let events: { id: string }[];
/** Trades of the first market as they were inserted. */
let inserted: { number: number; sequence: number; outcome: number }[];

/**
 * Three markets whose trades alternate in the table. An order makes one to four trades under one sequence, in another
 * order of ids than of numbers; every third trade is against a resting order, and cancels skip sequences.
 */
beforeAll(async () => {
  database = await cloneDatabase();
  const { pool } = database;
  events = [await aMarket(pool, now), await aMarket(pool, now), await aMarket(pool, now)];
  await pool`
    insert into players (id, kind, handle, name, folded_name, created_at) values ('agt_replay', 'agent', 'replay', 'R', 'r', now())`;
  await pool`insert into accounts (player_id, available, last_grant_day) values ('agt_replay', 0, current_date)`;
  await pool`
    insert into fills (id, order_id, at, market, player, outcome, side, shares, credits, price_bps, against, sequence, number,
      prices_bps)
    select gen_random_uuid(), gen_random_uuid(), ${new Date(now)}::timestamptz + n * interval '3 seconds', m.number, a.number, n % 2, 'buy',
      1000000, 500000 + n, 5000, case n % 3 when 0 then 'order' else 'maker' end::counterparty, 2 + n / 10 * 6 + sqrt(n % 10)::int,
      case resting when 0 then n end, case resting when 0 then '{5000,5000}'::smallint[] end
    from generate_series(1, ${trades}::int) n
      join markets m on m.event_id = any(${events.map(({ id }) => id)}::text[])
      join accounts a on a.player_id = 'agt_replay'
      join generate_series(0, 1) resting on resting = 0 or n % 3 = 0
    order by n, m.number, resting`;
  await pool`update markets set trades = ${trades} where event_id = any(${events.map(({ id }) => id)}::text[])`;
  await pool`vacuum analyze`;
  inserted = await pool<{ number: number; sequence: number; outcome: number }[]>`
    select number, sequence, outcome from readable_fills where event_id = ${events[0].id} and public`;
  inserted.sort((a, b) => a.number - b.number);
}, 60_000);
afterAll(() => database.drop());

function replay(eventId: string, after: number, limit: number) {
  return createPostgresStore(database.pool).read(reader => streamStore.trades(reader, eventId, after, limit));
}

const afters = [0, 1, 9, 30, 31, 32, 33, 9_983, 9_984, 9_985, 19_498, 19_999, 20_000, 20_001, Number.MAX_SAFE_INTEGER];

describe('a replay of trades', () => {
  it('has trades under one sequence in an order of ids that differs from their numbers', async () => {
    const sequences = inserted.map(({ sequence }) => sequence);
    expect([...sequences].sort((a, b) => a - b)).toEqual(sequences);
    expect(new Set(sequences).size).toBeLessThan(trades / 2);
  });

  it.each(afters)('after number %i has exactly the trades that follow', async after => {
    for (const limit of [0, 1, 7, 500]) {
      const page = await replay(events[0].id, after, limit);
      const found = page?.trades.map(({ number, sequence, outcome }) => ({ number, sequence, outcome }));
      expect(found).toEqual(inserted.filter(({ number }) => number > after).slice(0, limit));
      expect(page?.last).toBe(trades);
    }
  });

  it('walks through all trades of a market in pages', async () => {
    const numbers: number[] = [];
    for (let after = 0; ; after = numbers[numbers.length - 1]) {
      const page = await replay(events[1].id, after, 499);
      if (!page || page.trades.length === 0) break;
      numbers.push(...page.trades.map(({ number }) => number));
    }
    expect(numbers).toEqual(inserted.map(({ number }) => number));
  });

  it.each([0, 10_015, 19_990, 20_000])('after number %i reads only its page', async after => {
    for (const limit of [1, 500]) {
      const statement = replayStatement(database.pool as never, events[0].id, after, limit);
      const scans = (await scansOf(database.pool, statement)).filter(scan => scan['Relation Name'] === 'fills');
      for (const scan of scans) expect(scan['Node Type']).toMatch(/Index/);
      const read = scans.reduce((sum, scan) => sum + rowsRead(scan), 0);
      expect(read).toBeLessThanOrEqual(Math.min(limit, trades - after) + 1);
    }
  });

  it('is empty after the trades of the market are deleted, and leaves those of others', async () => {
    const { id } = events[2];
    await database.pool`delete from fills where market = (select number from markets where event_id = ${id})`;
    expect((await replay(id, 100, 10))?.trades).toEqual([]);
    expect((await replay(events[0].id, 100, 1))?.trades).toMatchObject([{ number: 101 }]);
    expect(await replay('evt_none', 0, 10)).toBeNull();
  });
});

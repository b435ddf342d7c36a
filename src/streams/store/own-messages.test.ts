import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { rowsRead, scansOf } from '../../../test/support/queries/plan-scans.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createPostgresStore } from '../../features.js';
import { dayMs } from '../../kernel/time.js';
import { ownRowsStatement } from './own-messages.js';

const now = Date.parse('2026-03-17T12:00:00Z');
const since = now - dayMs;
const orders = 20_000;
const last = 2 * orders;

let database: TestDatabase;

/**
 * Two players with 30,000 orders from before the retention, which imply nothing, and a third one whose messages are in rows. Then the
 * orders of the first two have one trade each and imply their messages, an order every second. Every tenth order waited for the
 * account for 30 seconds, so it has a higher number than orders with later ids.
 */
beforeAll(async () => {
  database = await cloneDatabase();
  const { pool } = database;
  const { id } = await aMarket(pool, now);
  await pool`
    insert into players (id, kind, handle, name, folded_name, created_at)
    select 'agt_' || n, 'agent', 'agent-' || n, n, n, now() from generate_series(1, 5) n`;
  await pool`
    insert into accounts (player_id, available, last_grant_day, messages)
    select 'agt_' || n, 0, current_date, ${last} from generate_series(1, 5) n`;
  await pool`
    insert into order_rows (id, player, client_order_id, body_digest, market, outcome, side, time_in_force, limit_bps, amount,
      filled_credits, filled_shares, remaining, available, status, rested, sequence, created_at, updated_at)
    select (lpad(to_hex(${since - dayMs}::bigint + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, a.no, 'e' || n, '\\x00',
      m.no, 0, 'b', 'g', 5000, 10, 0, 0, 10, 0, 'c', true, 1, now(), now()
    from generate_series(1, 30000) n, accounts a, markets m where m.event_id = ${id}`;
  await pool`
    insert into player_messages (player, first, last, at, orders)
    select no, n, n, ${new Date(now)}::timestamptz + n * interval '1 second', decode(repeat('00', 34), 'hex')
    from generate_series(1, 20000) n join accounts a on a.player_id = 'agt_3'`;
  await pool`
    with placed as (
      select n, a.no as player, m.no as market,
        ${new Date(now)}::timestamptz + n * interval '1 second' - case n % 10 when 0 then 30 else 0 end * interval '1 second' as at
      from generate_series(1, ${orders}::int) n join markets m on m.event_id = ${id}
        join accounts a on a.player_id in ('agt_1', 'agt_2')
    ), added as (
      insert into order_rows (id, player, client_order_id, body_digest, market, outcome, side, time_in_force, limit_bps, amount,
        filled_credits, filled_shares, remaining, available, status, rested, sequence, created_at, updated_at, message, sequences_after)
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid,
        player, 'c' || n, '\\x00', market, 0, 'b', 'g', 5000, 10, 4, 8, 6, 0, 'o', true, n * 2 + player, at, at, n * 2, n % 3 from placed
      returning *
    )
    insert into fill_rows (id, order_id, at, market, player, outcome, side, shares, credits, price_bps, against, sequence, number, message)
    select gen_random_uuid(), id, created_at, market, player, 0, 'b', 8, 4, 5000, 'm', sequence, sequence, message - 1 from added`;
  await pool`vacuum analyze`;
}, 60_000);
afterAll(() => database.drop());

const own = (after: number, limit: number, playerId = 'agt_1') =>
  createPostgresStore(database.pool).read(reads => reads.streams.own(playerId, after, limit, since));

async function rowsReadFor(playerId: string, after: number, limit: number): Promise<number> {
  const scans = await scansOf(
    database.pool,
    ownRowsStatement(database.pool as never, { playerId, after, limit, since }, true),
  );
  const large = scans.filter(scan => /_rows$|^player_messages_p/.test(String(scan['Relation Name'])));
  for (const scan of large) expect(scan['Node Type']).toMatch(/Index/);
  return large.reduce((sum, scan) => sum + rowsRead(scan), 0);
}

const afters = [0, 1, 2, 29, 61, 62, 63, 9_983, 9_984, 19_998, 20_000, 39_900, 39_999, 40_000, Number.MAX_SAFE_INTEGER];

describe('messages that orders imply', () => {
  it.each(afters)('follow number %i without a gap', async after => {
    for (const limit of [0, 1, 7, 500]) {
      const page = await own(after, limit);
      expect(page?.last).toBe(last);
      const rows = page?.rows ?? [];
      const numbers = rows.flatMap(row => row.messages.map((_message, index) => row.first + index));
      const first = after % 2 === 0 ? after + 1 : after;
      const end = Math.min(last, Math.ceil((after + limit) / 2) * 2);
      expect(numbers).toEqual(
        limit === 0 ? [] : Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first + index),
      );
    }
  });

  it('are the trade of an order and its state when it was accepted', async () => {
    const page = await own(40, 2);
    expect(page?.rows).toHaveLength(1);
    const [{ first, last: end, messages }] = page?.rows ?? [];
    expect([first, end]).toEqual([41, 42]);
    expect(messages[0]).toMatchObject({ kind: 'trade', shares: 8, credits: 4 });
    expect(messages[1]).toMatchObject({ kind: 'order', status: 'open', remaining: 6, cancelReason: null });
    const [trade, state] = (await own(42, 2))?.rows[0].messages ?? [];
    expect(state).toMatchObject({ kind: 'order', sequence: (trade as { sequence: number }).sequence + 1 });
  });

  it.each([15, 61, 10_015, 39_980, 40_000])(
    'after number %i are found by reading little more than a page',
    async after => {
      for (const limit of [1, 500]) {
        // An order and its trade for two messages, the orders of a minute at both ends, and those before an indexed one.
        const most = Math.min(limit, last - after) + 2 * (60 + 31) + 8;
        expect(await rowsReadFor('agt_1', after, limit)).toBeLessThanOrEqual(most);
      }
    },
  );

  it('are not searched for among the orders of a player whose messages are in rows', async () => {
    for (const limit of [1, 500]) expect(await rowsReadFor('agt_3', 19_000, limit)).toBeLessThanOrEqual(limit + 200);
  });
});

describe('implied messages of unusual orders', () => {
  it('are complete on every page when the clock was set back by ten minutes', async () => {
    const { pool } = database;
    await pool`update accounts set messages = 80 where player_id = 'agt_5'`;
    await pool`
      insert into order_rows (id, player, client_order_id, body_digest, market, outcome, side, time_in_force, limit_bps, amount,
        filled_credits, filled_shares, remaining, available, status, rested, sequence, created_at, updated_at, message, sequences_after)
      select (lpad(to_hex((extract(epoch from p.at) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, a.no, 's' || n,
        '\\x00', m.no, 0, 'b', 'g', 5000, 10, 0, 0, 10, 0, 'o', true, 300000 + n, p.at, p.at, n, 0
      from generate_series(1, 80) n, accounts a, (select max(no) as no from markets) m, lateral (
        select ${new Date(now)}::timestamptz + n * interval '1 second' + (n <= 40)::integer * interval '10 minutes' as at) p
      where a.player_id = 'agt_5'`;
    for (let after = 0; after < 80; after += 1) {
      for (const limit of [1, 5, 100]) {
        const firsts = (await own(after, limit, 'agt_5'))?.rows.map(row => row.first);
        expect(firsts).toEqual(Array.from({ length: Math.min(limit, 80 - after) }, (_, index) => after + 1 + index));
      }
    }
  });

  it('are complete on every page when each order has two trades', async () => {
    const { pool } = database;
    await pool`
      with added as (
        insert into order_rows (id, player, client_order_id, body_digest, market, outcome, side, time_in_force, limit_bps, amount,
          filled_credits, filled_shares, remaining, available, status, rested, sequence, created_at, updated_at, message, sequences_after)
        select (lpad(to_hex(${now}::bigint + n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, a.no, 't' || n, '\\x00',
          m.no, 0, 'b', 'g', 5000, 10, 0, 0, 10, 0, 'o', true, 200000 + n, ${new Date(now)}, ${new Date(now)}, 3 * n, 0
        from generate_series(1, 40) n, accounts a, (select max(no) as no from markets) m where a.player_id = 'agt_4'
        returning *
      )
      insert into fill_rows (id, order_id, at, market, player, outcome, side, shares, credits, price_bps, against, sequence, number, message)
      select gen_random_uuid(), id, created_at, market, player, 0, 'b', 8, 4, 5000, 'm', sequence, sequence * 2 + k, message - k
      from added, generate_series(1, 2) k`;
    for (let after = 0; after < 120; after += 1) {
      for (const limit of [1, 2, 3, 4, 50]) {
        const numbers = (await own(after, limit, 'agt_4'))?.rows.flatMap(({ first, messages }) =>
          messages.map((_message, index) => first + index),
        );
        expect(numbers?.filter(number => number > after).slice(0, limit)).toEqual(
          Array.from({ length: Math.min(limit, 120 - after) }, (_, index) => after + 1 + index),
        );
      }
    }
  });

  it('are found from any position when ids and numbers are in opposite order', async () => {
    const { pool } = database;
    await pool`delete from order_rows where player = (select no from accounts where player_id = 'agt_2') and message > 20`;
    await pool`delete from fill_rows where player = (select no from accounts where player_id = 'agt_2') and message > 20`;
    await pool`
      insert into order_rows (id, player, client_order_id, body_digest, market, outcome, side, time_in_force, limit_bps, amount,
        filled_credits, filled_shares, remaining, available, status, rested, sequence, created_at, updated_at, message, sequences_after)
      select (lpad(to_hex(${now + 20_000}::bigint - n), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, a.no, 'r' || n, '\\x00',
        m.no, 0, 'b', 'g', 5000, 10, 0, 0, 10, 0, 'o', true, 90000 + n, ${new Date(now)}, ${new Date(now)}, 20 + n, 0
      from generate_series(1, 4) n, accounts a, (select max(no) as no from markets) m where a.player_id = 'agt_2'`;
    for (const limit of [1, 2, 3, 500]) {
      const page = await own(20, limit, 'agt_2');
      expect(page?.rows.map(row => row.first)).toEqual([21, 22, 23, 24].slice(0, limit));
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';

let database: TestDatabase;
/** 60,000 orders and fills of 300 players in 60 markets, a tenth of the orders open. */
beforeAll(async () => {
  database = await cloneDatabase();
  await database.pool.unsafe(`
    insert into orders (id, player, client_order_id, body_digest, market, outcome, side, time_in_force, limit_bps, amount,
      filled_credits, filled_shares, remaining, available, status, rested, sequence, created_at, updated_at)
    select ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n % 300, 'c' || n, '\\x00', n % 60, 0, 'buy', 'GTC', 5000, 10, 0, 0, 10, 0,
      case when n % 10 = 0 then 'open' else 'filled' end::order_status, true, n, now(), now() from generate_series(1, 60000) n;
    insert into fills (id, order_id, at, sequence, number, shares, credits, balance_after, market, player, outcome, price_bps, side, against)
    select gen_random_uuid(), id, now() + sequence * interval '1 second', sequence + n, case n when 0 then sequence end, 1, 1, 0,
      market, player, 0, 5000, 'buy', 'maker' from orders, generate_series(0, 1) n where sequence % 2 = 0;
    insert into positions (market, player, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select m, p, 0, 1, 0, 1, 0, now() from generate_series(0, 59) m, generate_series(0, 299) p;
    insert into stored_activity (id, at, player, kind, credits, balance_after, market, order_id)
    select gen_random_uuid(), created_at + sequence * interval '1 second', player, 'order', -1, 0, market, id from orders`);
  await database.pool.unsafe('vacuum analyze');
}, 60_000);
afterAll(() => database.drop());

async function planOf(query: string): Promise<string> {
  const rows = await database.pool.unsafe(
    `explain (analyze, timing off, summary off, costs off, buffers off) ${query}`,
  );
  return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
}

/** The maximum number of rows that any node of a plan produced or filtered. */
function maxRows(plan: string): number {
  const counts = [...plan.matchAll(/(?:rows=|Removed by Filter: )([\d.]+)(?: loops=(\d+))?/g)];
  return Math.max(...counts.map(([, rows, loops = '1']) => Number(rows) * Number(loops)));
}

const anOrder = "o.player = 40 and o.client_order_id = 'c40'";

describe('reads of the exchange', () => {
  it.each([
    ['orders of a player', 'select * from orders o where o.player = 40 order by o.id desc limit 50', 50],
    ['open orders of a player', "select * from orders o where o.player = 40 and o.status = 'open'", 200],
    ['open orders of a market', "select * from orders o where o.market = 50 and o.status = 'open'", 1000],
    ['an order by its client id', `select * from orders o where ${anOrder}`, 1],
    ['the fills of an order', `select f.* from orders o cross join lateral order_fills(o) f where ${anOrder}`, 10],
    [
      'newest trades',
      'select * from fills f where f.market = 4 and f.number is not null order by f.sequence desc, f.id desc limit 20',
      60,
    ],
    ['positions of a player', 'select * from positions p where p.player = 7', 60],
    [
      'entries of a player',
      'select activity_details(c) from (select * from stored_activity where player = 40 order by at desc, id desc limit 20) p, lateral (select p::stored_activity) as x(c)',
      60,
    ],
    [
      'trades of a player as entries',
      'select fill_details(f) from (select * from fills f where player = 40 and balance_after is not null order by at desc, id desc limit 20) p, lateral (select p::fills) as x(f)',
      60,
    ],
    ['trades of one event through the view', "select * from readable_fills where event_id = 'evt_x' and public", 1],
  ])('%s read no more rows than they return', async (_name, query, most) => {
    const plan = await planOf(query);
    expect(plan).not.toContain('Seq Scan on orders');
    expect(maxRows(plan), plan).toBeLessThanOrEqual(most);
  });
});

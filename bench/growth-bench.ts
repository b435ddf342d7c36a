// npm run bench growth: the cost of an order when the arena has 10⁴, 10⁵ and 10⁶ past trades.
import { openPool, type Pool } from '../src/database/pool.js';
import { addAgents, addMarkets, startBenchDatabase } from './support/arena.js';
import { median } from './support/compare.js';
import { load } from './support/http-load.js';
import { orderMaker } from './support/order-maker.js';
import { startPresage } from './support/processes.js';

const sizes = [10_000, 100_000, 1_000_000];
const wanted = 1.25;
const rounds = 3;
const seconds = 5;

/** Past orders and trades, spread over all players and markets. */
async function addPast(pool: Pool, count: number): Promise<void> {
  await pool.unsafe(`
    create temporary table who as select number as player, row_number() over () - 1 as n from accounts;
    create temporary table what as select number as market, row_number() over () - 1 as n from markets;
    create temporary table past as
      select gen_random_uuid() as id, w.player, m.market, i, i % 2 as outcome,
             now() - i * interval '5 seconds' as at
      from generate_series(1, ${count}) as i
      join who w on w.n = i % (select count(*) from who)
      join what m on m.n = (i::bigint * 7919) % (select count(*) from what);
    insert into orders (id, player, client_order_id, body_digest, market, outcome, side, time_in_force, limit_bps, amount,
      filled_credits, filled_shares, remaining, available, status, rested, sequence, created_at, updated_at)
    select id, player, id::text, '\\x00', market, outcome, 'buy', 'GTC', 9000, 1000000, 1000000, 1900000, 0, 0, 'filled', false, 1, at, at from past;
    insert into fills (id, at, market, order_id, player, outcome, side, shares, credits, price_bps, against, number, sequence, balance_after, prices_bps)
    select gen_random_uuid(), at, market, id, player, outcome, 'buy', 1900000, 1000000, 5263, 'maker', i, 1, 0, '{5000,5000}' from past;
    drop table who, what, past;`);
  await pool.unsafe('vacuum analyze');
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url });
  const pool = openPool(database.url, { max: 1, statementTimeoutMs: 600_000 });
  try {
    const agents = await addAgents(pool, 6000);
    const markets = await addMarkets(pool, 200);
    const next = orderMaker({ host: new URL(presage.url).host, agents, markets });
    await load({ url: presage.url, connections: 64, seconds: 3, next });
    const costs: number[] = [];
    let have = 0;
    for (const size of sizes) {
      await addPast(pool, size - have);
      have = size;
      const measured: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const { statuses, seconds: took } = await load({ url: presage.url, connections: 64, seconds, next });
        measured.push((took * 1e6) / (statuses.get(201) ?? 0));
      }
      costs.push(median(measured));
      console.log(`${size.toString().padStart(9)} past trades: ${Math.round(median(measured))} µs an order`);
    }
    const growth = (costs.at(-1) as number) / costs[0];
    console.log(
      `growth from ${sizes[0]} to ${sizes.at(-1)}: ${growth.toFixed(2)}, wanted at most ${wanted}: ${growth <= wanted ? 'reached' : 'MISSED'}`,
    );
    if (growth > wanted) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}

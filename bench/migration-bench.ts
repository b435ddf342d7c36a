// npm run bench migration [-- TRADES]: how long migration "compact-exchange" takes for an arena with 10⁶ trades, and what it does to the disk.
import { migrationsFolder } from '../src/server/package-root.js';
import { loadMigrations, migrate } from '../src/store/sql/migrate.js';
import { openPool, type Pool } from '../src/store/sql/pool.js';
import { startBenchDatabase } from './support/arena.js';

const defaultTrades = 1_000_000;
const players = 6_000;
const markets = 200;
const name = 'compact-exchange';

/** An arena as the version before wrote it: an order, a fill, a transfer and an entry for each trade. */
async function addPast(pool: Pool, trades: number): Promise<void> {
  await pool.unsafe(`
    insert into players (id, kind, handle, name, folded_name, created_at)
    select 'agt_0' || substr(md5('p' || n), 1, 25), 'agent', 'bench-' || n, 'Bench ' || n, 'bench ' || n, now() from generate_series(1, ${players}) n;
    insert into accounts (player_id, available, last_grant_day) select id, 0, current_date from players;
    insert into events (id, slug, pubkey, title, description, category, outcomes, resolution_source, liquidity, opening_shares, created_at)
    select 'evt_0' || substr(md5('e' || n), 1, 25), 'bench-' || n, 'pub' || n, 'Bench ' || n, '', 'bench', '{Yes,No}',
      '{"name":"b","url":"","rule":"r"}', 1000000000, '{0,0}', now() from generate_series(1, ${markets}) n;
    insert into markets (event_id, status, opens_at, ends_at, sequence, shares, account, price_bps, outcome_volumes, outcome_traded_at)
    select id, 'active', now(), now() + interval '30 days', 1, '{0,0}', 0, '{5000,5000}', '{0,0}', '{0,0}' from events;
    create table past as
      select 'ord_0' || substr(md5('o' || i), 1, 25) as id, 'agt_0' || substr(md5('p' || 1 + i % ${players}), 1, 25) as player_id,
        'evt_0' || substr(md5('e' || 1 + (i::bigint * 7919) % ${markets}), 1, 25) as event_id, i, i % 2 as outcome,
        now() - i * interval '5 seconds' as at
      from generate_series(1, ${trades}) as i;
    insert into orders (id, player_id, client_order_id, body_digest, event_id, outcome, side, time_in_force, limit_bps, amount,
      filled_credits, filled_shares, remaining, status, sequence, created_at, updated_at, reply)
    select id, player_id, substr(id, 5), sha256(id::bytea), event_id, outcome, 'buy', 'GTC', 9000, 1000000, 1000000, 1900000, 0, 'filled', i, at,
      at, '{"status":"filled","priceBps":[5000,5000],"sequence":1,"available":9000000000,"remaining":0,"cancelReason":null,"filledShares":1900000,"filledCredits":1000000}'
    from past;
    insert into fills (id, at, event_id, order_id, player_id, outcome, side, shares, credits, price_bps, against, public, sequence, prices_bps, number)
    select 'trd_0' || substr(md5('t' || i), 1, 25), at, event_id, id, player_id, outcome, 'buy', 1900000, 1000000, 5263, 'maker', true, i, '{5000,5000}', i
    from past;
    insert into transfers (at, kind, reference, from_account, to_account, amount)
    select at, 'trade', id, 'player:' || player_id || ':available', 'market:' || event_id, 1000000 from past;
    insert into activity (id, at, player_id, kind, credits, balance_after, event_id, order_id, details)
    select 'act_0' || substr(md5('a' || i), 1, 25), at, player_id, 'trade', -1000000, 0, event_id, id,
      '{"side":"buy","shares":1900000,"against":"maker","credits":1000000,"outcome":0,"priceBps":5263}' from past;
    drop table past;`);
  await pool.unsafe('vacuum analyze');
}

async function megabytes(pool: Pool): Promise<number> {
  const [{ bytes }] = await pool<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
  return Math.round(bytes / 1e6);
}

export async function run([count]: string[]): Promise<void> {
  const trades = count === undefined ? defaultTrades : Number(count);
  const database = await startBenchDatabase();
  const pool = openPool(database.url, { max: 1, statementTimeoutMs: 1_800_000 });
  try {
    const migrations = loadMigrations(migrationsFolder);
    const place = migrations.findIndex(migration => migration.name === name);
    await migrate(pool, migrations.slice(0, place));
    await addPast(pool, trades);
    const before = await megabytes(pool);
    const began = performance.now();
    await migrate(pool, migrations.slice(0, place + 1));
    const seconds = (performance.now() - began) / 1000;
    console.log(`${trades} trades: ${seconds.toFixed(0)} s, ${before} MB before and ${await megabytes(pool)} MB after`);
  } finally {
    await pool.end();
    await database.stop();
  }
}

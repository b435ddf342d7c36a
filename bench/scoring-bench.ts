// npm run bench scoring: scoring a record of a million forecasts from scratch, and the cost of a page of it.
import { setTimeout as delay } from 'node:timers/promises';
import { openPool, type Pool } from '../src/database/pool.js';
import { startBenchDatabase } from './support/arena.js';
import { load, percentile } from './support/http-load.js';
import { startPresage } from './support/processes.js';

/** SCALE=0.1 runs a part of it. */
const scale = Number(process.env.SCALE ?? 1);
const [players, events, forecastersPerEvent, pricesPerEvent] = [20_000 * scale, 5_000 * scale, 200, 20];
const largeCrowd = 20_000;
const most = { fullSeconds: 180, eventSeconds: 10, pageMs: 20 };

/** A finished event: resolved, paid and not yet scored, with a price path and some positions. */
async function addEvents(pool: Pool, from: number, to: number, prices: number): Promise<void> {
  await pool.unsafe(`
    insert into events (id, slug, pubkey, title, description, category, outcomes, resolution_source, liquidity, opening_shares, created_at)
    select 'evt_b' || n, 'bench-' || n, 'pub' || n, 'Bench ' || n, '', 'category ' || n % 12, '{Yes,No}', '{"name":"b","url":"","rule":"r"}',
      1000000000, '{0,0}', now() - interval '1 year' from generate_series(${from}, ${to}) n;
    insert into resolutions (event_id, version, resolution)
    select 'evt_b' || n, 1, json_build_object('version', 1, 'kind', 'outcome', 'winningOutcome', n % 2,
        'payoutBps', case n % 2 when 0 then '[10000,0]'::json else '[0,10000]'::json end, 'source', 'bench', 'note', '',
        'effectiveCloseAt', (extract(epoch from over_at) * 1000)::bigint, 'decidedAt', (extract(epoch from over_at) * 1000)::bigint,
        'corrects', null, 'correctedFrom', null)
    from (select n, date_trunc('second', now()) - (n % 365 + 1) * interval '1 day' as over_at from generate_series(${from}, ${to}) n) as past;
    insert into markets (event_id, status, opens_at, ends_at, closed_at, resolved_at, sequence, shares, account, price_bps, outcome_volumes,
      outcome_traded_at, resolution_version, settled_version)
    select r.event_id, 'resolved', over_at - interval '30 days', over_at, over_at, over_at, 100, '{0,0}', 0, '{5000,5000}', '{0,0}', '{0,0}', 0, 0
    from (select *, to_timestamp((resolution->>'effectiveCloseAt')::bigint / 1000) as over_at from resolutions) as r
    where substr(r.event_id, 6)::int between ${from} and ${to};
    insert into fills (id, at, market, order_id, player, outcome, side, shares, credits, price_bps, against, number, sequence, prices_bps)
    select gen_random_uuid(), m.opens_at + i * (m.ends_at - m.opens_at) / ${prices + 1}, m.number, gen_random_uuid(),
      (select number from accounts where player_id = 'agt_b1'), 0, 'buy', 1, 1, 5000, 'maker', i, 1 + i, array[3000 + i * 4000 / ${prices}, 7000 - i * 4000 / ${prices}]
    from markets m, generate_series(1, ${prices}) i where substr(m.event_id, 6)::int between ${from} and ${to};
  `);
}

/** One forecast per player on each event, at some time while it is open. */
async function addForecasts(pool: Pool, from: number, to: number, each: number): Promise<void> {
  await pool.unsafe(`
    insert into forecasts (id, player_id, client_forecast_id, body_digest, event_id, outcome, question, probability, market_price_bps,
      market_sequence, at)
    select 'fct_' || n || '_' || k, 'agt_b' || 1 + (n * 37 + k * 101) % ${players}, n || '-' || k, '\\x00', m.event_id, 0, 0,
      (n::bigint * 7919 + k * 104729) % 1000000, 5000, 1,
      date_trunc('milliseconds', m.opens_at + (m.ends_at - m.opens_at) * ((k * 31 % 97) / 200.0)) + k * interval '1 millisecond'
    from generate_series(${from}, ${to}) n join markets m on m.event_id = 'evt_b' || n, generate_series(0, ${each - 1}) k
    on conflict do nothing`);
}

async function prepare(pool: Pool): Promise<void> {
  await pool.unsafe(`
    insert into players (id, kind, handle, name, folded_name, created_at)
    select 'agt_b' || n, 'agent', 'bench-' || n, 'Bench ' || n, 'bench ' || n, now() from generate_series(1, ${players}) n;
    insert into accounts (player_id, available, last_grant_day) select id, 0, current_date from players`);
  await addEvents(pool, 1, events, pricesPerEvent);
  await addForecasts(pool, 1, events, forecastersPerEvent);
  await pool.unsafe(`insert into positions (market, player, outcome, shares, reserved_shares, cost, realized_profit, paid, settled_version, updated_at)
    select m.number, a.number, 0, 2000000, 0, 1000000, 0, 1000000 * (n % 2) * 2, 1, now()
    from generate_series(1, ${events}) n, generate_series(0, 49) k, markets m, accounts a
    where m.event_id = 'evt_b' || n and a.player_id = 'agt_b' || 1 + (n * 37 + k * 101) % ${players} on conflict do nothing`);
  await pool.unsafe('vacuum analyze');
}

async function until(pool: Pool, condition: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const [{ holds }] = await pool.unsafe(`select (${condition}) as holds`);
    if (holds) return (performance.now() - began) / 1000;
    await delay(100);
  }
}

async function pages(url: string): Promise<number> {
  const host = new URL(url).host;
  const queries = [
    'brier',
    'edge?kind=agent',
    'adjusted',
    'profit?limit=200',
    'brier?category=category%203',
    'edge?window=30d',
  ];
  let count = 0;
  const next = () => {
    count += 1;
    return `GET /api/leaderboards/${queries[count % queries.length]} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  };
  await load({ url, connections: 4, seconds: 2, next });
  const { latenciesMs, statuses, seconds } = await load({ url, connections: 4, seconds: 8, next });
  if (statuses.size !== 1 || !statuses.has(200)) throw new Error(`replies: ${JSON.stringify([...statuses])}`);
  console.log(`leaderboard pages, 4 connections: ${Math.round(latenciesMs.length / seconds)} a second`);
  return percentile(latenciesMs, 0.99);
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  const pool = openPool(database.url, { max: 2, statementTimeoutMs: 600_000 });
  // Starts once to migrate, and again after the inserts: its jobs would score events before their forecasts exist.
  const migrating = await startPresage({ DATABASE_URL: database.url });
  await migrating.stop();
  await prepare(pool);
  const presage = await startPresage({ DATABASE_URL: database.url });
  try {
    const [{ count }] = await pool<{ count: number }[]>`select count(*) from forecasts`;
    console.log(`${count} forecasts of ${players} players on ${events} events`);
    await pool`update markets set resolution_version = 1, settled_version = 1`;
    const scores = await until(pool, 'not exists (select 1 from markets where scored_version < settled_version)');
    const boards = await until(
      pool,
      '(select scorings from board_versions order by version desc limit 1) = (select max(number) from event_scorings)',
    );
    console.log(
      `computed from nothing: scores ${scores.toFixed(1)} s, boards ${boards.toFixed(1)} s more, wanted at most ${most.fullSeconds} s`,
    );
    const [{ scored }] = await pool<
      { scored: number }[]
    >`select count(*) as scored from event_scores where brier is not null`;
    console.log(`${scored} scores of players on events`);
    const p99 = await pages(presage.url);
    console.log(`p99 of a leaderboard page: ${p99.toFixed(1)} ms, wanted at most ${most.pageMs} ms`);
    const large = events + 1;
    await addEvents(pool, large, large, 1_000);
    await addForecasts(pool, large, large, largeCrowd);
    await pool`update markets set resolution_version = 1, settled_version = 1 where settled_version = 0`;
    const event = await until(pool, 'not exists (select 1 from markets where scored_version < settled_version)');
    console.log(
      `one event with ${largeCrowd} forecasters: ${event.toFixed(1)} s, wanted at most ${most.eventSeconds} s`,
    );
    if (scores + boards > most.fullSeconds || p99 > most.pageMs || event > most.eventSeconds) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}

import type { Pool } from '../../../src/database/pool.js';
import { aMarket } from './market-builders.js';

const players = 40;

/**
 * Inserts markets with public trades one minute apart up to a given time and their hourly candles directly into the
 * tables. Returns the ids and the last sequence of each market.
 */
export async function fillTrades(pool: Pool, markets: number, trades: number, now: number) {
  const opensAt = now - (trades + 60) * 60_000;
  const ids: string[] = [];
  for (let index = 0; index < markets; index += 1)
    ids.push((await aMarket(pool, opensAt, { endsAt: now + 86_400_000 })).id);
  const at = new Date(now);
  await pool`
    insert into players (id, kind, handle, name, folded_name, created_at)
    select 'agt_fill' || n, 'agent', 'fill-' || n, 'Fill ' || n, 'fill ' || n, now() from generate_series(0, ${players - 1}::int) as n
    on conflict do nothing`;
  await pool`
    insert into accounts (player_id, available, last_grant_day)
    select id, 0, current_date from players where handle like 'fill-%' on conflict do nothing`;
  await pool`
    insert into fills (id, at, market, order_id, player, outcome, side, shares, credits, price_bps, against, sequence,
      prices_bps, number)
    select gen_random_uuid(), ${at}::timestamptz - (${trades}::int - n) * interval '1 minute', m.number, gen_random_uuid(), a.number,
      n % 2, case when n % 3 = 0 then 'sell' else 'buy' end::order_side, 1000000, 500000 + n, 5000, 'maker', n + 1,
      array[5000 + n % 900, 5000 - n % 900], n
    from markets m, generate_series(1, ${trades}::int) as n
    join accounts a on a.player_id = 'agt_fill' || n * 7 % ${players}::int
    where m.event_id = any(${ids}::text[])`;
  await pool`
    insert into candles (event_id, seconds, start, first_sequence, last_sequence, open, high, low, close, volumes, trades, volume, trade_count)
    select event_id, 3600, date_trunc('hour', at), min(sequence), max(sequence), '{5000,5000}', '{5900,5000}', '{5000,4100}',
      '{5000,5000}', '{0,0}', '{0,0}', sum(credits), count(*)
    from readable_fills where event_id = any(${ids}::text[]) group by event_id, date_trunc('hour', at)`;
  const sequence = trades + 1;
  await pool`
    update markets set sequence = ${sequence}, last_trade_at = ${at}, traders = ${players}, volume = ${trades} * 500000::bigint
    where event_id = any(${ids}::text[])`;
  await pool`update candle_progress set sequence = ${sequence}, ranked = true where event_id = any(${ids}::text[])`;
  await pool`vacuum analyze fills, candles, markets, accounts`;
  return { ids, sequence };
}

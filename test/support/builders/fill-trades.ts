import type { Pool } from '../../../src/store/sql/pool.js';
import { aMarket } from './market-builders.js';

const players = 40;

/**
 * Markets with public trades one minute apart up to a moment and the candles of their hours, straight in the tables. Returns
 * the ids and the sequence that each market has come to.
 */
export async function fillTrades(pool: Pool, markets: number, trades: number, now: number) {
  const opensAt = now - (trades + 60) * 60_000;
  const ids: string[] = [];
  for (let index = 0; index < markets; index += 1)
    ids.push((await aMarket(pool, opensAt, { endsAt: now + 86_400_000 })).id);
  const at = new Date(now);
  await pool`
    insert into fills (id, at, event_id, order_id, player_id, outcome, side, shares, credits, price_bps, against, public,
      sequence, prices_bps, number)
    select m.id || n, ${at}::timestamptz - (${trades}::int - n) * interval '1 minute', m.id, 'ord', 'plr_' || n * 7 % ${players}::int,
      n % 2, case when n % 3 = 0 then 'sell' else 'buy' end, 1000000, 500000 + n, 5000, 'maker', true, n + 1,
      array[5000 + n % 900, 5000 - n % 900], n
    from unnest(${ids}::text[]) as m(id), generate_series(1, ${trades}::int) as n`;
  await pool`
    insert into candles (event_id, seconds, start, first_sequence, last_sequence, open, high, low, close, volumes, trades, volume, trade_count)
    select event_id, 3600, date_trunc('hour', at), min(sequence), max(sequence), '{5000,5000}', '{5900,5000}', '{5000,4100}',
      '{5000,5000}', '{0,0}', '{0,0}', sum(credits), count(*)
    from fills where event_id = any(${ids}::text[]) group by event_id, date_trunc('hour', at)`;
  const sequence = trades + 1;
  await pool`
    update markets set sequence = ${sequence}, last_trade_at = ${at}, traders = ${players}, volume = ${trades} * 500000::bigint
    where event_id = any(${ids}::text[])`;
  await pool`update trade_marks set sequence = ${sequence}, ranked = true where event_id = any(${ids}::text[])`;
  await pool`vacuum analyze fills, candles, markets`;
  return { ids, sequence };
}

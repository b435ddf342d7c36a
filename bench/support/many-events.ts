import type { Pool } from '../../src/database/pool.js';

/**
 * Inserts a large arena directly into the tables: events of every status, some traded recently, one of them heavily.
 * Categories and title words have a realistic, uneven distribution.
 */

const events = (count: number) => `
  create temporary table made as
  select i, 'evt_' || lpad(to_hex(i), 26, '0') as id,
    (array['rain','snow','wheat','copper','inflation','unemployment','turnout','attendance','output','traffic',
      'harvest','exports','rainfall','temperature','wind','demand','prices','wages','rents','approvals'])[1 + i % 20] as subject,
    (array['rise','fall','exceed','reach','drop','double','recover','stall','surpass','miss'])[1 + (i / 20) % 10] as verb,
    (array['London','Oslo','Lagos','Lima','Tokyo','Paris','Quito','Delhi','Perth','Cairo','Berlin','Madrid','Seoul',
      'Toronto','Nairobi','Warsaw','Athens','Dublin','Vienna','Prague'])[1 + (i / 7) % 20] as place,
    case when i % 10 < 3 then 'economics' when i % 10 < 6 then 'weather' when i % 1000 = 7 then 'rare'
      else (array['science','sports','culture','energy'])[1 + (i / 10) % 4] end as category,
    case when i % 20 < 14 then 'active' when i % 20 < 15 then 'scheduled' when i % 20 < 16 then 'closed'
      else 'resolved' end as status,
    -- A third has never traded, and of the others few have lately.
    case when i % 3 = 0 then null when i % 50 = 1 then now() - (i % 5000) * interval '20 seconds'
      else now() - interval '1 day' - (i % 20000) * interval '10 minutes' end as last_trade_at,
    now() - i * interval '8 minutes' as created_at
  from generate_series(1, ${count}) as i;
  insert into events (id, slug, pubkey, title, description, category, tags, outcomes, resolution_source, liquidity, opening_shares, created_at)
  select id, 'event-' || i, 'pub' || id,
    'Will ' || subject || ' in ' || place || ' ' || verb || ' by more than ' || i % 97 || ' percent in ' || 2025 + i % 5 || '?',
    'Counted from the first to the last day of the year as the office of statistics of ' || place || ' reports it. ' ||
      'Later revisions do not count. The number in question is ' || i || '. ' || repeat('The usual rules apply to ' || subject || '. ', i % 8),
    category, array[lower(place), subject], '{Yes,No}', '{"name":"Bench","url":"","rule":"None."}', 1000000000, '{0,0}', created_at
  from made;
  insert into markets (event_id, status, opens_at, ends_at, sequence, shares, account, price_bps, volume, outcome_volumes, outcome_traded_at, last_trade_at, traders)
  select id, status, case status when 'scheduled' then now() + interval '1 day' else created_at end,
    case when status in ('closed', 'resolved') then now() - interval '1 hour' else now() + (1 + i % 300) * interval '1 day' end,
    2, '{0,0}', 700000000, '{5000,5000}',
    case when last_trade_at is null then 0 else (i::bigint * 7919 % 100000) * 10000 + 1 end, '{0,0}', '{0,0}', last_trade_at,
    case when last_trade_at is null then 0 else i % 40 end
  from made;
  -- None of this was really traded, so there is nothing to fold.
  update candle_progress k set sequence = m.sequence, volume = m.volume from markets m where m.event_id = k.event_id;
  drop table made;`;

/** Public trades of the last days in some events, \`each\` per event, as the write desk would have stored them. */
const trades = (where: string, each: number, spacing: string) => `
  insert into fills (id, at, market, order_id, player, outcome, side, shares, credits, price_bps, against, number, sequence, prices_bps)
  select gen_random_uuid(), now() - (${each} - n) * interval '${spacing}', m.number, gen_random_uuid(), w.number,
    n % 2, 'buy', 1900000, 1000000, 5263, 'maker', m.trades + n, m.sequence + n, array[5000 + (n * 37) % 900, 5000 - (n * 37) % 900]
  from (select number, sequence, trades from markets where ${where}) m, generate_series(1, ${each}) as n,
    (select number from accounts limit 1) w;
  update markets set sequence = sequence + ${each}, trades = trades + ${each}, volume = volume + ${each}::bigint * 1000000, last_trade_at = now(),
    price_bps = array[5000 + (${each} * 37) % 900, 5000 - (${each} * 37) % 900] where ${where};`;

/** Building the text index at the end is faster than filling it row by row. */
async function withoutTextIndexes(pool: Pool, work: () => Promise<unknown>): Promise<void> {
  const indexes = await pool<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes where tablename in ('event_heads', 'event_texts') and indexdef like '% gin %'`;
  for (const { name } of indexes) await pool.unsafe(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await pool.unsafe(definition);
}

/** Returns the slug of the most traded event. */
export async function addManyEvents(pool: Pool, count: number, busyTrades: number): Promise<string> {
  await withoutTextIndexes(pool, () => pool.unsafe(events(count)));
  await pool.unsafe(trades(`event_id in (select id from events where slug ~ '^event-[0-9]*01$')`, 60, '29 minutes'));
  await pool.unsafe(trades(`event_id = (select id from events where slug = 'event-42')`, busyTrades, '40 seconds'));
  await pool.unsafe('vacuum analyze');
  return 'event-42';
}

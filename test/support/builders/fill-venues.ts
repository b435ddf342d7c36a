import type { Pool } from '../../../src/database/pool.js';

/** Inserts venues `venue-0` to `venue-3` with many markets directly into the tables. */
export async function fillVenues(pool: Pool, rows: number, now: number): Promise<void> {
  const at = new Date(now);
  await pool`
    insert into connectors (id, format, kind, name, enabled, interval_seconds, last_run_at, confirmed_at, updated_at)
    select 'venue-' || v, 'push', 'venue', 'Venue ' || v, false, 300, ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from generate_series(0, 3) v`;
  await pool`
    insert into venue_markets (id, source, source_market_id, title, category, status, tradable, outcomes, volume, volume_24h,
      volume_unit, closes_at, url, demo, listed_at, fetched_at, digest, lane, ends_key, search, link_checked)
    select 'vmk_' || lpad(n::text, 10, '0'), 'venue-' || n % 4, n::text,
      'Will question number' || n || ' of series ' || n % 500 || ' be answered with yes?', 'category-' || n % 12,
      case when n % 10 < 8 then 'active' when n % 10 = 8 then 'closed' else 'resolved' end, n % 10 < 6,
      jsonb_build_array(
        jsonb_build_object('label', 'Yes', 'priceBps', n % 10000, 'bidBps', greatest(0, n % 10000 - 50), 'askBps', n % 10000 + 50),
        jsonb_build_object('label', 'No', 'priceBps', 10000 - n % 10000, 'bidBps', null, 'askBps', null)),
      n * 3.5, n % 100, 'votes', ${at}::timestamptz + (1 + n % 9000) * interval '1 hour', 'https://example.org/question/' || n, false,
      ${at}::timestamptz - n * interval '1 minute', ${at}::timestamptz, n::text,
      case when n % 10 < 6 then 0 when n % 10 < 8 then 1 when n % 10 = 8 then 2 else 3 end,
      ${at}::timestamptz + (1 + n % 9000) * interval '1 hour',
      array_to_tsvector(array['will', 'question', 'number' || n, 'of', 'series', 's' || n % 500, 'be', 'answered', 'with', 'yes']), true
    from generate_series(1, ${rows}::int) n`;
  await pool`
    update venue_ranks r set key = case r.sort when 'volume' then 1 + (${rows}::int - m.source_market_id::int) / 4
      else (m.source_market_id::int * 7919) % 10000 end
    from venue_markets m where m.id = r.market_id and m.source like 'venue-%'`;
  await pool`vacuum analyze venue_markets, venue_ranks`;
}

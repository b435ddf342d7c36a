import type { Sql, SqlPart } from '../../database/pool.js';
import type { Transaction } from '../../database/store.js';
import { hourMs } from '../../kernel/time.js';
import { statusGroups } from '../rules/venue-market.js';
import type { RankedSort, RankOptions, RankVersions } from './rows.js';

/** How long a client may page through a version after the next one was created. */
const retentionMs = hourMs;
/** The end version of current ranking rows. */
const forever = 2_147_483_647;

export const hourOf = (at: number) => Math.floor(at / hourMs);

const volumeRanks = (sql: Sql, source: string) => sql`
  select id, row_number() over (partition by status order by volume desc nulls last, id)::int as key
  from venue_markets where source = ${source}`;

/** The largest price change of each open market over 24 hours. */
const priceMoves = (sql: Sql, source: string, now: number) => sql`
  select m.id, coalesce((
    select max(abs(u.now - u.past)) from unnest(l.price_bps, p.price_bps) as u(now, past)), 0) as key
  from venue_markets m
    left join lateral (
      select price_bps from venue_prices where market_id = m.id order by hour desc limit 1) l on true
    left join lateral (
      select price_bps from venue_prices where market_id = m.id and hour <= ${hourOf(now) - 24}
      order by hour desc limit 1) p on true
  where m.source = ${source} and m.lane < ${statusGroups.closed}`;

/** Closes the rows whose key has changed and inserts their successors. Returns whether there were any. */
async function replaceKeys(sql: Sql, sort: RankedSort, version: number, keys: SqlPart): Promise<boolean> {
  const [{ replaced }] = await sql<{ replaced: number }[]>`
    with given as materialized (${keys}),
    ended as (
      update venue_ranks r set until = ${version} from given g
      where r.market_id = g.id and r.sort = ${sort} and r.until = ${forever} and r.key <> g.key
      returning r.market_id, r.source, r.lane, r.category, g.key
    ), inserted as (
      insert into venue_ranks (market_id, sort, key, since, source, lane, category)
      select market_id, ${sort}, key, ${version}, source, lane, category from ended returning 1
    )
    select count(*)::int as replaced from inserted`;
  return replaced > 0;
}

async function deleteEnded(sql: Sql, now: number): Promise<void> {
  const [{ oldest }] = await sql<{ oldest: number | null }[]>`
    select max(version) as oldest from venue_rank_versions where made_at <= ${new Date(now - retentionMs)}`;
  if (oldest === null) return;
  await sql`delete from venue_ranks where until <= ${oldest} and until < ${forever}`;
  await sql`delete from venue_rank_versions where version < ${oldest}`;
}

/**
 * Computes ranks by volume and price changes within the source. Changes create a new version of the ranking. The lock
 * makes versions visible in order, so that none changes after a reader has seen it.
 */
export async function rank(
  { sql }: Transaction,
  source: string,
  now: number,
  { byVolume }: RankOptions,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('venue ranking', 0))`;
  // Without statistics of a recently grown table, the planner would compare each rank with each key.
  await sql`select set_config('enable_nestloop', 'off', true)`;
  const [{ version }] = await sql<{ version: number }[]>`
    select coalesce(max(version), 0) + 1 as version from venue_rank_versions`;
  const isReranked = byVolume && (await replaceKeys(sql, 'volume', version, volumeRanks(sql, source)));
  const hasMoved = await replaceKeys(sql, 'movers', version, priceMoves(sql, source, now));
  if (!isReranked && !hasMoved) return;
  await sql`insert into venue_rank_versions (version, made_at) values (${version}, ${new Date(now)})`;
  await deleteEnded(sql, now);
}

export async function readRankVersions(sql: Sql): Promise<RankVersions> {
  const [versions] = await sql<RankVersions[]>`
    select coalesce(min(version), 0) as oldest, coalesce(max(version), 0) as newest from venue_rank_versions`;
  return versions;
}

import { exactTerm, jsonRows } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { statusGroups } from '../rules/venue-market.js';
import { marketColumns } from './feed.js';
import { type MarketColumns, marketOf } from './market-rows.js';
import type {
  LinkCandidate,
  LinkCandidateRequest,
  LinkedVenueMarket,
  LinkFilter,
  LinkRow,
  MarketLink,
  UncheckedMarket,
} from './rows.js';

/** The maximum number of confirmed links to follow, so that two venues linked through a third are side by side. */
const maxHops = 3;

interface LinkColumns {
  readonly id: string;
  readonly left_id: string;
  readonly right_id: string;
  readonly score: number;
  readonly status: LinkRow['status'];
  readonly suggested_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
}

function linkOf(row: LinkColumns): LinkRow {
  return {
    id: row.id,
    leftId: row.left_id,
    rightId: row.right_id,
    score: row.score,
    status: row.status,
    suggestedAt: row.suggested_at.getTime(),
    decidedAt: row.decided_at?.getTime() ?? null,
    decidedBy: row.decided_by,
  };
}

/** Both directions of the links of a market. */
const linksFrom = (sql: Sql, id: SqlPart) => sql`(
  select l.id, l.right_id as other_id, l.score, l.status from venue_links l where l.left_id = ${id}
  union all
  select l.id, l.left_id as other_id, l.score, l.status from venue_links l where l.right_id = ${id})`;

interface TitleColumns {
  readonly id: string;
  readonly title: string;
  readonly closes_at: Date | null;
}

/** Suggested and confirmed links of these markets, confirmed and best first; at most `limit` in total. */
export async function linksOf({ sql }: Reader, marketIds: readonly string[], limit: number): Promise<MarketLink[]> {
  if (marketIds.length === 0) return [];
  const ids = marketIds as string[];
  return sql<MarketLink[]>`
    select l.market_id as "marketId", l.id, l.other_id as "otherId", o.source as "otherSource", e.slug as "otherEventSlug",
      l.score, l.status = 'confirmed' as confirmed
    from (
      select id, left_id as market_id, right_id as other_id, score, status from venue_links where left_id = any(${ids}::text[])
      union all
      select id, right_id, left_id, score, status from venue_links where right_id = any(${ids}::text[])
    ) l join venue_markets o on o.id = l.other_id left join events e on e.id = o.event_id
    where l.status <> 'rejected' order by l.status = 'confirmed' desc, l.score desc, l.id limit ${limit}`;
}

/** The ids of markets connected to this one by confirmed links, including itself; at most `limit`. */
export async function connected({ sql }: Reader, marketId: string, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with recursive walk(id, hops) as (
      select ${marketId}::text, 0
      union
      select l.other_id, w.hops + 1 from walk w, lateral ${linksFrom(sql, sql`w.id`)} l
      where l.status = 'confirmed' and w.hops < ${maxHops}
    )
    select id from walk group by id order by min(hops), id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Markets of other venues with a confirmed link to one of these events, directly or through another venue. */
export async function linkedVenueMarkets({ sql }: Reader, eventSlugs: readonly string[]): Promise<LinkedVenueMarket[]> {
  if (eventSlugs.length === 0) return [];
  const rows = await jsonRows<MarketColumns & { slug: string }>(
    sql,
    sql`
    with recursive walk(slug, id, hops) as (
      select e.slug, m.id, 0 from events e join venue_markets m on m.event_id = e.id
      where e.slug = any(${eventSlugs as string[]}::text[])
      union
      select w.slug, l.other_id, w.hops + 1 from walk w, lateral ${linksFrom(sql, sql`w.id`)} l
      where l.status = 'confirmed' and w.hops < ${maxHops}
    )
    select w.slug, ${marketColumns(sql)} from (select slug, id, min(hops) as hops from walk group by slug, id) w
      join venue_markets m on m.id = w.id
    where m.event_id is null order by w.slug, w.hops, m.source, m.id limit 2000`,
  );
  return rows.map(row => ({ eventSlug: row.slug, market: marketOf(row) }));
}

export async function link({ sql }: Reader, id: string): Promise<LinkRow | null> {
  const [row] = await sql<LinkColumns[]>`select * from venue_links where id = ${id}`;
  return row ? linkOf(row) : null;
}

export async function linkBetween({ sql }: Reader, leftId: string, rightId: string): Promise<LinkRow | null> {
  const [row] = await sql<LinkColumns[]>`
    select * from venue_links where left_id = ${leftId} and right_id = ${rightId}`;
  return row ? linkOf(row) : null;
}

/** Best first. */
export async function links({ sql }: Reader, { status, after, limit }: LinkFilter): Promise<LinkRow[]> {
  const bound = after ? sql`and (score, id) < (${after.score}, ${after.id})` : sql``;
  const rows = await sql<LinkColumns[]>`
    select * from venue_links where status = ${status} ${bound} order by score desc, id desc limit ${limit}`;
  return rows.map(linkOf);
}

/** Active markets whose links have not been suggested yet. */
export async function unchecked({ sql }: Reader, limit: number): Promise<UncheckedMarket[]> {
  const rows = await sql<(TitleColumns & { source: string })[]>`
    select id, source, title, closes_at from venue_markets where not link_checked and lane < ${statusGroups.closed}
    order by id limit ${limit}`;
  return rows.map(({ closes_at, ...row }) => ({ ...row, closesAt: closes_at?.getTime() ?? null }));
}

/** Word frequencies over the newest markets. */
export async function wordStatistics(
  { sql }: Transaction,
  maxSampled: number,
): Promise<{ sampled: number; titlesWith: Map<string, number> }> {
  const newest = `select search from venue_markets order by id desc limit ${Math.floor(maxSampled)}`;
  const rows = await sql<{ word: string; ndoc: number }[]>`
    select word, ndoc from ts_stat(${newest}) where ndoc > 1`;
  const [{ sampled }] = await sql<{ sampled: number }[]>`
    select count(*)::int as sampled from (select 1 from venue_markets order by id desc limit ${maxSampled}) m`;
  return { sampled, titlesWith: new Map(rows.map(({ word, ndoc }) => [word, ndoc])) };
}

/** Active markets of other sources that contain one of the words; at most `perMarket` each. */
export async function candidates(
  { sql }: Transaction,
  requests: readonly LinkCandidateRequest[],
  perMarket: number,
): Promise<LinkCandidate[]> {
  const wanted = requests.filter(({ words }) => words.length > 0);
  if (wanted.length === 0) return [];
  const queries = wanted.map(({ words }) => words.map(exactTerm).join(' | '));
  const rows = await sql<(TitleColumns & { for_id: string })[]>`
    select g.id as for_id, c.id, c.title, c.closes_at
    from unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ source }) => source)}::text[], ${queries}::text[])
      as g(id, source, query), lateral (
        select c.id, c.title, c.closes_at from venue_markets c
        where c.search @@ g.query::tsquery and c.source <> g.source and c.lane < ${statusGroups.closed} limit ${perMarket}
      ) c`;
  return rows.map(({ for_id: forId, id, title, closes_at }) => ({
    forId,
    id,
    title,
    closesAt: closes_at?.getTime() ?? null,
  }));
}

/** Inserts suggestions whose pair has no link in any status, and marks the markets as checked. */
export async function suggest(
  { sql }: Transaction,
  links: readonly Pick<LinkRow, 'id' | 'leftId' | 'rightId' | 'score'>[],
  checkedIds: readonly string[],
  at: number,
): Promise<void> {
  await sql`
    insert into venue_links (id, left_id, right_id, score, status, suggested_at)
    select g.id, g."leftId", g."rightId", g.score, 'suggested', ${new Date(at)}
    from jsonb_to_recordset(${sql.json(links as never)}) as g(id text, "leftId" text, "rightId" text, score float8)
    on conflict (left_id, right_id) do update set score = excluded.score
      where venue_links.status = 'suggested' and venue_links.score <> excluded.score`;
  await sql`update venue_markets set link_checked = true where id = any(${checkedIds as string[]}::text[])`;
}

/** Upserts a link with this status. */
export async function putLink(
  { sql }: Transaction,
  { id, leftId, rightId, score, status, suggestedAt, decidedAt, decidedBy }: LinkRow,
): Promise<void> {
  await sql`
    insert into venue_links (id, left_id, right_id, score, status, suggested_at, decided_at, decided_by)
    values (${id}, ${leftId}, ${rightId}, ${score}, ${status}, ${new Date(suggestedAt)},
      ${decidedAt === null ? null : new Date(decidedAt)}, ${decidedBy})
    on conflict (left_id, right_id) do update set status = excluded.status, decided_at = excluded.decided_at,
      decided_by = excluded.decided_by`;
}

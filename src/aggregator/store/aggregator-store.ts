import { jsonRows } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { stampOf } from '../../events/store/event-rows.js';
import { isoTimeOrNull } from '../../kernel/time.js';
import { statusGroups } from '../rules/venue-market.js';
import { marketColumns } from './feed.js';
import { type MarketColumns, marketOf } from './market-rows.js';
import { hourOf } from './ranks.js';
import type { KnownMarket, SavedMarket, VenueMarketRow } from './rows.js';

/** Sorts markets without a close after all others. */
const never = Date.parse('9999-12-31T00:00:00.000Z');

/** The first close among markets that are not in the group of closed ones; infinity without one. */
export async function nextCloseAt({ sql }: Reader): Promise<number> {
  const [{ at }] = await sql<{ at: Date | null }[]>`
    select min(ends_key) as at from venue_markets where lane < ${statusGroups.closed}`;
  return at?.getTime() ?? Number.POSITIVE_INFINITY;
}

export async function findMarkets({ sql }: Reader, ids: readonly string[]): Promise<VenueMarketRow[]> {
  if (ids.length === 0) return [];
  const rows = await jsonRows<MarketColumns>(
    sql,
    sql`select ${marketColumns(sql)} from venue_markets m where m.id = any(${ids as string[]}::text[])`,
  );
  const byId = new Map(rows.map(row => [row.id, marketOf(row)]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

export async function knownMarkets(
  { sql }: Reader,
  source: string,
  sourceMarketIds: readonly string[],
): Promise<KnownMarket[]> {
  const rows = await sql<
    { id: string; source_market_id: string; title: string; digest: string; fetched_at: Date; missing: boolean }[]
  >`
    select id, source_market_id, title, digest, fetched_at, missing from venue_markets
    where source = ${source} and source_market_id = any(${sourceMarketIds as string[]}::text[])`;
  return rows.map(({ source_market_id: sourceMarketId, fetched_at, ...row }) => ({
    ...row,
    sourceMarketId,
    fetchedAt: fetched_at.getTime(),
  }));
}

/** Digests of the arena's own events in the feed, by event id after one, with the event's current stamp. */
export function ownDigests(
  { sql }: Reader,
  afterEventId: string,
  limit: number,
): Promise<{ readonly eventId: string; readonly digest: string | null; readonly stamp: string }[]> {
  return sql<{ eventId: string; digest: string | null; stamp: string }[]>`
    select e.id as "eventId", v.digest, ${stampOf(sql, sql`m.xmin`)} as stamp
    from events e join markets m on m.event_id = e.id left join venue_markets v on v.event_id = e.id
    where e.id > ${afterEventId} and not e.practice order by e.id limit ${limit}`;
}

/** The arena's own events that the feed does not contain yet. */
export async function unlistedEvents({ sql }: Reader, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select e.id from events e where not e.practice and not exists (
      select 1 from venue_markets v where v.event_id = e.id)
    order by e.id desc limit ${limit}`;
  return rows.map(({ id }) => id);
}

const savedOf = (market: SavedMarket, at: number) => ({
  ...market,
  listedAt: isoTimeOrNull(market.listedAt ?? at),
  closesAt: isoTimeOrNull(market.closesAt),
  resolvedAt: isoTimeOrNull(market.resolvedAt),
  endsKey: isoTimeOrNull(market.closesAt ?? never),
  priceBps: market.outcomes?.map(({ priceBps }) => priceBps) ?? null,
});

type SavedColumns = ReturnType<typeof savedOf>;

/**
 * Joins and updates use the primary key, so that their plans don't depend on the statistics of a recently grown table.
 */
const given = (sql: Sql, markets: readonly SavedColumns[]) => sql`
  jsonb_to_recordset(${sql.json(markets as never)}) as g(
    id text, "sourceMarketId" text, "eventId" text, title text, category text, status text, tradable boolean,
    outcomes jsonb, volume float8, "volume24h" float8, "volumeUnit" text, "closesAt" timestamptz,
    "resolvedAt" timestamptz, resolution text, url text, "listedAt" timestamptz, digest text, lane smallint,
    "endsKey" timestamptz, words text[])`;

/** Another node may insert the same event concurrently: the first one wins. */
async function insertMarkets(sql: Sql, source: string, markets: readonly SavedColumns[], at: number, demo: boolean) {
  await sql`
    insert into venue_markets (id, source, source_market_id, event_id, title, category, status, tradable, outcomes,
      volume, volume_24h, volume_unit, closes_at, resolved_at, resolution, url, demo, listed_at, fetched_at, digest, lane,
      ends_key, search)
    select g.id, ${source}, g."sourceMarketId", g."eventId", g.title, g.category, g.status, g.tradable,
      nullif(g.outcomes, 'null'), g.volume, g."volume24h", g."volumeUnit", g."closesAt", g."resolvedAt", g.resolution, g.url,
      ${demo}, g."listedAt", ${new Date(at)}, g.digest, g.lane, g."endsKey", array_to_tsvector(g.words)
    from ${given(sql, markets)} order by g."sourceMarketId"
    on conflict do nothing`;
}

/** A listing time that is only the first fetch time must not change with later ones. */
async function updateMarkets(sql: Sql, markets: readonly SavedColumns[], at: number, demo: boolean) {
  await sql`
    update venue_markets m set title = g.title, category = g.category, status = g.status, tradable = g.tradable,
      outcomes = coalesce(nullif(g.outcomes, 'null'), m.outcomes), volume = g.volume, volume_24h = g."volume24h",
      volume_unit = g."volumeUnit", closes_at = g."closesAt", resolved_at = g."resolvedAt", resolution = g.resolution,
      url = g.url, demo = ${demo}, listed_at = least(m.listed_at, g."listedAt"), fetched_at = ${new Date(at)},
      missing = false, digest = g.digest, lane = g.lane, ends_key = g."endsKey", search = array_to_tsvector(g.words),
      link_checked = m.link_checked and m.title = g.title
    from ${given(sql, markets)} where m.id = g.id`;
}

/** Samples prices that differ from the last sample. */
async function samplePrices(sql: Sql, markets: readonly SavedColumns[], at: number) {
  const prices = markets.map(({ id, priceBps }) => ({ id, priceBps }));
  await sql`
    insert into venue_prices as p (market_id, hour, price_bps)
    select g.id, ${hourOf(at)}, g."priceBps"
    from jsonb_to_recordset(${sql.json(prices as never)}) as g(id text, "priceBps" integer[])
      join venue_markets m on m.id = g.id
      left join lateral (select l.price_bps from venue_prices l where l.market_id = g.id order by l.hour desc limit 1) l on true
    where l.price_bps is distinct from g."priceBps"
    on conflict (market_id, hour) do update set price_bps = excluded.price_bps`;
}

/**
 * Marks rows that a complete run did not contain: closes them unless they are resolved, and leaves their freshness
 * unchanged. Returns their number. A set difference is hashed regardless of statistics; an anti-join over a recently
 * grown table may not be.
 */
export async function markMissing({ sql }: Transaction, source: string, seen: readonly string[]): Promise<number> {
  const rows = await sql`
    with gone as materialized (
      select source_market_id as id from venue_markets
      where source = ${source} and (not missing or tradable or lane < ${statusGroups.closed})
      except select unnest(${seen as string[]}::text[])
    )
    update venue_markets m set missing = true, tradable = false,
      status = case m.status when 'active' then 'closed' else m.status end, lane = greatest(m.lane, ${statusGroups.closed}),
      fetched_at = case when m.missing then m.fetched_at else greatest(m.fetched_at, c.confirmed_at) end
    from gone, connectors c where c.id = ${source} and m.source = ${source} and m.source_market_id = gone.id
    returning 1`;
  return rows.length;
}

export async function save(
  { sql }: Transaction,
  source: string,
  markets: readonly SavedMarket[],
  at: number,
  demo: boolean,
): Promise<void> {
  const saved = markets.map(market => savedOf(market, at));
  const fresh = saved.filter(({ isNew }) => isNew);
  const existingMarkets = saved.filter(({ isNew }) => !isNew);
  if (fresh.length > 0) await insertMarkets(sql, source, fresh, at, demo);
  if (existingMarkets.length > 0) await updateMarkets(sql, existingMarkets, at, demo);
  const priced = saved.filter(({ priceBps }) => priceBps !== null);
  if (priced.length > 0) await samplePrices(sql, priced, at);
}

/** Marks rows as fetched that a push confirmed unchanged. */
export async function markFetched({ sql }: Transaction, marketIds: readonly string[], at: number): Promise<void> {
  await sql`update venue_markets set fetched_at = ${new Date(at)} where id = any(${marketIds as string[]}::text[])`;
}

/** Marks rows as fetched that a partial run confirmed, if they were last fetched before a time. */
export async function markSeenFetched(
  { sql }: Transaction,
  source: string,
  seen: readonly string[],
  at: number,
  olderThan: number,
): Promise<void> {
  await sql`
    update venue_markets m set fetched_at = ${new Date(at)}
    from unnest(${seen as string[]}::text[]) as s(id)
    where m.source = ${source} and m.source_market_id = s.id and not m.missing and m.fetched_at < ${new Date(olderThan)}`;
}

/** Moves markets whose close has passed to the group of closed ones. Returns their number. */
export async function closeDue({ sql }: Transaction, now: number, limit: number): Promise<number> {
  const rows = await sql`
    update venue_markets set lane = ${statusGroups.closed} where id in (
      select id from venue_markets where lane < ${statusGroups.closed} and ends_key <= ${new Date(now)}
      order by ends_key limit ${limit}) returning 1`;
  return rows.length;
}

/** Deletes prices that no change over 24 hours needs, and rows that have been missing since a time. */
export async function prune({ sql }: Transaction, now: number, missingSince: number): Promise<void> {
  const before = hourOf(now) - 24;
  await sql`
    delete from venue_prices p where p.hour < ${before} and exists (
      select 1 from venue_prices n where n.market_id = p.market_id and n.hour > p.hour and n.hour <= ${before})`;
  await sql`delete from venue_markets where missing and fetched_at < ${new Date(missingSince)}`;
}

import { estimatedRows } from '../../sql/estimated-rows.js';
import { jsonRows } from '../../sql/json-rows.js';
import type { Sql, SqlPart } from '../../sql/pool.js';
import { prefixQuery } from '../../sql/text-terms.js';
import type { FeedFilter, FeedRow, FeedSort } from '../interface.js';
import { type MarketColumns, marketOf } from './market-rows.js';

/** Above this estimate of matches of a search, the sort's index is scanned and its rows are filtered. */
const fewMatches = 1_500;

interface SortColumns {
  readonly column: string;
  readonly descending: boolean;
  readonly isTime: boolean;
}

const sorts: Readonly<Record<FeedSort, SortColumns>> = {
  volume: { column: 'volume_rank', descending: false, isTime: false },
  newest: { column: 'listed_at', descending: true, isTime: true },
  ending: { column: 'ends_key', descending: false, isTime: true },
  movers: { column: 'move_bps', descending: true, isTime: false },
};

/** Columns that a page needs, without the text index. */
export const marketColumns = (
  sql: Sql,
) => sql`m.id, m.source, m.source_market_id, m.event_id, m.title, m.category, m.status,
  m.tradable, m.outcomes, m.volume, m.volume_24h, m.volume_unit, m.closes_at, m.resolved_at, m.resolution, m.url, m.demo,
  m.listed_at, m.fetched_at, m.missing`;

/** Conditions on rows of one source and lane, on indexed columns only, so that positions are read from the index alone. */
function conditions(sql: Sql, { category, after, sort }: FeedFilter): SqlPart {
  const { column, descending, isTime } = sorts[sort];
  const ofCategory = category === null ? sql`` : sql`and m.category = ${category}`;
  if (!after) return ofCategory;
  const key = isTime ? sql`${new Date(after.key)}::timestamptz` : sql`${after.key}::integer`;
  const position = sql`(m.${sql(column)}, m.id)`;
  const bound = descending ? sql`${position} < (${key}, ${after.id})` : sql`${position} > (${key}, ${after.id})`;
  return sql`${ofCategory} and ${bound}`;
}

function orderBy(sql: Sql, sort: FeedSort, key: SqlPart, id: SqlPart): SqlPart {
  return sorts[sort].descending ? sql`${key} desc, ${id} desc` : sql`${key}, ${id}`;
}

/** Merges one index scan per source and lane, each as long as the page at most. */
function scanIndexes(sql: Sql, filter: FeedFilter, search: SqlPart): SqlPart {
  const { sources, lanes: wanted, sort, limit } = filter;
  const column = sql`m.${sql(sorts[sort].column)}`;
  return sql`
    select p.id, p.key from unnest(${sources as string[]}::text[]) as s(source), unnest(${wanted as number[]}::smallint[]) as l(lane),
      lateral (
        select m.id, ${column} as key from venue_markets m
        where m.source = s.source and m.lane = l.lane ${conditions(sql, filter)} ${search}
        order by ${orderBy(sql, sort, column, sql`m.id`)} limit ${limit}
      ) p
    order by ${orderBy(sql, sort, sql`p.key`, sql`p.id`)} limit ${limit}`;
}

/** Finds the few matches of a search through the text index and sorts them. */
function scanMatches(sql: Sql, filter: FeedFilter, query: string): SqlPart {
  const { sources, lanes: wanted, sort, limit } = filter;
  const column = sql`m.${sql(sorts[sort].column)}`;
  return sql`
    with found as materialized (
      select m.id, m.source, m.lane, m.category, ${column} as key, m.${sql(sorts[sort].column)}
      from venue_markets m where m.search @@ ${query}::tsquery
    )
    select m.id, m.key from found m
    where m.source = any(${sources as string[]}::text[]) and m.lane = any(${wanted as number[]}::smallint[])
      ${conditions(sql, filter)}
    order by ${orderBy(sql, sort, sql`m.key`, sql`m.id`)} limit ${limit}`;
}

/** Whether the text index finds so few matches that sorting them is cheaper than scanning along the sort. */
async function hasFewMatches(sql: Sql, words: readonly string[]): Promise<boolean> {
  const matches = sql`select 1 from venue_markets m where m.search @@ ${prefixQuery(words)}::tsquery`;
  return (await estimatedRows(sql, matches)) <= fewMatches;
}

function positions(sql: Sql, filter: FeedFilter, isFew: boolean): SqlPart {
  if (filter.words === null) return scanIndexes(sql, filter, sql``);
  const query = prefixQuery(filter.words);
  return isFew ? scanMatches(sql, filter, query) : scanIndexes(sql, filter, sql`and m.search @@ ${query}::tsquery`);
}

/** The statement of a page; a test looks at its plan. */
export function pageStatement(sql: Sql, filter: FeedFilter, isFew: boolean): SqlPart {
  return sql`
    select ${marketColumns(sql)}, p.key from (${positions(sql, filter, isFew)}) p join venue_markets m on m.id = p.id
    order by ${orderBy(sql, filter.sort, sql`p.key`, sql`p.id`)}`;
}

export async function readPage(sql: Sql, filter: FeedFilter): Promise<FeedRow[]> {
  if (filter.sources.length === 0 || filter.lanes.length === 0 || filter.words?.length === 0) return [];
  const isFew = filter.words !== null && (await hasFewMatches(sql, filter.words));
  const rows = await jsonRows<MarketColumns & { key: number | string }>(sql, pageStatement(sql, filter, isFew));
  return rows.map(row => ({
    market: marketOf(row),
    position: { key: typeof row.key === 'string' ? Date.parse(row.key) : row.key, id: row.id },
  }));
}

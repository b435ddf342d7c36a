import { jsonRows, prefixQuery } from '../../database/columns.js';
import { estimatedRows, hideFromPlanner } from '../../database/planner.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import { type MarketColumns, marketOf } from './market-rows.js';
import { readRankVersions } from './ranks.js';
import { type FeedFilter, type FeedRow, type FeedSort, isRankedSort } from './rows.js';

/** Above this estimated number of matches, the sort's index is scanned and its rows are filtered. */
const fewMatches = 1_500;

interface SortColumns {
  readonly column: string;
  readonly descending: boolean;
  readonly isTime: boolean;
}

const sorts: Readonly<Record<FeedSort, SortColumns>> = {
  volume: { column: 'key', descending: false, isTime: false },
  newest: { column: 'listed_at', descending: true, isTime: true },
  ending: { column: 'ends_key', descending: false, isTime: true },
  movers: { column: 'key', descending: true, isTime: false },
};

/** Columns that a page needs, without the text index. */
export const marketColumns = (
  sql: Sql,
) => sql`m.id, m.source, m.source_market_id, m.event_id, m.title, m.category, m.status,
  m.tradable, m.outcomes, m.volume, m.volume_24h, m.volume_unit, m.closes_at, m.resolved_at, m.resolution, m.url, m.demo,
  m.listed_at, m.fetched_at, m.missing`;

/** The columns of the table that holds a sort's keys, under the alias k. */
const idOf = (sql: Sql, sort: FeedSort) => (isRankedSort(sort) ? sql`k.market_id` : sql`k.id`);
const keyOf = (sql: Sql, sort: FeedSort) => sql`k.${sql(sorts[sort].column)}`;
const tableOf = (sql: Sql, sort: FeedSort) => (isRankedSort(sort) ? sql`venue_ranks k` : sql`venue_markets k`);

/**
 * Restricts ranks to one sort and version. A first page reads the current ranking, whose partial indexes need the
 * literal.
 */
function inVersion(sql: Sql, { sort, after }: FeedFilter): SqlPart {
  if (!isRankedSort(sort)) return sql``;
  const ofSort = sql`and k.sort = ${sort}`;
  if (!after) return sql`${ofSort} and k.until = 2147483647`;
  return sql`${ofSort} and k.since <= ${after.version} and k.until > ${after.version}`;
}

/**
 * Conditions on rows of one source and status group, on indexed columns only, so that positions are read from the index
 * alone.
 */
function conditions(sql: Sql, filter: FeedFilter): SqlPart {
  const { category, after, sort } = filter;
  const { descending, isTime } = sorts[sort];
  const ofList = sql`${inVersion(sql, filter)} ${category === null ? sql`` : sql`and k.category = ${category}`}`;
  if (!after) return ofList;
  const key = isTime ? sql`${new Date(after.key)}::timestamptz` : sql`${after.key}::integer`;
  const position = sql`(${keyOf(sql, sort)}, ${idOf(sql, sort)})`;
  const bound = descending ? sql`${position} < (${key}, ${after.id})` : sql`${position} > (${key}, ${after.id})`;
  return sql`${ofList} and ${bound}`;
}

function orderBy(sql: Sql, sort: FeedSort, key: SqlPart, id: SqlPart): SqlPart {
  return sorts[sort].descending ? sql`${key} desc, ${id} desc` : sql`${key}, ${id}`;
}

/**
 * Filters during the scan in sort order. The query is hidden from the planner, which would look up all matches first.
 */
function matching(sql: Sql, sort: FeedSort, query: string): SqlPart {
  if (!isRankedSort(sort)) return sql`and k.search @@ ${query}::tsquery`;
  const words = hideFromPlanner(sql, sql`${query}::tsquery`);
  return sql`and (select m.search @@ ${words} from venue_markets m where m.id = k.market_id)`;
}

/** Merges one index scan per source and status group, each at most as long as the page. */
function scanIndexes(sql: Sql, filter: FeedFilter, search: SqlPart): SqlPart {
  const { sources, statusGroups, sort, limit } = filter;
  const [key, id] = [keyOf(sql, sort), idOf(sql, sort)];
  return sql`
    select p.id, p.key from unnest(${sources as string[]}::text[]) as s(source), unnest(${statusGroups as number[]}::smallint[]) as l(lane),
      lateral (
        select ${id} as id, ${key} as key from ${tableOf(sql, sort)}
        where k.source = s.source and k.lane = l.lane ${conditions(sql, filter)} ${search}
        order by ${orderBy(sql, sort, key, id)} limit ${limit}
      ) p
    order by ${orderBy(sql, sort, sql`p.key`, sql`p.id`)} limit ${limit}`;
}

/** Finds the few matches of a search through the text index and sorts them. */
function scanMatches(sql: Sql, filter: FeedFilter, query: string): SqlPart {
  const { sources, statusGroups, sort, limit } = filter;
  const [key, id] = [keyOf(sql, sort), idOf(sql, sort)];
  return sql`
    with found as materialized (select m.id from venue_markets m where m.search @@ ${query}::tsquery)
    select ${id} as id, ${key} as key from found f join ${tableOf(sql, sort)} on ${id} = f.id
    where k.source = any(${sources as string[]}::text[]) and k.lane = any(${statusGroups as number[]}::smallint[])
      ${conditions(sql, filter)}
    order by ${orderBy(sql, sort, key, id)} limit ${limit}`;
}

/** Whether the text index finds so few matches that sorting them is cheaper than scanning along the sort. */
async function hasFewMatches(sql: Sql, words: readonly string[]): Promise<boolean> {
  const matches = sql`select 1 from venue_markets m where m.search @@ ${prefixQuery(words)}::tsquery`;
  return (await estimatedRows(sql, matches)) <= fewMatches;
}

function positions(sql: Sql, filter: FeedFilter, isFew: boolean): SqlPart {
  if (filter.words === null) return scanIndexes(sql, filter, sql``);
  const query = prefixQuery(filter.words);
  return isFew ? scanMatches(sql, filter, query) : scanIndexes(sql, filter, matching(sql, filter.sort, query));
}

/** The statement of a page; a test checks its plan. */
export function pageStatement(sql: Sql, filter: FeedFilter, isFew: boolean): SqlPart {
  const version = (pick: SqlPart) => sql`(select ${pick} from venue_rank_versions)`;
  const versions = isRankedSort(filter.sort)
    ? sql`, ${version(sql`min(version)`)} as oldest, ${version(sql`max(version)`)} as newest`
    : sql``;
  return sql`
    select ${marketColumns(sql)}, p.key ${versions}
    from (${positions(sql, filter, isFew)}) p join venue_markets m on m.id = p.id
    order by ${orderBy(sql, filter.sort, sql`p.key`, sql`p.id`)}`;
}

interface PageColumns extends MarketColumns {
  readonly key: number | string;
  readonly oldest?: number | null;
  readonly newest?: number | null;
}

async function oldestVersion(sql: Sql, rows: readonly PageColumns[]): Promise<number> {
  const { oldest } = rows.at(0) ?? (await readRankVersions(sql));
  return oldest ?? 0;
}

/**
 * In the order of the sort; null if the ranking version of `after` was deleted. A market whose close has passed may
 * remain in the group of active ones for a minute.
 */
export async function page({ sql }: Reader, filter: FeedFilter): Promise<FeedRow[] | null> {
  const { sources, statusGroups, words, sort, after } = filter;
  if (sources.length === 0 || statusGroups.length === 0 || words?.length === 0) return [];
  const isFew = words !== null && (await hasFewMatches(sql, words));
  const rows = await jsonRows<PageColumns>(sql, pageStatement(sql, filter, isFew));
  // A page is complete while its version exists; versions are deleted together with their rows.
  if (after && isRankedSort(sort) && after.version < (await oldestVersion(sql, rows))) return null;
  return rows.map(row => {
    const key = typeof row.key === 'string' ? Date.parse(row.key) : row.key;
    return { market: marketOf(row), position: { key, id: row.id, version: after?.version ?? row.newest ?? 0 } };
  });
}

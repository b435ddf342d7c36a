import { clockTime, numbers, prefixQuery } from '../../database/columns.js';
import { estimatedRows, hideFromPlanner } from '../../database/planner.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { MarketStatus } from '../../engine/lifecycle.js';
import { stampOf } from '../../events/store/event-rows.js';
import { dayMs } from '../../kernel/time.js';
import type {
  CategoryCount,
  EventSort,
  ListFilter,
  ListPage,
  RankingVersion,
  RankPosition,
  RenewOptions,
} from './rows.js';

/** Reading these takes some milliseconds; words in at least `frequentFrom` of them are frequent. */
export const firstEvents = 1_000;
export const frequentFrom = 10;
/** The last row of an event in a ranking has no end. */
const forever = 2_147_483_647;

/** The first active events of the ranking by volume, as numbers with their values. */
export function mostTraded(sql: Sql, count: number) {
  return sql`select r.event_number, r.value from event_ranks r
    where r.sort = 'volume' and r.status = 'active' and r.until = ${forever}
    order by r.value desc, r.event_number desc limit ${count}`;
}

/** Matches are looked up when at most this many events have the words; otherwise a scan of the list finds some soon. */
const fewMatches = 2_000;
/** Limits events whose clock transition no job has stored yet; jobs catch up within a second. */
const maxOverdue = 1_000;
/** The maximum number of events that one version re-ranks; the next version continues. */
const maxRanked = 20_000;

const statuses: readonly MarketStatus[] = ['active', 'scheduled', 'paused', 'closed', 'resolved', 'void'];

interface ListedColumns {
  event_id: string;
  event_number: number;
  value: number;
  stamp: string;
  oldest: number | null;
}

interface Query extends ListFilter {
  /** The words as a text query. */
  readonly text: string | null;
}

/** Sorts by figures that trades change, which need versions. The others are columns of event_listing with live keys. */
const movingSorts: ReadonlySet<EventSort> = new Set(['volume', 'traders', 'movers', 'trending']);

export const isMoving = (sort: EventSort): boolean => movingSorts.has(sort);

/** The rows `r` of a list with their sort keys: live ones, or those of a version of the ranking. */
function listed(sql: Sql, { sort, version }: Pick<ListFilter, 'sort' | 'version'>) {
  if (version === null) return sql`(select *, ${sql(sort)} as value from event_listing) r`;
  const ranking = hideFromPlanner(sql, sql`${version}::int`);
  return sql`(select * from event_ranks
    where sort = ${hideFromPlanner(sql, sql`${sort}::text`)} and since <= ${ranking} and until > ${ranking}) r`;
}

/** The condition of every row of a list: after the cursor, and passing the filters. */
function inList(sql: Sql, { category, tradedOnly, after, text }: Query) {
  const words = hideFromPlanner(sql, sql`${text}::tsquery`);
  const hasText = sql`exists (select 1 from event_texts t where t.event_number = r.event_number and t.words @@ ${words})`;
  const [value, no] = [after?.value ?? 0, after?.no ?? 0].map(one => hideFromPlanner(sql, sql`${one}::bigint`));
  return sql`true
    ${category === null ? sql`` : sql`and r.category = ${hideFromPlanner(sql, sql`${category}::text`)}`}
    ${tradedOnly ? sql`and r.traded` : sql``}
    ${text === null ? sql`` : sql`and ${hasText}`}
    ${after === null ? sql`` : sql`and (r.value, r.event_number) < (${value}, ${no})`}`;
}

interface Branch {
  readonly status: MarketStatus;
  /** Bounds of the later of opening and last trade. */
  readonly after: string;
  readonly upTo: string;
}

/**
 * The stored statuses of a list, as far as the index has them. A scheduled market has not traded, so it is active from
 * its opening.
 */
function branchesOf({ status, staleBefore, now, opened }: Query): Branch[] {
  const at = new Date(now).toISOString();
  const whole = { after: '-infinity', upTo: 'infinity' };
  const active = {
    status: 'active',
    after: staleBefore === null ? '-infinity' : new Date(staleBefore - dayMs).toISOString(),
    upTo: 'infinity',
  } as const;
  switch (status) {
    case 'active':
      return opened ? [active, { status: 'scheduled', after: '-infinity', upTo: at }] : [active];
    case 'scheduled':
      return [{ status, after: at, upTo: 'infinity' }];
    case 'all':
      return [active, ...statuses.filter(name => name !== 'active').map(name => ({ status: name, ...whole }))];
    default:
      return [{ status, ...whole }];
  }
}

function branches(sql: Sql, query: Query) {
  const rows = branchesOf(query);
  const list = (pick: (row: Branch) => string) => hideFromPlanner(sql, sql`${rows.map(pick)}::text[]`);
  return sql`unnest(${list(row => row.status)}, ${list(row => row.after)}::timestamptz[],
    ${list(row => row.upTo)}::timestamptz[]) as s(status, after, up_to)`;
}

const inBranch = (sql: Sql) => sql`r.status = s.status and r.active_from > s.after and r.active_from <= s.up_to`;

/** Whether the ranking alone determines the list. */
function isTimeless({ status, staleBefore }: Query): boolean {
  return status === 'all' ? staleBefore === null : status !== 'active' && status !== 'paused';
}

const moment = (sql: Sql, at: number) => hideFromPlanner(sql, sql`${new Date(at)}::timestamptz`);

/** Applies the clock to the stored status, as engine/lifecycle.ts does, and excludes stale active markets. */
function byClock(sql: Sql, query: Query) {
  const { status, now, staleBefore } = query;
  if (isTimeless(query)) return sql``;
  const running = status === 'active' || status === 'paused' ? sql`and m.ends_at > ${moment(sql, now)}` : sql``;
  const fresh =
    staleBefore === null || status === 'paused'
      ? sql``
      : sql`and (m.status <> 'active' or greatest(m.opens_at, m.last_trade_at) > ${moment(sql, staleBefore)})`;
  return sql`${running} ${fresh}`;
}

/** Markets past their end that no job has closed yet. */
function overdue(sql: Sql, query: Query) {
  return sql`
    select l.event_id, r.event_number, r.value, m.changed
    from (
      select m.event_id, m.xmin as changed from markets m
      where m.status in ('active', 'paused', 'scheduled') and m.ends_at <= ${new Date(query.now)} limit ${maxOverdue}
    ) m
    join event_listing l on l.event_id = m.event_id
    join ${listed(sql, query)} on r.event_number = l.event_number and ${inList(sql, query)}`;
}

const limitOf = (sql: Sql, { limit }: Query) => hideFromPlanner(sql, sql`${limit}::int`);

/** Scans the index once per stored status, so that lists of several statuses need no other index. */
function walk(sql: Sql, query: Query) {
  return isTimeless(query) ? walkRanks(sql, query) : walkMarkets(sql, query);
}

function walkRanks(sql: Sql, query: Query) {
  return sql`
    select l.event_id, r.event_number, r.value, m.xmin as changed
    from (
      select w.event_number, w.value from ${branches(sql, query)}
      cross join lateral (
        select r.event_number, r.value from ${listed(sql, query)} where ${inBranch(sql)} and ${inList(sql, query)}
        order by r.value desc, r.event_number desc limit ${limitOf(sql, query)}
      ) w order by w.value desc, w.event_number desc limit ${limitOf(sql, query)}
    ) r join event_listing l on l.event_number = r.event_number join markets m on m.event_id = l.event_id`;
}

function walkMarkets(sql: Sql, query: Query) {
  return sql`
    select w.event_id, w.event_number, w.value, w.changed
    from ${branches(sql, query)}
    cross join lateral (
      select l.event_id, r.event_number, r.value, m.xmin as changed
      from ${listed(sql, query)}
      join event_listing l on l.event_number = r.event_number join markets m on m.event_id = l.event_id
      where ${inBranch(sql)} and ${inList(sql, query)} ${byClock(sql, query)}
      order by r.value desc, r.event_number desc limit ${limitOf(sql, query)}
    ) w`;
}

/** Reads known matches in their order, and only as many as the page needs. */
function pick(sql: Sql, query: Query, places: readonly RankPosition[]) {
  const nos = numbers(places, place => place.no);
  return sql`(
    select l.event_id, r.event_number, r.value, m.xmin as changed
    from (
      select event_number, turn from unnest(${hideFromPlanner(sql, sql`${nos}::text::int[]`)}) with ordinality as n(event_number, turn)
      order by turn offset 0
    ) n
    join ${listed(sql, query)} on r.event_number = n.event_number and ${inList(sql, { ...query, text: null })}
    join ${branches(sql, query)} on ${inBranch(sql)}
    join event_listing l on l.event_number = r.event_number join markets m on m.event_id = l.event_id
    where true ${byClock(sql, query)}
    order by n.turn limit ${limitOf(sql, query)})`;
}

/** Statistics are unreliable for prefixes, so a high estimate is verified against the first events of the ranking. */
async function areMany(sql: Sql, text: string): Promise<boolean> {
  const found = sql`select 1 from event_texts where words @@ ${text}::tsquery`;
  if ((await estimatedRows(sql, found)) <= fewMatches) return false;
  const met = await sql`
    select 1 from (${mostTraded(sql, firstEvents)}) r join event_texts t on t.event_number = r.event_number and t.words @@ ${text}::tsquery
    limit ${frequentFrom}`;
  return met.length === frequentFrom;
}

/** The positions of the events with all these words, in order; null if there are too many. */
export async function matches(
  { sql }: Reader,
  words: readonly string[],
  order: Pick<ListFilter, 'sort' | 'version'>,
): Promise<readonly RankPosition[] | null> {
  if (words.length === 0) return [];
  const text = prefixQuery(words);
  if (await areMany(sql, text)) return null;
  const rows = await sql<{ event_number: number; value: number | null }[]>`
    select t.event_number, r.value
    from (select event_number from event_texts where words @@ ${text}::tsquery limit ${fewMatches + 1}) t
    left join ${listed(sql, order)} on r.event_number = t.event_number
    order by r.value desc, t.event_number desc`;
  if (rows.length > fewMatches) return null;
  return rows.flatMap(({ event_number: no, value }) => (value === null ? [] : { no, value }));
}

/** Positions after the cursor. */
function behind({ after }: Query, places: readonly RankPosition[]): readonly RankPosition[] {
  if (after === null) return places;
  return places.filter(({ value, no }) => value < after.value || (value === after.value && no < after.no));
}

/** The statement of a list; a test checks its plan. */
export function listStatement(sql: Sql, query: Query): SqlPart {
  const matches = query.words?.matches ?? null;
  const found = matches === null ? walk(sql, query) : pick(sql, query, behind(query, matches));
  const late = query.status === 'closed' ? sql`union all ${overdue(sql, query)}` : sql``;
  return sql`
    select f.event_id, f.event_number, f.value, ${stampOf(sql, sql`f.changed`)} as stamp,
      ${query.after && query.version !== null ? sql`(select min(version) from ranking_versions)` : sql`null::int`} as oldest
    from (select * from (${found} ${late}) found order by value desc, event_number desc limit ${limitOf(sql, query)}) f
    join events e on e.id = f.event_id order by f.value desc, f.event_number desc`;
}

export async function page({ sql }: Reader, filter: ListFilter): Promise<ListPage> {
  if (filter.words?.matches?.length === 0) return { places: [], oldest: null };
  const text = filter.words && prefixQuery(filter.words.words);
  const rows = await sql<ListedColumns[]>`${listStatement(sql, { ...filter, text })}`;
  const places = rows.map(({ event_id: eventId, event_number: no, value, stamp }) => ({ eventId, no, value, stamp }));
  return { places, oldest: rows[0]?.oldest ?? null };
}

/** When the next event stored as scheduled opens or has opened; null without one. */
export async function nextOpening({ sql }: Reader): Promise<number | null> {
  const [row] = await sql<{ at: Date | null }[]>`select min(opens_at) as at from markets where status = 'scheduled'`;
  return row.at?.getTime() ?? null;
}

/** Categories of listed events, those with the most open events first. */
export async function categories({ sql }: Reader, limit: number): Promise<readonly CategoryCount[]> {
  const rows = await sql<{ category: string; open: number; total: number }[]>`
    select category, (count(*) filter (where status in ('active', 'paused')))::int as open, count(*)::int as total
    from event_listing group by category order by open desc, total desc, category limit ${limit}`;
  return rows.map(({ category, open, total }) => ({ category, open, total }));
}

/** Null if no version exists yet; events are then in listing order. */
export async function version({ sql, clock }: Reader): Promise<RankingVersion | null> {
  const now = await clockTime(sql, clock);
  const [row] = await sql<{ version: number | null; oldest: number; made_at: Date }[]>`
    select max(version) as version, min(version) as oldest, max(made_at) as made_at from ranking_versions`;
  return row.version === null ? null : { version: row.version, oldest: row.oldest, ageMs: now - row.made_at.getTime() };
}

/**
 * Events whose rank may differ from the last version: those that have traded since, and those whose price of a day ago
 * has changed. Rows locked by other transactions are left to the next version.
 */
async function lockMoved(sql: Sql, now: number, { all }: RenewOptions): Promise<{ nos: number[]; ids: string[] }> {
  const [last] = await sql<{ at: Date }[]>`select made_at as at from ranking_versions order by version desc limit 1`;
  const from = new Date((last?.at.getTime() ?? now) - dayMs - 60_000);
  const different = sql`
    union select l.event_id from event_listing l join markets m on m.event_id = l.event_id
      join event_ranks r on r.event_number = l.event_number and r.sort = 'volume' and r.until = ${forever}
    where r.value <> m.volume`;
  const rows = await sql<{ event_number: number; event_id: string }[]>`
    with moved as materialized (
      select k.event_id from candle_progress k where not k.ranked
      union select c.event_id from candles c
        where c.seconds in (60, 3600) and c.start > ${from} and c.start <= ${new Date(now - dayMs)}
      ${all ? different : sql``} limit ${maxRanked}
    )
    select l.event_number, l.event_id from event_listing l where l.event_id in (select event_id from moved)
    order by l.event_number for update skip locked`;
  return { nos: rows.map(row => row.event_number), ids: rows.map(row => row.event_id) };
}

/** The largest price change of any outcome within a day, to the minute; 0 without a trade. */
function largestMove(sql: Sql, now: number) {
  const dayAgo = new Date(now - dayMs);
  const minute = new Date(Math.floor((now - dayMs) / 60_000) * 60_000);
  return sql`case when m.last_trade_at > ${dayAgo} then coalesce((
    select max(abs(moved.price - moved.earlier)) from unnest(m.price_bps, coalesce(
      (select c.close from candles c where c.event_id = m.event_id and c.seconds = 60 and c.start < ${minute}
        order by c.start desc limit 1),
      (select c.open from candles c where c.event_id = m.event_id and c.seconds = 60 order by c.start limit 1)
    )) as moved(price, earlier)), 0) else 0 end`;
}

/** Credits traded within a day, to the hour: hourly candles are few even for busy markets. */
function dayVolume(sql: Sql, now: number) {
  const dayAgo = new Date(now - dayMs);
  return sql`case when m.last_trade_at > ${dayAgo} then coalesce((
    select sum(c.volume) from candles c
    where c.event_id = m.event_id and c.seconds = 3600 and c.start > ${dayAgo}), 0) else 0 end`;
}

async function saveMoved(sql: Sql, version: number, now: number, nos: readonly number[]): Promise<void> {
  await sql`
    with figures as materialized (
      select l.event_number, v.sort, v.value
      from unnest(${nos as number[]}::int[]) as n(event_number)
      join event_listing l on l.event_number = n.event_number
      join markets m on m.event_id = l.event_id,
      lateral (values ('volume', m.volume), ('traders', m.traders::bigint), ('movers', ${largestMove(sql, now)}::bigint),
        ('trending', ${dayVolume(sql, now)}::bigint)) v(sort, value)
    ), ended as (
      update event_ranks r set until = ${version} from figures f
      where r.event_number = f.event_number and r.sort = f.sort collate "C" and r.until = ${forever} and r.value <> f.value
      returning r.event_number, r.sort, r.status, r.category, r.active_from, r.traded, f.value
    )
    insert into event_ranks (event_number, sort, value, since, status, category, active_from, traded)
    select event_number, sort, value, ${version}, status, category, active_from, traded from ended`;
}

/** Null: another node is creating one. */
export async function renew({ sql, clock }: Transaction, options: RenewOptions): Promise<RankingVersion | null> {
  const [{ got }] = await sql<{ got: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('ranking', 0)) as got`;
  if (!got) return null;
  await sql`select set_config('synchronous_commit', 'off', true)`;
  const now = await clockTime(sql, clock);
  const { nos, ids } = await lockMoved(sql, now, options);
  // Marks before figures: a trade folded in between marks the event again.
  await sql`update candle_progress k set ranked = true where event_id in (
    select event_id from candle_progress where event_id = any(${ids}) and not ranked order by event_id for update skip locked)`;
  const [{ version }] = await sql<{ version: number }[]>`
    insert into ranking_versions (made_at) values (${new Date(now)}) returning version`;
  await saveMoved(sql, version, now, nos);
  const [{ oldest }] = await sql<{ oldest: number }[]>`
    select coalesce((select max(version) from ranking_versions where made_at <= ${new Date(now - options.retentionMs)}),
      (select min(version) from ranking_versions)) as oldest`;
  await sql`delete from event_ranks where until <= ${oldest} and until < ${forever}`;
  await sql`delete from ranking_versions where version < ${oldest}`;
  return { version, oldest, ageMs: 0 };
}

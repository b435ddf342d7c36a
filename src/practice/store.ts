// Practice events. Times are epoch milliseconds, amounts millionths.

import type { Sql, SqlPart } from '../database/pool.js';
import type { Reader, Transaction } from '../database/store.js';
import type { EventRow } from '../events/store/rows.js';
import { hourMs } from '../kernel/time.js';

export interface PracticeStanding {
  readonly playerId: string;
  readonly rank: number;
  readonly events: number;
  readonly brier: number;
  readonly marketBrier: number;
  readonly coverage: number;
  /** For traded events; 0 if there are none. */
  readonly profit: number;
}

export interface PracticeBoardFilter {
  /** Events resolved after this time count. */
  readonly since: number;
  readonly kind: 'all' | 'agent' | 'human';
  readonly minEvents: number;
  /** Only this player, with the rank among all players. */
  readonly playerId: string | null;
  readonly limit: number;
}

const prefixes = { all: '', agent: 'agt_', human: 'plr_' } as const;

/** Events of the rolling series; other practice events belong to one player, such as those of a certification run. */
const ofSeries = (sql: Sql) => sql`e.practice and e.slug ~ '^practice-[0-9]+$'`;

/** Players with a forecast on an event in the timeframe, best first, with their number. */
export async function board(
  { sql }: Reader,
  { since, kind, minEvents, playerId, limit }: PracticeBoardFilter,
): Promise<{ readonly players: number; readonly rows: PracticeStanding[] }> {
  const rows = await sql<
    {
      player_id: string;
      rank: number;
      players: number;
      events: number;
      brier: number;
      market_brier: number;
      coverage: number;
      profit: number;
    }[]
  >`
    with standing as materialized (
      select s.player_id, count(s.brier) as events, avg(s.brier) as brier, avg(s.market_brier) as market_brier,
        avg(s.coverage) as coverage, coalesce(sum(s.profit), 0)::bigint as profit
      from practice_scores s join events e on e.id = s.event_id and ${ofSeries(sql)}
      where s.resolved_at > ${new Date(since)} and starts_with(s.player_id, ${prefixes[kind]})
      group by s.player_id having count(s.brier) >= ${minEvents}
    ), ranked as (
      select *, rank() over (order by brier, events desc) as rank, count(*) over () as players from standing
    )
    select * from ranked where ${playerId}::text is null or player_id = ${playerId} order by rank, player_id limit ${limit}`;
  return {
    players: rows[0]?.players ?? 0,
    rows: rows.map(({ player_id, market_brier: marketBrier, players: _players, ...row }): PracticeStanding => {
      return { ...row, playerId: player_id, marketBrier };
    }),
  };
}

/** Which of these slugs are taken. */
export async function takenSlugs({ sql }: Reader, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ slug: string }[]>`select slug from events where slug = any(${slugs as string[]})`;
  return new Set(rows.map(row => row.slug));
}

/** Practice events whose trading has ended and that are not resolved, oldest first. */
export async function unresolved(
  { sql }: Reader,
  endedBy: number,
  limit: number,
): Promise<Pick<EventRow, 'slug' | 'description' | 'outcomes'>[]> {
  const rows = await sql<{ slug: string; description: string; outcomes: string[] }[]>`
    select e.slug, e.description, e.outcomes from markets m join events e on e.id = m.event_id and e.practice
    where m.status in ('scheduled', 'active', 'paused', 'closed') and m.ends_at <= ${new Date(endedBy)}
    order by m.ends_at limit ${limit}`;
  return [...rows];
}

/** Ids of events of the series: unresolved ones, then the most recently resolved ones. */
export async function recent({ sql }: Reader, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select e.id from events e where ${ofSeries(sql)} order by e.created_at desc, e.id desc limit ${limit}`;
  return rows.map(row => row.id);
}

/** Deletes transfers and adds their sums to the carried balances of their accounts. */
async function carry(sql: Sql, which: SqlPart): Promise<void> {
  await sql`
    with gone as (
      delete from practice_transfers where ${which} returning from_account, to_account, amount
    ), sums as (
      select account, sum(amount) as amount from (
        select to_account as account, amount from gone union all select from_account, -amount from gone
      ) as entries group by account having sum(amount) <> 0
    )
    insert into practice_carried (account, amount) select account, amount from sums order by account
    on conflict (account) do update set amount = practice_carried.amount + excluded.amount`;
}

/**
 * Deletes a practice event whose market is locked; the sums of its transfers are carried over. Finds the orders of the
 * event through their owners' activity entries. Players stay on record as having played.
 */
export async function deleteEvent({ sql }: Transaction, eventId: string): Promise<void> {
  const market = sql`(select number from markets where event_id = ${eventId})`;
  const orders = sql`select distinct a.number, uuid_of(c.order_id) from practice_activity c join accounts a on a.player_id = c.player_id
    where c.event_id = ${eventId} and c.order_id is not null`;
  await carry(sql, sql`event_id = ${eventId}`);
  await sql`
    insert into practice_players (player_id)
    select player_id from practice_activity where event_id = ${eventId}
    union select player_id from forecasts where event_id = ${eventId} order by player_id
    on conflict (player_id) do nothing`;
  // They refer to orders and fills. Retention has usually deleted them already.
  await sql`delete from player_messages where market = ${market} and player in (select player from positions where market = ${market}
    union select x.number from (${orders}) x)`;
  await sql`delete from fills where market = ${market}`;
  await sql`delete from orders where (player, id) in (${orders})`;
  await sql`delete from positions where market = ${market}`;
  // Its market, forecasts, scores and candles go with it.
  await sql`delete from events where id = ${eventId} and practice`;
}

/** Practice events that are settled and scored and ended before the given time. */
export async function expired({ sql }: Transaction, endedBefore: number, limit: number): Promise<string[]> {
  const before = new Date(endedBefore);
  const rows = await sql<{ event_id: string }[]>`
    select m.event_id from events e join markets m on m.event_id = e.id
    where e.practice and e.created_at < ${before} and m.ends_at < ${before} and m.resolution_version > 0
      and m.scored_version = m.resolution_version order by e.created_at limit ${limit}`;
  return rows.map(row => row.event_id);
}

/** Does the same for an hour of top-ups before the given time. False if there were none. */
export async function deleteTopUps({ sql }: Transaction, before: number): Promise<boolean> {
  const [{ oldest }] = await sql<{ oldest: Date | null }[]>`
    select min(at) as oldest from practice_transfers where event_id is null`;
  if (oldest === null || oldest.getTime() >= before) return false;
  // Activity and transfers of the same time are deleted together, so that their sums stay equal.
  const until = new Date(Math.min(before, oldest.getTime() + hourMs));
  await carry(sql, sql`event_id is null and at < ${until}`);
  await sql`delete from practice_activity where event_id is null and at < ${until}`;
  return true;
}

import { texts, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { cursorUuid } from './compact/ids.js';
import { playerNo } from './orders.js';
import type { ActivityKind, ActivityRow, OrderFilter } from './rows.js';

interface Columns {
  id: string;
  at: Date;
  kind: ActivityRow['kind'];
  credits: number;
  balance_after: number;
  event_id: string | null;
  order_id: string | null;
  details: ActivityRow['details'];
}

export interface ActivityFilter {
  /** Entries of the practice purse, or of the ordinary one. */
  readonly practice: boolean;
  readonly kinds: readonly ActivityKind[];
  readonly before: OrderFilter['before'];
  readonly limit: number;
}

/**
 * Stored entries, and those of trades, which are derived from the fills. Details are derived only for the rows of the page.
 */
function ordinary(sql: Sql, playerId: string, { kinds, before, limit }: ActivityFilter) {
  const after =
    before === null ? sql`` : sql`and (at, id) < (${new Date(before.at)}, ${cursorUuid(before.id)}::text::uuid)`;
  const newest = sql`order by at desc, id desc limit ${limit}`;
  const player = playerNo(sql, playerId);
  return sql<Columns[]>`
    select id_of('act', page.id) as id, page.at, case when trade is null then (entry).kind else 'trade' end as kind,
      case when trade is null then (entry).credits else fill_credits(trade) end as credits,
      case when trade is null then (entry).balance_after else (trade).balance_after end as balance_after, m.event_id,
      id_of('ord', case when trade is null then (entry).order_id else (trade).order_id end) as order_id,
      case when trade is null then activity_details(entry) else fill_details(trade) end as details
    from (
      (select id, at, market, c as entry, null::fills as trade from stored_activity c
       where player = ${player} and kind = any(${kinds as string[]}::text[]::activity_kind[]) ${after} ${newest})
      union all
      (select id, at, market, null, f from fills f
       where player = ${player} and balance_after is not null and ${kinds.includes('trade')} ${after} ${newest})
      ${newest}
    ) page
      left join markets m on m.number = page.market
    order by page.at desc, page.id desc`;
}

function practised(sql: Sql, playerId: string, { kinds, before, limit }: ActivityFilter) {
  return sql<Columns[]>`
    select id, at, kind, credits, balance_after, event_id, order_id, details from practice_activity
    where player_id = ${playerId} and kind = any(${kinds as string[]})
      and (${before === null} or (at, id) < (${new Date(before?.at ?? 0)}, ${before?.id ?? ''}))
    order by at desc, id desc limit ${limit}`;
}

export async function list({ sql }: Reader, playerId: string, filter: ActivityFilter): Promise<ActivityRow[]> {
  const rows = await (filter.practice ? practised(sql, playerId, filter) : ordinary(sql, playerId, filter));
  return rows.map(row => ({
    id: row.id,
    at: row.at.getTime(),
    playerId,
    kind: row.kind,
    credits: row.credits,
    balanceAfter: row.balance_after,
    eventId: row.event_id,
    orderId: row.order_id,
    details: row.details,
  }));
}

/** An entry that shows a player the score of an event. */
export interface NewScoreEntry {
  readonly id: string;
  readonly playerId: string;
  readonly details: ActivityRow['details'];
}

interface NewScores {
  readonly eventId: string;
  readonly at: number;
  readonly practice: boolean;
  readonly entries: readonly NewScoreEntry[];
}

/** Adds entries once each, with the balance of the purse that the event belongs to. */
export async function addScores({ sql }: Transaction, { eventId, at, practice, entries }: NewScores): Promise<void> {
  if (entries.length === 0) return;
  const rows = sql`unnest(${words(entries, ({ id }) => id)}::text::text[],
    ${words(entries, ({ playerId }) => playerId)}::text::text[],
    ${texts(entries, ({ details }) => JSON.stringify(details))}::text::jsonb[]) as r(id, player_id, details)
    join accounts a on a.player_id = r.player_id`;
  if (practice) {
    await sql`insert into practice_activity (at, id, player_id, kind, credits, balance_after, event_id, details)
      select ${new Date(at)}, r.id, r.player_id, 'score', 0, a.practice, ${eventId}, r.details from ${rows}
      on conflict do nothing`;
  } else {
    await sql`insert into stored_activity (at, id, player, kind, credits, balance_after, market, details)
      select ${new Date(at)}, uuid_of(r.id), a.number, 'score', 0, a.available,
        (select number from markets where event_id = ${eventId}), r.details from ${rows}
      on conflict do nothing`;
  }
}

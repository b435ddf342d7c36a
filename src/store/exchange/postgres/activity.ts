import type { Sql } from '../../sql/pool.js';
import type { ActivityReads, ActivityRow } from '../interface.js';
import { activityCodes } from './compact/codes.js';
import { cursorUuid } from './compact/ids.js';
import { playerNo } from './orders.js';

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

type Filter = Parameters<ActivityReads['list']>[1];

/** Details are derived only for the rows of the page. */
function ordinary(sql: Sql, playerId: string, { kinds, before, limit }: Filter) {
  const codes = kinds.map(kind => activityCodes[kind]).join('');
  const behind = sql`and (at, id) < (${new Date(before?.at ?? 0)}, ${cursorUuid(before?.id)}::text::uuid)`;
  return sql<Columns[]>`
    select id_of('act', (entry).id) as id, (entry).at, activity_kind((entry).kind) as kind, (entry).credits, (entry).balance_after,
      m.event_id, id_of('ord', (entry).order_id) as order_id, activity_details(entry) as details
    from (
      select c as entry from activity_rows c
      where player = ${playerNo(sql, playerId)} and strpos(${codes}::text, kind::text) > 0 ${before === null ? sql`` : behind}
      order by at desc, id desc limit ${limit}
    ) page
      left join markets m on m.no = (entry).market
    order by (entry).at desc, (entry).id desc`;
}

function practised(sql: Sql, playerId: string, { kinds, before, limit }: Filter) {
  return sql<Columns[]>`
    select id, at, kind, credits, balance_after, event_id, order_id, details from practice_activity
    where player_id = ${playerId} and kind = any(${kinds as string[]})
      and (${before === null} or (at, id) < (${new Date(before?.at ?? 0)}, ${before?.id ?? ''}))
    order by at desc, id desc limit ${limit}`;
}

export function activityReads(sql: Sql): ActivityReads {
  return {
    async list(playerId, filter) {
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
    },
  };
}

import type { Sql } from '../../sql/pool.js';
import type { ActivityReads, ActivityRow } from '../interface.js';

export function activityReads(sql: Sql): ActivityReads {
  return {
    async list(playerId, { practice, kinds, before, limit }) {
      const rows = await sql<
        {
          id: string;
          at: Date;
          player_id: string;
          kind: ActivityRow['kind'];
          credits: number;
          balance_after: number;
          event_id: string | null;
          order_id: string | null;
          details: ActivityRow['details'];
        }[]
      >`select id, at, player_id, kind, credits, balance_after, event_id, order_id, details
        from ${practice ? sql`practice_activity` : sql`activity`}
        where player_id = ${playerId} and kind = any(${kinds as string[]})
          and (${before === null} or (at, id) < (${new Date(before?.at ?? 0)}, ${before?.id ?? ''}))
        order by at desc, id desc limit ${limit}`;
      return rows.map(row => ({
        id: row.id,
        at: row.at.getTime(),
        playerId: row.player_id,
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

import type { Reads, RequestRow, Writes } from '../store.js';
import type { Sql } from './connect.js';
import { dropPartitionsBefore, ensureDayPartitions } from './partitions.js';

export function requestReads(sql: Sql): Reads['requests'] {
  return {
    async find(requestId, viewerId, most) {
      const rows = await sql<(Omit<RequestRow, 'at'> & { at: Date })[]>`
        select request_id as "requestId", at, route_id as "routeId", method, path, status, code, field, milliseconds,
               player_id as "playerId"
        from request_log
        where request_id = ${requestId} and (player_id is null or player_id = ${viewerId})
        order by player_id is null, at desc limit ${most}`;
      return rows.map(row => ({ ...row, at: row.at.getTime() }));
    },
  };
}

export function requestWrites(sql: Sql): Writes['requests'] {
  return {
    ...requestReads(sql),
    async append(rows) {
      const column = <K extends keyof RequestRow>(key: K) => rows.map(row => row[key]);
      await sql`
        insert into request_log (request_id, at, route_id, method, path, status, code, field, milliseconds, player_id)
        select * from unnest(
          ${column('requestId')}::text[], ${rows.map(row => new Date(row.at).toISOString())}::timestamptz[],
          ${column('routeId')}::text[], ${column('method')}::text[], ${column('path')}::text[],
          ${column('status')}::smallint[], ${column('code') as string[]}::text[], ${column('field') as string[]}::text[],
          ${column('milliseconds')}::real[], ${column('playerId') as string[]}::text[])`;
    },
    async keep(now, dropBefore) {
      await ensureDayPartitions(sql, 'request_log', now, 3);
      await dropPartitionsBefore(sql, 'request_log', dropBefore);
    },
  };
}

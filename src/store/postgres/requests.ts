import type { Reads, RequestRow, Writes } from '../store.js';
import { moments, numbers, texts, words } from './columns.js';
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
      await sql`
        insert into request_log (request_id, at, route_id, method, path, status, code, field, milliseconds, player_id)
        select * from unnest(
          ${texts(rows, row => row.requestId)}::text::text[], ${moments(rows, row => row.at)}::text::timestamptz[],
          ${texts(rows, row => row.routeId)}::text::text[], ${texts(rows, row => row.method)}::text::text[],
          ${texts(rows, row => row.path)}::text::text[], ${numbers(rows, row => row.status)}::text::smallint[],
          ${texts(rows, row => row.code)}::text::text[], ${texts(rows, row => row.field)}::text::text[],
          ${numbers(rows, row => row.milliseconds)}::text::real[], ${words(rows, row => row.playerId)}::text::text[])`;
    },
    async keep(now, dropBefore) {
      await ensureDayPartitions(sql, 'request_log', now, 3);
      await dropPartitionsBefore(sql, 'request_log', dropBefore);
    },
  };
}

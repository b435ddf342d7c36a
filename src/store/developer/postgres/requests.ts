import { lines, moments, numbers, texts } from '../../sql/columns.js';
import { dropPartitionsBefore, ensureDayPartitions } from '../../sql/partitions.js';
import type { Sql } from '../../sql/pool.js';
import type { RequestReads, RequestRow, RequestUsage, RequestWrites } from '../interface.js';

type StoredRow = Omit<RequestRow, 'at'> & { at: Date };

const rowOf = (row: StoredRow): RequestRow => ({ ...row, at: row.at.getTime() });

const maxOperations = 200;
const maxCodes = 50;
const maxKeys = 20;

type KeyUsage = RequestUsage['keys'][number];

async function readUsage(sql: Sql, playerId: string, from: number): Promise<RequestUsage> {
  const own = sql`player_id = ${playerId} and at >= ${new Date(from)}`;
  const counts = sql`count(*)::int as requests, count(*) filter (where status >= 400)::int as failed,
    count(*) filter (where status = 429)::int as "rateLimited"`;
  const [days, operations, codes, keys] = await Promise.all([
    sql<RequestUsage['days'][number][]>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, ${counts} from request_log where ${own}
      group by 1 order by 1 desc`,
    sql<RequestUsage['operations'][number][]>`
      select route_id as "operationId", ${counts},
             percentile_disc(0.5) within group (order by milliseconds) as "p50Ms",
             percentile_disc(0.95) within group (order by milliseconds) as "p95Ms"
      from request_log where ${own} group by 1 order by 2 desc, 1 limit ${maxOperations}`,
    sql<RequestUsage['codes'][number][]>`
      select code, count(*)::int as requests from request_log where ${own} and code is not null
      group by 1 order by 2 desc, 1 limit ${maxCodes}`,
    sql<KeyUsage[]>`
      select key_id as "keyId", sum(requests)::int as requests, sum(failed)::int as failed,
        sum("rateLimited")::int as "rateLimited", json_agg(json_build_object('operationId', route_id, 'requests', requests)
          order by requests desc, route_id) as operations
      from (
        select key_id, route_id, ${counts} from request_log where ${own} and key_id is not null group by 1, 2) used
      group by 1 order by 2 desc, 1 limit ${maxKeys}`,
  ]);
  const sum = (name: 'requests' | 'failed' | 'rateLimited') => days.reduce((total, day) => total + day[name], 0);
  const total = { requests: sum('requests'), failed: sum('failed'), rateLimited: sum('rateLimited') };
  return { total, days: [...days], operations: [...operations], keys: [...keys], codes: [...codes] };
}

export function requestReads(sql: Sql): RequestReads {
  const columns = sql`request_id as "requestId", at, route_id as "routeId", method, path, status, code, field, milliseconds,
    player_id as "playerId", key_id as "keyId"`;
  return {
    async find(requestId, viewerId, limit) {
      const rows = await sql<StoredRow[]>`
        select ${columns} from request_log
        where request_id = ${requestId} and (player_id is null or player_id = ${viewerId})
        order by player_id is null, at desc limit ${limit}`;
      return rows.map(rowOf);
    },
    async list({ playerId, failedOnly, routeId, before, limit }) {
      const rows = await sql<StoredRow[]>`
        select ${columns} from request_log
        where player_id = ${playerId}
          ${failedOnly ? sql`and status >= 400` : sql``}
          ${routeId === null ? sql`` : sql`and route_id = ${routeId}`}
          ${before === null ? sql`` : sql`and (at, request_id, route_id) < (${new Date(before.at)}, ${before.requestId}, ${before.routeId})`}
        order by at desc, request_id desc, route_id desc limit ${limit}`;
      return rows.map(rowOf);
    },
    usage: (playerId, from) => readUsage(sql, playerId, from),
  };
}

export function requestWrites(sql: Sql): RequestWrites {
  return {
    ...requestReads(sql),
    async append(rows) {
      await sql`
        insert into request_log (request_id, at, route_id, method, path, status, code, field, milliseconds, player_id, key_id)
        select unnest(lines(${lines(rows, row => row.requestId)})),
          unnest(${moments(rows, row => row.at)}::text::timestamptz[]),
          unnest(lines(${lines(rows, row => row.routeId)})), unnest(lines(${lines(rows, row => row.method)})),
          unnest(${texts(rows, row => row.path)}::text::text[]), unnest(${numbers(rows, row => row.status)}::text::smallint[]),
          unnest(lines(${lines(rows, row => row.code)})), unnest(${texts(rows, row => row.field)}::text::text[]),
          unnest(${numbers(rows, row => row.milliseconds)}::text::real[]), unnest(lines(${lines(rows, row => row.playerId)})),
          unnest(lines(${lines(rows, row => row.keyId)}))`;
    },
    async maintainPartitions(now, dropBefore) {
      await ensureDayPartitions(sql, 'request_log', now, 3);
      await dropPartitionsBefore(sql, 'request_log', dropBefore);
    },
  };
}

import { playerNo } from '../../exchange/postgres/orders.js';
import type { Sql } from '../../sql/pool.js';
import type { RequestUsage } from '../interface.js';

const maxOperations = 200;
const maxCodes = 50;
const maxKeys = 20;

type KeyUsage = RequestUsage['keys'][number];

export async function readUsage(sql: Sql, playerId: string, from: number): Promise<RequestUsage> {
  const own = sql`request_rows r join request_kinds k on k.no = r.kind
    where r.player = ${playerNo(sql, playerId)} and r.at >= ${new Date(from)}`;
  const counts = sql`count(*)::int as requests, count(*) filter (where k.status >= 400)::int as failed,
    count(*) filter (where k.status = 429)::int as "rateLimited"`;
  const [days, operations, codes, keys] = await Promise.all([
    sql<RequestUsage['days'][number][]>`
      select to_char(r.at at time zone 'UTC', 'YYYY-MM-DD') as day, ${counts} from ${own} group by 1 order by 1 desc`,
    sql<RequestUsage['operations'][number][]>`
      select k.route_id as "operationId", ${counts},
             percentile_disc(0.5) within group (order by r.milliseconds) as "p50Ms",
             percentile_disc(0.95) within group (order by r.milliseconds) as "p95Ms"
      from ${own} group by 1 order by 2 desc, 1 limit ${maxOperations}`,
    sql<RequestUsage['codes'][number][]>`
      select k.code, count(*)::int as requests from ${own} and k.code is not null
      group by 1 order by 2 desc, 1 limit ${maxCodes}`,
    sql<KeyUsage[]>`
      select g.id as "keyId", sum(requests)::int as requests, sum(failed)::int as failed,
        sum("rateLimited")::int as "rateLimited", json_agg(json_build_object('operationId', route_id, 'requests', requests)
          order by requests desc, route_id) as operations
      from (select r.key, k.route_id, ${counts} from ${own} and r.key is not null group by 1, 2) used
        join agent_keys g on g.no = used.key
      group by 1 order by 2 desc, 1 limit ${maxKeys}`,
  ]);
  const sum = (name: 'requests' | 'failed' | 'rateLimited') => days.reduce((total, day) => total + day[name], 0);
  const total = { requests: sum('requests'), failed: sum('failed'), rateLimited: sum('rateLimited') };
  return { total, days: [...days], operations: [...operations], keys: [...keys], codes: [...codes] };
}

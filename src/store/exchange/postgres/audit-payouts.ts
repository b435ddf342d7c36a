import { settlementOverdueMs } from '../../../domain/markets/settle-chunk.js';
import type { Sql } from '../../sql/pool.js';

/**
 * Markets that were resolved long ago and are not fully settled. Their books are consistent, but holders wait for their
 * credits, or the treasury for the remainder.
 */
export function payouts(sql: Sql, now: number) {
  return sql`
    with late as materialized (
      select m.event_id, m.resolution_version, m.settled_version,
             (select count(*) from position_rows p
               where p.market = m.no and p.settled_version < m.resolution_version) as unpaid
      from markets m
      where m.settled_version < m.resolution_version
        and (m.resolution->>'decidedAt')::bigint < ${now - settlementOverdueMs}
    )
    select 'settlement-overdue' as "check", event_id as subject, 0::bigint as expected, unpaid as actual
      from late where unpaid > 0
    union all
    select 'settlement-unfinished', event_id, resolution_version, settled_version from late where unpaid = 0`;
}

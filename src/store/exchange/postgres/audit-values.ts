import type { Sql } from '../../sql/pool.js';

/** Values that no row may have and that the tables have no constraints for. */
export function values(sql: Sql) {
  return sql`
    select 'order-values' as "check", id_of('ord', id) as subject, 1 as expected, 0 as actual from order_rows
      where amount <= 0 or least(filled_credits, filled_shares, remaining) < 0 or limit_bps not between 1 and 9999
        or order_side(side) is null or order_time_in_force(time_in_force) is null or order_status(status) is null
        or (cancel_reason is not null and order_cancel_reason(cancel_reason) is null)
        or length(client_order_id) not between 1 and 128
    union all
    select 'fill-values', id_of('trd', id), 1, 0 from fill_rows
      where least(shares, credits) < 0 or against not in ('m', 'o')
    union all
    select 'market-values', event_id, 1, 0 from markets
      where status not in ('scheduled', 'active', 'paused', 'closed', 'resolved', 'void') or sequence < 1
        or least(settling_total, settling_done) < 0 or (proposal is null and proposal_final_at is not null)`;
}

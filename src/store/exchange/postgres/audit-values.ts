import type { Sql } from '../../sql/pool.js';

/** Values of orders and fills that no row may have. The tables have no constraints for them, and the write desk asserts them. */
export function values(sql: Sql) {
  return sql`
    select 'order-values' as "check", id_of('ord', id) as subject, 1 as expected, 0 as actual from order_rows
      where amount <= 0 or least(filled_credits, filled_shares, remaining) < 0 or limit_bps not between 1 and 9999
        or order_side(side) is null or order_time_in_force(time_in_force) is null or order_status(status) is null
        or (cancel_reason is not null and order_cancel_reason(cancel_reason) is null)
        or length(client_order_id) not between 1 and 128
    union all
    select 'fill-values', id_of('trd', id), 1, 0 from fill_rows
      where least(shares, credits) < 0 or against not in ('m', 'o')`;
}

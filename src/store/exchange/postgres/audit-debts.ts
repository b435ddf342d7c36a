import type { Sql } from '../../sql/pool.js';

/** What every advance and repayment did to a debt. */
export function debtEntries(sql: Sql) {
  return sql`
    select replace(to_account, ':available', ':owed') as account, amount from transfers where kind = 'advance'
    union all
    select replace(from_account, ':available', ':owed'), -amount from transfers where kind = 'repayment'`;
}

/** A player who owes has no free credits and no resting buys: both would have repaid the debt. */
export function debts(sql: Sql) {
  return sql`
    select c."check", a.player_id as subject, 0::bigint as expected, c.actual
    from accounts a, lateral (values
        ('debt-beside-credits', a.available),
        ('debt-beside-orders', coalesce((
          select sum(o.remaining)::bigint from orders o join events e on e.id = o.event_id and not e.practice
          where o.player_id = a.player_id and o.status = 'open' and o.side = 'buy'), 0))
      ) as c("check", actual)
    where a.owed > 0 and c.actual > 0`;
}

import type { Sql } from '../../sql/pool.js';

/** The effect of every advance and repayment on a debt. */
export function debtEntries(sql: Sql) {
  return sql`
    select replace(ledger_account(to_account), ':available', ':owed') as account, amount from transfer_rows where kind = 'a'
    union all
    select replace(ledger_account(from_account), ':available', ':owed'), -amount from transfer_rows where kind = 'p'`;
}

/** A player in debt has no available credits and no resting buys: both would have repaid the debt. */
export function debts(sql: Sql) {
  return sql`
    select c."check", a.player_id as subject, 0::bigint as expected, c.actual
    from accounts a, lateral (values
        ('debt-beside-credits', a.available),
        ('debt-beside-orders', coalesce((
          select sum(o.remaining)::bigint from order_rows o join markets m on m.no = o.market
            join events e on e.id = m.event_id and not e.practice
          where o.player = a.no and o.status = 'o' and o.side = 'b'), 0))
      ) as c("check", actual)
    where a.owed > 0 and c.actual > 0`;
}

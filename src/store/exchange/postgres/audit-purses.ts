import type { Sql } from '../../sql/pool.js';

/** Every posting of the practice purse, with the sums of deleted events. */
export function practiceEntries(sql: Sql) {
  return sql`select to_account as account, amount from practice_transfers
    union all select from_account, -amount from practice_transfers
    union all select account, amount from practice_carried`;
}

/**
 * No transfer of one purse refers to an account of the other, and the visible practice balance equals the sum of its
 * postings. A market's event determines its purse.
 */
export function purses(sql: Sql) {
  const market = sql`case when t.from_account like 'market:%' then substr(t.from_account, 8)
    when t.to_account like 'market:%' then substr(t.to_account, 8) end`;
  return sql`
    select 'purse-crossing' as "check", transfer_kind(t.kind) || ' ' || coalesce(t.reference, id_of('ord', t.order_id)) as subject,
        0::numeric as expected, 1::numeric as actual
      from transfer_entries t join (
        select m.no::bigint * 8 + 3 as account from markets m join events e on e.id = m.event_id and e.practice
      ) p on p.account = t.from_account or p.account = t.to_account
    union all
    select 'purse-crossing', t.kind || ' ' || t.reference, 0, 1
      from practice_transfers t left join events e on e.practice and e.id = ${market}
      where not ((t.from_account ~ '(^practice-|:practice)' or t.from_account like 'market:%' and e.id is not null)
        and (t.to_account ~ '(^practice-|:practice)' or t.to_account like 'market:%' and e.id is not null))
    union all
    select 'practice-carried', 'arena', 0, sum(amount) from practice_carried having sum(amount) <> 0
    union all
    select 'practice-activity', player_id, coalesce(a.practice, 0), coalesce(seen.credits, 0)
      from accounts a full join (
        select player_id, sum(credits) as credits from (
          select player_id, credits from practice_activity
          union all select split_part(account, ':', 2), amount from practice_carried where account like 'player:%:practice'
        ) as both_parts group by player_id
      ) as seen using (player_id)
      where coalesce(a.practice, 0) <> coalesce(seen.credits, 0)`;
}

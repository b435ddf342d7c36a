import type { Sql } from '../../sql/pool.js';

/**
 * Stored private messages, and those that orders imply, against the count in the account: none beyond it, each number
 * once, and as many orders, trades and others in a row as its range says. Missing messages are legal: retention drops them
 * and storage can be switched off.
 */
export function messages(sql: Sql) {
  return sql`
    with implied as materialized (
      select o.player, o.message - count(f.order_id) as first, o.message as last,
             1 + case when min(f.message) = o.message - count(f.order_id) and max(f.message) = o.message - 1
               then count(distinct f.message) else 0 end as told
      from order_rows o left join fill_rows f
        on f.market = o.market and f.sequence = o.sequence and f.order_id = o.id and f.number is not null
      where o.message is not null group by o.player, o.id
    ), stored as materialized (
      select *, lag(last) over (partition by player order by last, first) as before
      from (
        select player, first, last, coalesce(json_array_length(others), 0) + coalesce(octet_length(orders), 0) / 34 as told
        from player_messages union all select * from implied
      ) k
    ), traded as materialized (
      select f.player, count(*) as told from fill_rows f cross join lateral (
          select k.first from player_messages k where k.player = f.player and k.last >= f.message order by k.last limit 1) k
      where k.first <= f.message and f.at >= (select min(at) from player_messages) group by f.player
    ), per_player as materialized (
      select player, max(last) as newest, sum(told) as told, sum(last - first + 1) as numbered,
             count(*) filter (where first <= before) as doubled
      from stored group by player
    )
    select c."check", coalesce(a.player_id, 'player ' || p.player) as subject, c.expected, c.actual
    from per_player p left join accounts a on a.no = p.player left join traded t on t.player = p.player,
      lateral (values
        ('account-messages', greatest(p.newest, a.messages), coalesce(a.messages, 0)),
        ('message-rows', p.numbered, p.told + coalesce(t.told, 0)),
        ('message-numbers', 0, p.doubled)
      ) as c("check", expected, actual)
    where c.expected <> c.actual
    union all
    -- A message about an order that traded again in its transaction shows it as it was after that.
    select 'implied-messages', 'order ' || o.id, 0, count(*)
    from order_rows o join fill_rows f
      on f.order_id = o.id and f.market = o.market and f.number is null
      and f.sequence > o.sequence and f.sequence <= o.sequence + o.sequences_after
    where o.message is not null group by o.id
    union all
    select 'implied-sequence', 'order ' || o.id, m.sequence, coalesce(o.sequence + o.sequences_after, -1)
    from order_rows o join markets m on m.no = o.market
    where (o.message is null) <> (o.sequences_after is null) or o.sequences_after < 0
      or o.sequence + o.sequences_after > m.sequence`;
}

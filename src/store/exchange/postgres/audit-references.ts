import type { Sql } from '../../sql/pool.js';

/**
 * References to players, events, orders and fills have no foreign keys and are checked here. Entries without details are
 * derived from their order, and those of trades also from their fill.
 */
export function references(sql: Sql) {
  const holding = sql`concat_ws('/', coalesce(m.event_id, p.market::text), coalesce(a.player_id, p.player::text), p.outcome)`;
  return sql`
    select 'order-event' as "check", id_of('ord', o.id) as subject, 1 as expected, 0 as actual from order_rows o
      where not exists (select 1 from markets m where m.no = o.market)
    union all
    select 'order-player', id_of('ord', o.id), 1, 0 from order_rows o
      where not exists (select 1 from accounts a where a.no = o.player)
    union all
    select c."check", ${holding}, 1, 0
      from position_rows p left join markets m on m.no = p.market left join accounts a on a.no = p.player,
        lateral (values ('position-event', m.no), ('position-player', a.no)) as c("check", found)
      where (m.no is null or a.no is null) and c.found is null
    union all
    select 'fill-order', id_of('trd', f.id), 1, 0
      from fill_rows f left join order_rows o on o.player = f.player and o.id = f.order_id
      where (f.market, f.outcome, f.side) is distinct from (o.market, o.outcome, o.side)
        or (f.number is not null) <> (f.sequence = o.sequence)
    union all
    select 'entry-order', id_of('act', c.id), 1, 0 from activity_rows c
      where c.details is null and c.kind in ('o', 't', 'c')
        and not exists (select 1 from order_rows o where o.player = c.player and o.id = c.order_id)
    union all
    select 'entry-fill', id_of('act', c.id), 1, 0
      from activity_rows c left join fill_rows f on f.player = c.player and f.message = c.message
      where c.details is null and c.kind = 't' and f.order_id is distinct from c.order_id`;
}

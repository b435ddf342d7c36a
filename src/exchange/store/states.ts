import { numbers, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { Against } from '../../engine/place-order.js';
import type { RestingOrder, Side } from '../../engine/resting-queue.js';
import {
  type EventColumns,
  eventOf,
  type MarketColumns,
  marketOf,
  resolutionOf,
} from '../../events/store/event-rows.js';
import type { Bps } from '../../kernel/units.js';
import { idOf } from './compact/ids.js';
import type { KnownBook, LiveTrade, MarketState } from './rows.js';

type OrderCells = [string, string, Side, number, number, number, number, number | null];

type TradeCells = [string, number, Side, number, number, number, Against, string, number, number, number[]];

interface BookColumns {
  since: number | null;
  resting: OrderCells[];
  ended: string[];
  open_ids: string[] | null;
  newest: TradeCells[];
}

/** More changes than this, and than open orders, take longer to read than the whole book. */
const maxChanges = 64;

/**
 * Reads markets in any order and omits unknown ids. One statement reads row, orders and trades, so each market is at one
 * sequence. If little has changed since the sequence of the caller's book, only the changes are read: new orders have a
 * higher sequence, and filled ones have fills with a higher sequence. If the number of open orders shows that others have
 * ended, the ids of all open ones are read.
 */
export async function states({ sql }: Reader, books: readonly KnownBook[], trades: number): Promise<MarketState[]> {
  const rows = await sql<(EventColumns & MarketColumns & BookColumns)[]>`
    select e.*, m.*, ${resolutionOf(sql)} as resolution, b.since, d.resting, d.ended,
      case when b.since is not null and w.orders + d.added - d.removed <> m.open_orders then (
        select coalesce(json_agg(o.id), '[]'::json) from orders o where o.market = m.number and o.status = 'open') end as open_ids,
      case when m.last_trade_at is null or ${trades}::integer = 0 then '[]'::json else coalesce((
        select json_agg(json_build_array(f.id, f.outcome, f.side, f.shares, f.credits, f.price_bps, f.against,
          a.player_id, f.sequence, ${milliseconds(sql, 'f.at')}, f.prices_bps))
        from (
          select * from fills f where f.market = m.number and f.number is not null
          order by f.sequence desc, f.id desc limit ${trades}::integer) f join accounts a on a.number = f.player), '[]'::json) end as newest
    from unnest(${words(books, ({ eventId }) => eventId)}::text::text[],
      ${numbers(books, ({ sequence }) => sequence ?? -1)}::text::bigint[],
      ${numbers(books, ({ orders }) => orders)}::text::bigint[]) as w(event_id, sequence, orders)
    join markets m on m.event_id = w.event_id join events e on e.id = m.event_id
    cross join lateral (
      select case when w.sequence between 0 and m.sequence
        and m.sequence - w.sequence <= greatest(${maxChanges}::integer, m.open_orders) then w.sequence end as since) b
    cross join lateral (
      select coalesce(json_agg(json_build_array(o.id, a.player_id, o.side, o.outcome, o.limit_bps, o.remaining, o.sequence,
          ${milliseconds(sql, 'o.expires_at')})) filter (where o.status = 'open'), '[]'::json) as resting,
        coalesce(json_agg(o.id) filter (where o.status <> 'open'), '[]'::json) as ended,
        count(*) filter (where o.sequence > b.since) as added, count(*) filter (where o.status <> 'open') as removed
      from (
        select o.* from orders o
        where m.open_orders > 0 and o.market = m.number and o.status = 'open' and o.sequence > coalesce(b.since, -1)
        union all
        select o.* from (
          select distinct f.player, f.order_id from fills f
          where b.since is not null and f.market = m.number and f.sequence > b.since and f.number is null) f
        join orders o on o.player = f.player and o.id = f.order_id and o.sequence <= b.since) o
      join accounts a on a.number = o.player) d`;
  return rows.map(
    (row): MarketState => ({
      event: eventOf(row),
      market: marketOf(row),
      since: row.since,
      orders: row.resting.map(orderOf),
      ended: row.ended.map(id => idOf('ord', id)),
      openIds: row.open_ids?.map(id => idOf('ord', id)) ?? null,
      trades: row.newest.map(tradeOf),
    }),
  );
}

function milliseconds(sql: Sql, column: string) {
  return sql`floor(extract(epoch from ${sql(column)}) * 1000)::bigint`;
}

function orderOf([id, playerId, side, outcome, limitBps, remaining, seq, expiresAt]: OrderCells): RestingOrder {
  const order = { playerId, outcome, limitBps: limitBps as Bps, remaining, seq, expiresAt };
  return { id: idOf('ord', id), side, ...order };
}

function tradeOf(cells: TradeCells): LiveTrade {
  const [id, outcome, side, shares, credits, priceBps, against, playerId, sequence, at, pricesBps] = cells;
  const trade = { outcome, shares, credits, priceBps, playerId, sequence, at, pricesBps };
  return { id: idOf('trd', id), side, against, ...trade };
}

import type { PlayerMessage } from '../../exchange/message-interface.js';
import { againstOf, sideOf } from '../../exchange/postgres/compact/codes.js';
import { idOf, uuidOf } from '../../exchange/postgres/compact/ids.js';
import { decodeOrders, type OrderState } from '../../exchange/postgres/compact/order-messages.js';
import { playerNo } from '../../exchange/postgres/orders.js';
import { words } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { OwnPage, StoredMessages } from '../interface.js';

interface MessageColumns {
  first: number;
  last: number;
  at: number;
  orders: string | null;
  others: PlayerMessage[] | null;
}

interface TouchedColumns {
  order_id: string;
  event_id: string;
  id: string | null;
  outcome: number;
  side: string;
  shares: number;
  credits: number;
  price_bps: number;
  against: string;
  sequence: number;
  message: number;
}

/** Numbers have no gaps, so they bound the rows with the first messages. */
async function readRows(sql: Sql, playerId: string, after: number, limit: number) {
  const [row] = await sql<{ last: number; rows: MessageColumns[] | null }[]>`
    select a.messages as last, (
      select json_agg(t) from (
        select m.first, m.last, encode(m.orders, 'hex') as orders, m.others, floor(extract(epoch from m.at) * 1000)::bigint as at
        from player_messages m
        where m.player = a.no and m.last > ${after} and m.first <= ${after}::bigint + ${limit}
        order by m.last limit ${limit}
      ) t
    ) as rows
    from accounts a where a.player_id = ${playerId}`;
  return row ?? null;
}

/** The events of orders, and their fills whose messages are within these numbers. */
function readTouched(sql: Sql, playerId: string, orderIds: readonly string[], first: number, last: number) {
  return sql<TouchedColumns[]>`
    select o.id as order_id, m.event_id, f.id, f.outcome, f.side, f.shares, f.credits, f.price_bps, f.against, f.sequence, f.message
    from order_rows o join markets m on m.no = o.market
      left join lateral (select * from order_fills(o) f where f.message between ${first} and ${last}) f on true
    where o.player = ${playerNo(sql, playerId)} and o.id = any(${words(orderIds, uuidOf)}::text::uuid[])`;
}

function tradeOf(row: TouchedColumns): PlayerMessage {
  return {
    kind: 'trade',
    id: idOf('trd', row.id as string),
    orderId: idOf('ord', row.order_id),
    eventId: row.event_id,
    outcome: row.outcome,
    side: sideOf(row.side),
    shares: row.shares,
    credits: row.credits,
    priceBps: row.price_bps,
    against: againstOf(row.against),
    sequence: row.sequence,
  };
}

/** Private messages: stored grants and settlements, then trades, then orders, as numbered by the transaction. */
export async function readOwn(sql: Sql, playerId: string, after: number, limit: number): Promise<OwnPage | null> {
  const page = await readRows(sql, playerId, after, limit);
  if (!page) return null;
  const rows = (page.rows ?? []).map(row => ({ ...row, states: decodeOrders(row.orders ?? '') }));
  const orderIds = [...new Set(rows.flatMap(row => row.states.map(state => state.orderId)))];
  if (orderIds.length === 0)
    return { last: page.last, rows: rows.map(row => messagesOf(playerId, row, [], new Map())) };
  const touched = await readTouched(sql, playerId, orderIds, rows[0].first, rows[rows.length - 1].last);
  const events = new Map(touched.map(row => [idOf('ord', row.order_id), row.event_id]));
  const trades = touched.filter(row => row.id !== null).sort((a, b) => a.message - b.message);
  return { last: page.last, rows: rows.map(row => messagesOf(playerId, row, trades, events)) };
}

function messagesOf(
  playerId: string,
  { first, last, at, others, states }: MessageColumns & { readonly states: readonly OrderState[] },
  trades: readonly TouchedColumns[],
  events: ReadonlyMap<string, string>,
): StoredMessages {
  const own = trades.filter(({ message }) => message >= first && message <= last).map(tradeOf);
  const orders = states.map((state): PlayerMessage => {
    const { orderId, status, remaining, cancelReason, sequence } = state;
    const eventId = events.get(orderId) ?? '';
    return { kind: 'order', orderId, eventId, status, remaining, cancelReason, sequence };
  });
  return { playerId, first, last, at, messages: [...(others ?? []), ...own, ...orders] };
}

import { words } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import { againstOf, reasonOf, sideOf, statusOf } from '../../exchange/store/compact/codes.js';
import { idOf, uuidOf } from '../../exchange/store/compact/ids.js';
import { decodeOrders, type OrderState } from '../../exchange/store/compact/order-messages.js';
import { maxOwnTrades } from '../../exchange/store/implied-messages.js';
import { playerNo } from '../../exchange/store/orders.js';
import type { PlayerMessage } from '../../exchange/store-interface.js';
import type { OwnPage, StoredMessages } from '../store-interface.js';

interface MessageColumns {
  first: number;
  last: number;
  at: number;
  orders: string | null;
  others: PlayerMessage[] | null;
  /** The state of an order that implies its messages. */
  implied: {
    readonly id: string;
    readonly status: string;
    readonly remaining: number;
    readonly cancelReason: string | null;
    readonly sequence: number;
  } | null;
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

/** No transaction that numbers messages takes this long. */
const maxTransactionMs = 60_000;
const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The ids of a time begin with its milliseconds; `fill` is the digit of the rest. */
const idAt = (sql: Sql, time: SqlPart, shiftMs: number, fill: '0' | 'f') =>
  sql`(lpad(to_hex(greatest(0, floor(extract(epoch from ${time}) * 1000)::bigint + ${shiftMs})), 12, '0') || repeat(${fill}, 20))::uuid`;

/**
 * A condition for orders `o` of account `a` with messages in a range. Orders are found by id, so the range of numbers is converted
 * to one of ids: from the newest message before it to the oldest after it, among the stored rows and the orders in the index, which
 * has each 31st message. A transaction reads its time before it locks the accounts and numbers the messages after that, so an order
 * may have a higher number and a lower id than another; the ids of a minute more are read at both ends.
 */
function nearInTime(sql: Sql, after: number, last: number): SqlPart {
  const earlier = (time: SqlPart) => idAt(sql, time, -maxTransactionMs, '0');
  const later = (time: SqlPart) => idAt(sql, time, maxTransactionMs, 'f');
  return sql`
    and o.id >= greatest(${lowestId}::text::uuid, (
        select ${earlier(sql`i.created_at`)} from order_rows i
        where i.player = a.no and i.message % 31 = 0 and i.message <= ${after} order by i.message desc limit 1), (
        select ${earlier(sql`m.at`)} from player_messages m where m.player = a.no and m.last <= ${after} order by m.last desc limit 1))
      and o.id <= least(${highestId}::text::uuid, (
        select ${later(sql`i.created_at`)} from order_rows i
        where i.player = a.no and i.message % 31 = 0 and i.message > ${last} order by i.message limit 1), (
        select ${later(sql`m.at`)} from player_messages m where m.player = a.no and m.last > ${last} and m.first > ${last}
        order by m.last limit 1))`;
}

/** The page of a player's messages after a number; orders before `since` are not read. */
interface Wanted {
  readonly playerId: string;
  readonly after: number;
  readonly limit: number;
  readonly since: number;
}

/** Orders of account `a` that imply messages of the page. */
function implyingOrders(sql: Sql, { after, limit, since }: Wanted, isNear: boolean): SqlPart {
  const last = after + limit + maxOwnTrades;
  return sql`
    select * from order_rows o where o.player = a.no and o.message > ${after} and o.message <= ${last}
      and o.id >= ${idAt(sql, sql`${new Date(since)}::timestamptz`, -maxTransactionMs, '0')}
      ${isNear ? nearInTime(sql, after, last) : sql``}
    order by o.id limit ${limit === 0 ? 0 : limit + maxOwnTrades}`;
}

/**
 * The statement that reads the first rows after a number; a test checks its plan. Numbers have no gaps, so they bound the
 * rows with the first messages. With `isNear`, orders are searched for near the time of the messages.
 */
export function ownRowsStatement(sql: Sql, wanted: Wanted, isNear: boolean): SqlPart {
  const { playerId, after, limit } = wanted;
  return sql`
    select a.messages as last, (
      select json_agg(t order by t.last) from (
        (select m.first, m.last, encode(m.orders, 'hex') as orders, m.others, floor(extract(epoch from m.at) * 1000)::bigint as at,
          null::json as implied
        from player_messages m
        where m.player = a.no and m.last > ${after} and m.first <= ${after}::bigint + ${limit}
        order by m.last limit ${limit})
        union all
        (select o.message - f.trades, o.message, null, null, floor(extract(epoch from o.created_at) * 1000)::bigint,
          json_build_object('id', replace(o.id::text, '-', ''), 'sequence', o.sequence + o.sequences_after,
            'status', case when o.rested then 'o' else o.status end,
            'cancelReason', case when o.rested then null else o.cancel_reason end,
            'remaining', case when o.rested then o.amount - f.filled else o.remaining end)
        from (${implyingOrders(sql, wanted, isNear)}) o cross join lateral (
          select count(*) as trades, coalesce(sum(case o.side when 'b' then f.credits else f.shares end), 0)::bigint as filled
          from fill_rows f where f.market = o.market and f.sequence = o.sequence and f.order_id = o.id and f.number is not null
        ) f
        where o.message - f.trades <= ${after}::bigint + ${limit})
      ) t
    ) as rows
    from accounts a where a.player_id = ${playerId}`;
}

type RowsColumns = { readonly last: number; readonly rows: readonly MessageColumns[] | null };

/** Whether messages of the page are missing. */
function hasGap({ last, rows }: RowsColumns, { after, limit }: Wanted): boolean {
  let next = after + 1;
  for (const row of rows ?? []) {
    if (row.first > next) return true;
    next = row.last + 1;
  }
  return next <= Math.min(last, after + limit);
}

/** A clock that was set back by more than a minute separates numbers from times: then all orders of the retention are searched. */
async function readRows(sql: Sql, wanted: Wanted): Promise<RowsColumns | null> {
  const [row] = await sql<RowsColumns[]>`${ownRowsStatement(sql, wanted, true)}`;
  if (!row || !hasGap(row, wanted)) return row ?? null;
  return (await sql<RowsColumns[]>`${ownRowsStatement(sql, wanted, false)}`)[0] ?? null;
}

function statesOf({ orders, implied }: MessageColumns): OrderState[] {
  if (!implied) return decodeOrders(orders ?? '');
  const { id, status, remaining, cancelReason, sequence } = implied;
  return [
    {
      orderId: idOf('ord', id),
      status: statusOf(status),
      remaining,
      cancelReason: reasonOf(cancelReason),
      sequence,
    },
  ];
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

/** Private messages: grants and settlements, then trades, then orders, as numbered by the transaction. */
export async function readOwn(sql: Sql, wanted: Wanted): Promise<OwnPage | null> {
  const { playerId } = wanted;
  const page = await readRows(sql, wanted);
  if (!page) return null;
  const rows = (page.rows ?? []).map(row => ({ ...row, states: statesOf(row) }));
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

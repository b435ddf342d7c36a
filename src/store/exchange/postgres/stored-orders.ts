import { lines } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { FillRow, ReplyCore, StoredOrder } from '../interface.js';
import { type OrderColumns, orderColumns, orderOf } from './orders.js';

interface Columns extends OrderColumns {
  body_digest: string;
  reply: ReplyCore;
  first_fills: FillRow[] | null;
}

/** Returns an order as its first reply showed it: the stored reply overrides later changes. */
function storedOrder(row: Columns): StoredOrder {
  const { available, sequence, priceBps, warnings = [], ...end } = row.reply;
  const order = orderOf(row);
  return {
    playerId: row.player_id,
    clientOrderId: row.client_order_id,
    bodyDigest: row.body_digest,
    result: {
      order: { ...order, ...end, updatedAt: order.createdAt },
      fills: row.first_fills ?? [],
      available,
      sequence,
      priceBps,
      warnings,
    },
  };
}

/** Looks up orders by client order id. The public fills are those that the order made on arrival. */
export async function ordersByClientId(
  sql: Sql,
  ids: readonly { readonly playerId: string; readonly clientOrderId: string }[],
): Promise<StoredOrder[]> {
  if (ids.length === 0) return [];
  const rows = await sql<Columns[]>`
    select ${orderColumns(sql)}, encode(body_digest, 'hex') as body_digest, reply, (
      select json_agg(json_build_object('id', f.id, 'at', floor(extract(epoch from f.at) * 1000), 'shares', f.shares,
        'credits', f.credits, 'priceBps', f.price_bps, 'against', f.against) order by f.at, f.id)
      from fills f where f.order_id = orders.id and f.public) as first_fills
    from orders where (player_id, client_order_id) in (
      select unnest(lines(${lines(ids, id => id.playerId)})), unnest(lines(${lines(ids, id => id.clientOrderId)})))`;
  return rows.map(storedOrder);
}

import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { Against, CancelReason, OrderRecord } from '../../engine/place-order.js';
import type { Side } from '../../engine/resting-queue.js';
import { idOf } from '../../exchange/store/compact/ids.js';
import type { PlayerMessage } from '../../exchange/store/rows.js';
import type { OwnPage } from './rows.js';

interface MessageColumns {
  readonly number: number;
  readonly at: number;
  readonly kind: PlayerMessage['kind'];
  readonly sequence: number;
  readonly remaining: number;
  readonly status: OrderRecord['status'];
  readonly cancel_reason: CancelReason | null;
  readonly order_id: string;
  readonly trade_id: string;
  readonly details: PlayerMessage;
  readonly event_id: string;
  readonly outcome: number;
  readonly side: Side;
  readonly shares: number;
  readonly credits: number;
  readonly price_bps: number;
  readonly against: Against;
}

/** The statement that reads the first messages after a number; a test checks its plan. */
export function ownMessagesStatement(sql: Sql, playerId: string, after: number, limit: number): SqlPart {
  return sql`
    select a.messages as last, (
      select json_agg(t order by t.number) from (
        select k.number, floor(extract(epoch from k.at) * 1000)::bigint as at, k.kind, k.sequence, k.remaining, k.status,
          k.cancel_reason, k.order_id, k.trade_id, k.details, m.event_id, f.outcome, f.side, f.shares, f.credits, f.price_bps, f.against
        from (select * from player_messages where player = a.number and number > ${after} order by number limit ${limit}) k
          left join markets m on m.number = k.market
          left join fills f on f.market = k.market and f.sequence = k.sequence and f.id = k.trade_id
      ) t
    ) as messages
    from accounts a where a.player_id = ${playerId}`;
}

function messageOf(row: MessageColumns): PlayerMessage {
  if (row.kind !== 'order' && row.kind !== 'trade') return row.details;
  const { sequence, remaining, event_id: eventId } = row;
  const orderId = idOf('ord', row.order_id);
  if (row.kind === 'order') {
    return {
      kind: 'order',
      orderId,
      eventId,
      status: row.status,
      remaining,
      cancelReason: row.cancel_reason,
      sequence,
    };
  }
  return {
    kind: 'trade',
    id: idOf('trd', row.trade_id),
    orderId,
    eventId,
    outcome: row.outcome,
    side: row.side,
    shares: row.shares,
    credits: row.credits,
    priceBps: row.price_bps,
    against: row.against,
    sequence,
  };
}

/** Null if the account does not exist. Messages from before the retention may be missing. */
export async function messagesOf(
  { sql }: Reader,
  playerId: string,
  after: number,
  limit: number,
): Promise<OwnPage | null> {
  const [page] = await sql<
    { last: number; messages: MessageColumns[] | null }[]
  >`${ownMessagesStatement(sql, playerId, after, limit)}`;
  if (!page) return null;
  const messages = page.messages ?? [];
  return {
    last: page.last,
    messages: messages.map(row => ({ number: row.number, at: row.at, message: messageOf(row) })),
  };
}

import type { RestingOrder, Side } from '../../../domain/exchange/engine/resting-queue.js';
import type { Against, OrderRecord } from '../../../domain/exchange/order.js';
import type { Bps, Microcredits, Microshares } from '../../../domain/units.js';
import type { Sql } from '../../sql/pool.js';
import type { OrderReads, OrderRow } from '../interface.js';

export interface OrderColumns {
  id: string;
  player_id: string;
  client_order_id: string;
  event_id: string;
  outcome: number;
  side: Side;
  time_in_force: OrderRecord['timeInForce'];
  limit_bps: number;
  amount: number;
  filled_credits: number;
  filled_shares: number;
  remaining: number;
  status: OrderRecord['status'];
  cancel_reason: OrderRecord['cancelReason'];
  created_at: Date;
  updated_at: Date;
  expires_at: Date | null;
}

export function orderOf(row: OrderColumns): OrderRow {
  return {
    id: row.id,
    playerId: row.player_id,
    clientOrderId: row.client_order_id,
    marketId: row.event_id,
    outcome: row.outcome,
    side: row.side,
    timeInForce: row.time_in_force,
    limitBps: row.limit_bps as Bps,
    amount: row.amount,
    filledCredits: row.filled_credits as Microcredits,
    filledShares: row.filled_shares as Microshares,
    remaining: row.remaining,
    status: row.status,
    cancelReason: row.cancel_reason,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}

/** All columns except the stored reply, which is long and rarely needed. */
export function orderColumns(sql: Sql) {
  return sql`id, player_id, client_order_id, event_id, outcome, side, time_in_force, limit_bps, amount, filled_credits,
    filled_shares, remaining, status, cancel_reason, created_at, updated_at, expires_at`;
}

/** The columns of an open order that a book needs. */
interface RestingColumns {
  event_id: string;
  id: string;
  player_id: string;
  side: Side;
  outcome: number;
  limit_bps: number;
  remaining: number;
  sequence: number;
  expires_at: Date | null;
}

function restingColumns(sql: Sql) {
  return sql`event_id, id, player_id, side, outcome, limit_bps, remaining, sequence, expires_at`;
}

function restingOf(row: RestingColumns): RestingOrder & { readonly eventId: string } {
  return {
    eventId: row.event_id,
    id: row.id,
    playerId: row.player_id,
    side: row.side,
    outcome: row.outcome,
    limitBps: row.limit_bps as Bps,
    remaining: row.remaining,
    seq: row.sequence,
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}

type RestingReads = Pick<OrderReads, 'resting' | 'openBuys' | 'withOpenBuys' | 'oldestResting'>;

function restingReads(sql: Sql): RestingReads {
  return {
    async resting(eventIds) {
      const rows = await sql<RestingColumns[]>`
        select ${restingColumns(sql)} from orders where event_id = any(${eventIds as string[]}) and status = 'open'`;
      return rows.map(restingOf);
    },
    async openBuys(playerId, practice, limit) {
      const rows = await sql<RestingColumns[]>`
        select ${restingColumns(sql)} from orders o
        where player_id = ${playerId} and status = 'open' and side = 'buy'
          and exists (select 1 from events e where e.id = o.event_id and e.practice = ${practice})
        order by created_at desc, id desc limit ${limit}`;
      return rows.map(restingOf);
    },
    async withOpenBuys(playerIds, practice) {
      const rows = await sql<{ player_id: string }[]>`
        select distinct o.player_id from orders o join events e on e.id = o.event_id and e.practice = ${practice}
        where o.player_id = any(${playerIds as string[]}) and o.status = 'open' and o.side = 'buy'`;
      return new Set(rows.map(row => row.player_id));
    },
    async oldestResting(eventId, expiredBy, limit) {
      const rows = await sql<RestingColumns[]>`
        select ${restingColumns(sql)} from orders
        where event_id = ${eventId} and status = 'open'
          and (${expiredBy === null} or expires_at <= ${new Date(expiredBy ?? 0)})
        order by sequence limit ${limit}`;
      return rows.map(restingOf);
    },
  };
}

export function orderReads(sql: Sql): OrderReads {
  return {
    async find(orderId) {
      const [row] = await sql<OrderColumns[]>`select ${orderColumns(sql)} from orders where id = ${orderId}`;
      return row ? orderOf(row) : null;
    },
    async list({ playerId, status, eventId, clientOrderId, before, limit }) {
      const rows = await sql<OrderColumns[]>`
        select ${orderColumns(sql)} from orders
        where player_id = ${playerId}
          and (${status === 'all'} or status = ${status})
          and (${eventId}::text is null or event_id = ${eventId})
          and (${clientOrderId}::text is null or client_order_id = ${clientOrderId})
          and (${before === null} or (created_at, id) < (${new Date(before?.at ?? 0)}, ${before?.id ?? ''}))
        order by created_at desc, id desc limit ${limit}`;
      return rows.map(orderOf);
    },
    async fills(orderIds) {
      const rows = await sql<
        {
          order_id: string;
          id: string;
          at: Date;
          shares: number;
          credits: number;
          price_bps: number;
          against: Against;
        }[]
      >`select order_id, id, at, shares, credits, price_bps, against from fills
        where order_id = any(${orderIds as string[]}) order by at, id`;
      return rows.map(row => ({
        orderId: row.order_id,
        id: row.id,
        at: row.at.getTime(),
        shares: row.shares as Microshares,
        credits: row.credits as Microcredits,
        priceBps: row.price_bps as Bps,
        against: row.against,
      }));
    },
    async openEvents(playerId) {
      const rows = await sql<{ event_id: string }[]>`
        select distinct event_id from orders where player_id = ${playerId} and status = 'open' order by 1`;
      return rows.map(row => row.event_id);
    },
    async openOfRetired(limit) {
      const rows = await sql<{ player_id: string }[]>`
        select player_id from accounts a where a.retired
          and exists (select 1 from orders o where o.player_id = a.player_id and o.status = 'open')
        order by player_id limit ${limit}`;
      return rows.map(row => row.player_id);
    },
    ...restingReads(sql),
  };
}

import type { Against, OrderRecord } from '../../domain/orders/order.js';
import type { Bps, Microcredits, Microshares } from '../../domain/units.js';
import type { AccountRow, ActivityRow, OrderRow, PlayReads, PositionRow } from '../play-store.js';
import type { Clock } from './clock-time.js';
import type { Sql } from './connect.js';
import { eventReads } from './events.js';

export interface AccountColumns {
  retired: boolean;
  player_id: string;
  available: number;
  granted: number;
  last_grant_day: string;
  order_moments: number[];
  forecast_moments: number[];
  messages: number;
  practice: number;
  practice_topped_at: Date | null;
}

export function accountColumns(sql: Sql) {
  return sql`player_id, retired, available, granted, to_char(last_grant_day, 'YYYY-MM-DD') as last_grant_day, order_moments, forecast_moments, messages, practice, practice_topped_at`;
}

export function accountOf(row: AccountColumns): AccountRow {
  return {
    playerId: row.player_id,
    retired: row.retired,
    available: row.available as Microcredits,
    granted: row.granted as Microcredits,
    lastGrantDay: row.last_grant_day,
    practice: row.practice as Microcredits,
    practiceToppedAt: row.practice_topped_at?.getTime() ?? null,
    orderMoments: row.order_moments,
    forecastMoments: row.forecast_moments,
    messages: row.messages,
  };
}

export interface OrderColumns {
  id: string;
  player_id: string;
  client_order_id: string;
  event_id: string;
  outcome: number;
  side: 'buy' | 'sell';
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

/** Everything but the stored reply, which is long and rarely wanted. */
export function orderColumns(sql: Sql) {
  return sql`id, player_id, client_order_id, event_id, outcome, side, time_in_force, limit_bps, amount, filled_credits,
    filled_shares, remaining, status, cancel_reason, created_at, updated_at, expires_at`;
}

export interface PositionColumns {
  event_id: string;
  player_id: string;
  outcome: number;
  shares: number;
  reserved_shares: number;
  cost: number;
  realized_profit: number;
  paid: number;
  settled_version: number;
}

export function positionOf(row: PositionColumns): PositionRow {
  return {
    eventId: row.event_id,
    playerId: row.player_id,
    outcome: row.outcome,
    shares: row.shares as Microshares,
    reservedShares: row.reserved_shares as Microshares,
    cost: row.cost as Microcredits,
    realizedProfit: row.realized_profit as Microcredits,
    paid: row.paid as Microcredits,
    settledVersion: row.settled_version,
  };
}

function orderReads(sql: Sql): PlayReads['orders'] {
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
  };
}

export function accountReads(sql: Sql): PlayReads['accounts'] {
  return {
    async find(playerId) {
      const [row] = await sql<
        AccountColumns[]
      >`select ${accountColumns(sql)} from accounts where player_id = ${playerId}`;
      return row ? accountOf(row) : null;
    },
    async reserved(playerId) {
      const [row] = await sql<{ ordinary: number; practice: number }[]>`
        select coalesce(sum(o.remaining) filter (where not e.practice), 0)::bigint as ordinary,
          coalesce(sum(o.remaining) filter (where e.practice), 0)::bigint as practice
        from orders o join events e on e.id = o.event_id
        where o.player_id = ${playerId} and o.status = 'open' and o.side = 'buy'`;
      return { ordinary: row.ordinary, practice: row.practice };
    },
  };
}

function positionReads(sql: Sql): PlayReads['positions'] {
  const columns = sql`p.event_id, p.player_id, p.outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit, p.paid,
    p.settled_version`;
  return {
    async list(playerId) {
      const rows = await sql<PositionColumns[]>`
        select ${columns} from positions p where p.player_id = ${playerId} order by p.updated_at desc, p.event_id, p.outcome`;
      return rows.map(positionOf);
    },
    async page({ playerId, status, practice, after, limit }) {
      const wanted = {
        open: sql`and p.shares > 0 and m.resolution is null`,
        settled: sql`and m.resolution is not null`,
        all: sql``,
      };
      const behind = sql`and (p.event_id < ${after?.eventId ?? null} or p.event_id = ${after?.eventId ?? null} and p.outcome > ${after?.outcome ?? 0})`;
      const rows = await sql<PositionColumns[]>`
        select ${columns} from positions p join markets m on m.event_id = p.event_id
          join events e on e.id = p.event_id and e.practice = ${practice}
        where p.player_id = ${playerId} ${wanted[status]} ${after === null ? sql`` : behind}
        order by p.event_id desc, p.outcome limit ${limit}`;
      return rows.map(positionOf);
    },
  };
}

export function playReads(sql: Sql, clock: Clock): PlayReads {
  return {
    events: eventReads(sql, clock),
    accounts: accountReads(sql),
    orders: orderReads(sql),
    positions: positionReads(sql),
    activity: {
      async list(playerId, { practice, kinds, before, limit }) {
        const rows = await sql<
          {
            id: string;
            at: Date;
            player_id: string;
            kind: ActivityRow['kind'];
            credits: number;
            balance_after: number;
            event_id: string | null;
            order_id: string | null;
            details: ActivityRow['details'];
          }[]
        >`select id, at, player_id, kind, credits, balance_after, event_id, order_id, details
          from ${practice ? sql`practice_activity` : sql`activity`}
          where player_id = ${playerId} and kind = any(${kinds as string[]})
            and (${before === null} or (at, id) < (${new Date(before?.at ?? 0)}, ${before?.id ?? ''}))
          order by at desc, id desc limit ${limit}`;
        return rows.map(row => ({
          id: row.id,
          at: row.at.getTime(),
          playerId: row.player_id,
          kind: row.kind,
          credits: row.credits,
          balanceAfter: row.balance_after,
          eventId: row.event_id,
          orderId: row.order_id,
          details: row.details,
        }));
      },
    },
    arena: {
      async tradingPaused() {
        const [row] = await sql<{ value: boolean }[]>`select value from arena where name = 'trading_paused'`;
        return row.value;
      },
    },
  };
}

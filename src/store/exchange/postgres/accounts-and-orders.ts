import type { Against, OrderRecord } from '../../../domain/exchange/order.js';
import type { Bps, Microcredits, Microshares } from '../../../domain/units.js';
import { eventReads } from '../../markets/postgres/events.js';
import type { Clock } from '../../sql/clock-time.js';
import type { Sql, SqlPart } from '../../sql/pool.js';
import type { AccountRow, ActivityRow, OrderRow, PlayReads, Standing } from '../interface.js';
import { openPositions, positionReads, type ValuedColumns, valuedOf } from './positions.js';

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

type StandingColumns = AccountColumns & { heldOrdinary: number; heldPractice: number };

function standing(sql: Sql, playerId: string, more: SqlPart) {
  return sql`
    select ${accountColumns(sql)}, held.* ${more} from accounts, lateral (
      select coalesce(sum(o.remaining) filter (where not e.practice), 0)::bigint as "heldOrdinary",
        coalesce(sum(o.remaining) filter (where e.practice), 0)::bigint as "heldPractice"
      from orders o join events e on e.id = o.event_id
      where o.player_id = accounts.player_id and o.status = 'open' and o.side = 'buy'
    ) as held
    where player_id = ${playerId}`;
}

function standingOf(row: StandingColumns): Standing {
  return { account: accountOf(row), reserved: { ordinary: row.heldOrdinary, practice: row.heldPractice } };
}

export function accountReads(sql: Sql): PlayReads['accounts'] {
  return {
    async find(playerId) {
      const [row] = await sql<
        AccountColumns[]
      >`select ${accountColumns(sql)} from accounts where player_id = ${playerId}`;
      return row ? accountOf(row) : null;
    },
    async standing(playerId) {
      const [row] = await sql<StandingColumns[]>`${standing(sql, playerId, sql``)}`;
      return row ? standingOf(row) : null;
    },
    // Several statements would each look at another moment, and a trade in between would count twice or not at all.
    async worth(playerId, limit) {
      const open = openPositions(sql, { playerId, practice: false, after: null, limit });
      const holdings = sql`, (select json_agg(h)::text from (${open}) as h) as holdings`;
      const [row] = await sql<(StandingColumns & { holdings: string | null })[]>`${standing(sql, playerId, holdings)}`;
      if (!row) return null;
      const found = JSON.parse(row.holdings ?? '[]') as ValuedColumns[];
      return { ...standingOf(row), holdings: found.map(valuedOf) };
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

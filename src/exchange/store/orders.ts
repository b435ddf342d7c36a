import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { Against, CancelReason, OrderRecord } from '../../engine/place-order.js';
import type { RestingOrder, Side } from '../../engine/resting-queue.js';
import type { Bps, Microcredits, Microshares } from '../../kernel/units.js';
import { suspendedPlayers } from '../../players/suspensions.js';
import { cursorUuid, idOf, uuidOrNull } from './compact/ids.js';
import type { FillRow, OpenBuy, OrderFilter, OrderRow } from './rows.js';

/** Columns of orders with the ids of player and event. */
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
  cancel_reason: CancelReason | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date | null;
}

export function orderOf(row: OrderColumns): OrderRow {
  return {
    id: idOf('ord', row.id),
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

/** The number of a player, and of an event. */
export const playerNo = (sql: Sql, playerId: string) =>
  sql`(select number from accounts where player_id = ${playerId})`;
export const marketNo = (sql: Sql, eventId: string) => sql`(select number from markets where event_id = ${eventId})`;

/** Selects orders of `source`, rows of orders called o. */
export function selectOrders(sql: Sql, source: SqlPart, more: SqlPart = sql``) {
  return sql`select o.id, a.player_id, o.client_order_id, m.event_id, o.outcome, o.side, o.time_in_force, o.limit_bps, o.amount,
      o.filled_credits, o.filled_shares, o.remaining, o.status, o.cancel_reason, o.created_at, o.updated_at, o.expires_at ${more}
    from ${source} join accounts a on a.number = o.player join markets m on m.number = o.market`;
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

function selectResting(sql: Sql) {
  return sql`select m.event_id, o.id, a.player_id, o.side, o.outcome, o.limit_bps, o.remaining, o.sequence, o.expires_at
    from orders o join accounts a on a.number = o.player join markets m on m.number = o.market`;
}

function restingOf(row: RestingColumns): RestingOrder & { readonly eventId: string } {
  return {
    eventId: row.event_id,
    id: idOf('ord', row.id),
    playerId: row.player_id,
    side: row.side,
    outcome: row.outcome,
    limitBps: row.limit_bps as Bps,
    remaining: row.remaining,
    seq: row.sequence,
    expiresAt: row.expires_at?.getTime() ?? null,
  };
}

/** Resting buys of a player in practice events, or in all others, newest first. */
export async function openBuys(
  { sql }: Reader,
  playerId: string,
  practice: boolean,
  limit: number,
): Promise<OpenBuy[]> {
  const rows = await sql<RestingColumns[]>`${selectResting(sql)}
    join events e on e.id = m.event_id
    where o.player = ${playerNo(sql, playerId)} and o.status = 'open' and o.side = 'buy' and e.practice = ${practice}
    order by o.created_at desc, o.id desc limit ${limit}`;
  return rows.map(restingOf);
}

/** Those of the players with resting buys in practice events, or in all others. */
export async function withOpenBuys(
  { sql }: Reader,
  playerIds: readonly string[],
  practice: boolean,
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ player_id: string }[]>`
    select distinct a.player_id from accounts a join orders o on o.player = a.number and o.status = 'open' and o.side = 'buy'
      join markets m on m.number = o.market join events e on e.id = m.event_id and e.practice = ${practice}
    where a.player_id = any(${playerIds as string[]})`;
  return new Set(rows.map(row => row.player_id));
}

/** The oldest resting orders of a market; with a time, only those that have expired by then. */
export async function oldestResting(
  { sql }: Reader,
  eventId: string,
  expiredBy: number | null,
  limit: number,
): Promise<RestingOrder[]> {
  const rows = await sql<RestingColumns[]>`${selectResting(sql)}
    where o.market = ${marketNo(sql, eventId)} and o.status = 'open'
      and (${expiredBy === null} or o.expires_at <= ${new Date(expiredBy ?? 0)})
    order by o.sequence limit ${limit}`;
  return rows.map(restingOf);
}

interface FillColumns {
  id: string;
  at: Date;
  shares: number;
  credits: number;
  price_bps: number;
  against: Against;
}

export async function find({ sql }: Reader, playerId: string, orderId: string): Promise<OrderRow | null> {
  const uuid = uuidOrNull(orderId);
  if (uuid === null) return null;
  const [row] = await sql<OrderColumns[]>`${selectOrders(sql, sql`orders o`)}
    where o.player = ${playerNo(sql, playerId)} and o.id = ${uuid}::text::uuid`;
  return row ? orderOf(row) : null;
}

export async function list(
  { sql }: Reader,
  { playerId, status, eventId, clientOrderId, before, limit }: OrderFilter,
): Promise<OrderRow[]> {
  // Newest first: ids begin with the time of their order.
  const page = sql`(select * from orders o
    where o.player = ${playerNo(sql, playerId)}
      ${status === 'all' ? sql`` : sql`and o.status = ${status}::text::order_status`}
      ${eventId === null ? sql`` : sql`and o.market = ${marketNo(sql, eventId)}`}
      ${clientOrderId === null ? sql`` : sql`and o.client_order_id = ${clientOrderId}`}
      ${before === null ? sql`` : sql`and o.id < ${cursorUuid(before.id)}::text::uuid`}
    order by o.id desc limit ${limit}) o`;
  const rows = await sql<OrderColumns[]>`${selectOrders(sql, page)} order by o.id desc`;
  return rows.map(orderOf);
}

/** Fills of orders of one player, oldest first. */
export async function fills(
  { sql }: Reader,
  playerId: string,
  orderIds: readonly string[],
): Promise<(FillRow & { readonly orderId: string })[]> {
  const uuids = orderIds.flatMap(orderId => uuidOrNull(orderId) ?? []);
  const rows = await sql<(FillColumns & { order_id: string })[]>`
    select f.id, o.id as order_id, f.at, f.shares, f.credits, f.price_bps, f.against
    from orders o cross join lateral order_fills(o) f
    where o.player = ${playerNo(sql, playerId)} and o.id = any(${uuids}::text[]::uuid[]) order by f.at, f.id`;
  return rows.map(row => ({
    id: idOf('trd', row.id),
    orderId: idOf('ord', row.order_id),
    at: row.at.getTime(),
    shares: row.shares as Microshares,
    credits: row.credits as Microcredits,
    priceBps: row.price_bps as Bps,
    against: row.against,
  }));
}

/** Events in which a player has open orders. */
export async function openEvents({ sql }: Reader, playerId: string): Promise<string[]> {
  const rows = await sql<{ event_id: string }[]>`
    select distinct m.event_id from orders o join markets m on m.number = o.market
    where o.player = ${playerNo(sql, playerId)} and o.status = 'open' order by 1`;
  return rows.map(row => row.event_id);
}

/** Retired players with open orders. */
export async function openOfRetired({ sql }: Reader, limit: number): Promise<string[]> {
  const rows = await sql<{ player_id: string }[]>`
    select player_id from accounts a where (a.retired or a.player_id in ${suspendedPlayers(sql)})
      and exists (select 1 from orders o where o.player = a.number and o.status = 'open')
    order by player_id limit ${limit}`;
  return rows.map(row => row.player_id);
}

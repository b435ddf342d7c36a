import { type EventColumns, eventOf, type MarketColumns, marketOf } from '../../markets/postgres/event-rows.js';
import type { TransactionNotices } from '../../markets/postgres/market-channel.js';
import type { Clock } from '../../sql/clock-time.js';
import { lines } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { AccountRow, OutsideCredit, OutsideState, PlayBatch, PlayWrites } from '../interface.js';
import {
  type AccountColumns,
  accountColumns,
  accountOf,
  accountReads,
  type OrderColumns,
  orderColumns,
  orderOf,
} from './accounts-and-orders.js';
import { type PositionColumns, positionOf } from './positions.js';
import { saveBatch } from './save-batch.js';
import { ordersByClientId } from './stored-orders.js';

async function lockAccounts(sql: Sql, playerIds: readonly string[]): Promise<AccountRow[]> {
  const rows = await sql<AccountColumns[]>`
    select ${accountColumns(sql)} from accounts
    where player_id = any(lines(${lines(playerIds, id => id)})) order by player_id for update`;
  return rows.map(accountOf);
}

async function lockSequences(sql: Sql, clock: Clock, eventIds: readonly string[]) {
  const [rows, [{ now, paused }]] = await Promise.all([
    sql<{ event_id: string; sequence: number }[]>`
      select event_id, sequence from markets
      where event_id = any(lines(${lines(eventIds, id => id)})) order by event_id for update`,
    sql<{ now: number; paused: boolean }[]>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now,
             (select value from arena where name = 'trading_paused') as paused`,
  ]);
  const sequences = new Map(rows.map(row => [row.event_id, row.sequence]));
  return { sequences, now: clock ? clock() : now, tradingPaused: paused };
}

async function lockedMarkets(sql: Sql, eventIds: readonly string[]) {
  const rows = await sql<(EventColumns & MarketColumns)[]>`
    select e.*, m.* from markets m join events e on e.id = m.event_id where m.event_id = any(lines(${lines(eventIds, id => id)}))`;
  return rows.map(row => ({ event: eventOf(row), market: marketOf(row) }));
}

/** Whatever ends or fills an order locks the account of its player first, so this goes with the balances that were locked. */
async function practiceReserved(sql: Sql, playerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ player_id: string; held: number }[]>`
    select o.player_id, sum(o.remaining)::bigint as held from orders o join events e on e.id = o.event_id and e.practice
    where o.player_id = any(${playerIds as string[]}) and o.status = 'open' and o.side = 'buy'
    group by o.player_id`;
  const held = new Map(rows.map(row => [row.player_id, row.held]));
  return new Map(playerIds.map(playerId => [playerId, held.get(playerId) ?? 0]));
}

async function creditOutsiders(sql: Sql, amounts: readonly OutsideCredit[]): Promise<Map<string, OutsideState>> {
  if (amounts.length === 0) return new Map();
  const locked = lockAccounts(
    sql,
    amounts.map(entry => entry.playerId),
  );
  const credited = sql<(OutsideState & { player_id: string })[]>`
    update accounts a set available = a.available + c.amount, practice = a.practice + c.practice,
      messages = a.messages + c.messages
    from unnest(${amounts.map(entry => entry.playerId)}::text[], ${amounts.map(entry => entry.amount)}::bigint[],
      ${amounts.map(entry => entry.practice)}::bigint[], ${amounts.map(entry => entry.messages)}::bigint[])
      as c(player_id, amount, practice, messages)
    where a.player_id = c.player_id returning a.player_id, a.available, a.practice, a.messages`;
  const [, rows] = await Promise.all([locked, credited]);
  return new Map(rows.map(({ player_id, ...state }) => [player_id, state]));
}

/** `storing`: messages of private streams are kept, and not only counted. */
export function playWrites(sql: Sql, clock: Clock, notices: TransactionNotices, storing: boolean): PlayWrites {
  return {
    desk: {
      async lockMarkets(eventIds) {
        const [{ now, tradingPaused }, markets] = await Promise.all([
          lockSequences(sql, clock, eventIds),
          lockedMarkets(sql, eventIds),
        ]);
        return { markets, now, tradingPaused };
      },
      lockSequences: eventIds => lockSequences(sql, clock, eventIds),
      lockedMarkets: eventIds => lockedMarkets(sql, eventIds),
      lockAccounts: playerIds => lockAccounts(sql, playerIds),
      practiceReserved: playerIds => practiceReserved(sql, playerIds),
      ordersByClientId: ids => ordersByClientId(sql, ids),
      async ordersById(ids) {
        if (ids.length === 0) return [];
        const rows = await sql<
          OrderColumns[]
        >`select ${orderColumns(sql)} from orders where id = any(${ids as string[]})`;
        return rows.map(orderOf);
      },
      async openOrdersOf(pairs) {
        if (pairs.length === 0) return [];
        const rows = await sql<OrderColumns[]>`
          select ${orderColumns(sql)} from orders
          where status = 'open' and (player_id, event_id) in (
            select * from unnest(${pairs.map(pair => pair.playerId)}::text[], ${pairs.map(pair => pair.eventId)}::text[]))`;
        return rows.map(orderOf);
      },
      async positionsOf(pairs) {
        if (pairs.length === 0) return [];
        const rows = await sql<PositionColumns[]>`
          select p.event_id, p.player_id, p.outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit, p.paid, p.settled_version
          from positions p join (select unnest(lines(${lines(pairs, pair => pair.eventId)})) as event_id,
            unnest(lines(${lines(pairs, pair => pair.playerId)})) as player_id) wanted on p.event_id = wanted.event_id and p.player_id = wanted.player_id`;
        return rows.map(positionOf);
      },
      credit: amounts => creditOutsiders(sql, amounts),
      async save(batch: PlayBatch) {
        const told = batch.messages?.map(({ playerId }) => playerId);
        const kept = storing || !told ? batch : { ...batch, messages: [] };
        await Promise.all([saveBatch(sql, kept), ...notices.notifyNodes(batch.markets, told)]);
      },
    },
    accounts: {
      ...accountReads(sql),
      async retire(playerId) {
        await sql`update accounts set retired = true where player_id = ${playerId}`;
      },
      async open({ playerId, available, day }) {
        await sql`insert into accounts (player_id, available, granted, last_grant_day)
          values (${playerId}, ${available}, ${available}, ${day}::text::date)`;
      },
    },
  };
}

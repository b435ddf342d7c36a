import { type EventColumns, eventOf, type MarketColumns, marketOf } from '../../markets/postgres/event-rows.js';
import type { Clock } from '../../sql/clock-time.js';
import { lines } from '../../sql/columns.js';
import type { WriteScope } from '../../sql/feature-store.js';
import type { Sql } from '../../sql/pool.js';
import type { DeskWrites, PlayBatch } from '../interface.js';
import { cancelMoments, creditUnlocked, lockAccounts } from './accounts.js';
import { type OrderColumns, orderColumns, orderOf } from './orders.js';
import { type PositionColumns, positionOf } from './positions.js';
import { saveBatch } from './save-batch.js';
import { ordersByClientId } from './stored-orders.js';

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

/** Filling or ending an order locks its player's account first, so the sums match the locked balances. */
async function practiceReserved(sql: Sql, playerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ player_id: string; held: number }[]>`
    select o.player_id, sum(o.remaining)::bigint as held from orders o join events e on e.id = o.event_id and e.practice
    where o.player_id = any(${playerIds as string[]}) and o.status = 'open' and o.side = 'buy'
    group by o.player_id`;
  const held = new Map(rows.map(row => [row.player_id, row.held]));
  return new Map(playerIds.map(playerId => [playerId, held.get(playerId) ?? 0]));
}

export function deskWrites({ sql, clock, notices, streamStorage }: WriteScope): DeskWrites {
  return {
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
    cancelMoments: playerIds => cancelMoments(sql, playerIds),
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
    credit: amounts => creditUnlocked(sql, amounts),
    async save(batch: PlayBatch) {
      const players = batch.messages?.map(({ playerId }) => playerId);
      const stored = streamStorage || !players ? batch : { ...batch, messages: [] };
      await Promise.all([saveBatch(sql, stored), ...notices.notifyNodes(batch.markets, players)]);
    },
  };
}

import type { Clock } from '../../database/columns.js';
import { lines, words } from '../../database/columns.js';
import type { WriteScope } from '../../database/feature-store.js';
import type { Sql } from '../../database/pool.js';
import {
  type EventColumns,
  eventOf,
  type MarketColumns,
  marketOf,
  resolutionOf,
} from '../../events/store/event-rows.js';
import type { Microcredits, Microshares } from '../../kernel/units.js';
import type { DeskWrites, LoadedPosition, OwnedPair, PlayBatch } from '../store-interface.js';
import { creditUnlocked, lockAccounts, lockHolders } from './accounts.js';
import { RowNumbers } from './compact/row-numbers.js';
import { loadBatch } from './load-batch.js';
import { sendBatch } from './save-batch.js';

async function lockMarkets(sql: Sql, clock: Clock, eventIds: readonly string[]) {
  const ids = lines(eventIds, id => id);
  // Sent in this order, so that the reads follow the locks.
  const locked = sql`select 1 from markets where event_id = any(lines(${ids})) order by event_id for update`.execute();
  const state = sql<{ now: number; paused: boolean }[]>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now,
           (select value from settings where name = 'trading_paused') as paused`.execute();
  const [, [{ now, paused }], markets] = await Promise.all([locked, state, lockedMarkets(sql, eventIds)]);
  return { markets, now: clock ? clock() : now, tradingPaused: paused };
}

async function lockedMarkets(sql: Sql, eventIds: readonly string[]) {
  const rows = await sql<(EventColumns & MarketColumns)[]>`
    select e.*, m.*, ${resolutionOf(sql)} as resolution from markets m join events e on e.id = m.event_id where m.event_id = any(lines(${lines(eventIds, id => id)}))`;
  return rows.map(row => ({ event: eventOf(row), market: marketOf(row) }));
}

/** Filling or ending an order locks its player's account first, so the sums match the locked balances. */
async function practiceReserved(sql: Sql, playerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ player_id: string; held: number }[]>`
    select a.player_id, sum(o.remaining)::bigint as held
    from accounts a join orders o on o.player = a.number and o.status = 'open' and o.side = 'buy'
      join markets m on m.number = o.market join events e on e.id = m.event_id and e.practice
    where a.player_id = any(${playerIds as string[]}) group by a.player_id`;
  const held = new Map(rows.map(row => [row.player_id, row.held]));
  return new Map(playerIds.map(playerId => [playerId, held.get(playerId) ?? 0]));
}

interface HeldColumns {
  event_id: string;
  player_id: string;
  outcome: number;
  shares: number;
  reserved_shares: number;
  cost: number;
  realized_profit: number;
}

async function positionsOf(sql: Sql, pairs: readonly OwnedPair[]): Promise<LoadedPosition[]> {
  if (pairs.length === 0) return [];
  const rows = await sql<HeldColumns[]>`
    select m.event_id, a.player_id, p.outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit
    from unnest(${words(pairs, pair => pair.eventId)}::text::text[], ${words(pairs, pair => pair.playerId)}::text::text[])
        as w(event_id, player_id)
      join markets m on m.event_id = w.event_id join accounts a on a.player_id = w.player_id
      join positions p on p.market = m.number and p.player = a.number`;
  return rows.map(row => ({
    eventId: row.event_id,
    playerId: row.player_id,
    outcome: row.outcome,
    shares: row.shares as Microshares,
    reservedShares: row.reserved_shares as Microshares,
    cost: row.cost as Microcredits,
    realizedProfit: row.realized_profit as Microcredits,
  }));
}

export function deskWrites({ sql, clock, notices, streamStorage, committedNumbers }: WriteScope): DeskWrites {
  const numbers = new RowNumbers(sql, committedNumbers);
  return {
    lockMarkets: eventIds => lockMarkets(sql, clock, eventIds),
    load: request => loadBatch(sql, clock, numbers, request),
    lockAccounts: playerIds => lockAccounts(sql, numbers, playerIds),
    lockHolders: filter => lockHolders(sql, numbers, filter),
    practiceReserved: playerIds => practiceReserved(sql, playerIds),
    positionsOf: pairs => positionsOf(sql, pairs),
    credit: amounts => creditUnlocked(sql, numbers, amounts),
    async save(batch: PlayBatch) {
      const players = batch.messages?.map(({ playerId }) => playerId);
      await sendBatch(sql, batch, numbers, streamStorage);
      for (const statement of notices.notifyNodes(batch.markets, players)) statement.execute();
    },
  };
}

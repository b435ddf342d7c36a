import { lines, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Transaction } from '../../database/store.js';
import {
  type EventColumns,
  eventOf,
  type MarketColumns,
  marketOf,
  resolutionOf,
} from '../../events/store/event-rows.js';
import type { EventWithMarket } from '../../events/store/rows.js';
import type { Microcredits, Microshares } from '../../kernel/units.js';
import type { LoadedPosition, OwnedPair, PlayBatch } from './rows.js';
import { sendBatch } from './save-batch.js';

/** Locks in id order. `now` is the time of the database's clock when the locks were acquired. */
export async function lockMarkets(
  { sql, clock }: Transaction,
  eventIds: readonly string[],
): Promise<{ markets: EventWithMarket[]; now: number; tradingPaused: boolean }> {
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

/**
 * The practice credits that open buys reserve, for each of the players, whose accounts are locked. Filling or ending
 * an order locks its player's account first, so the sums match the locked balances.
 */
export async function practiceReserved(
  { sql }: Transaction,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ player_id: string; held: number }[]>`
    select a.player_id, sum(o.remaining)::bigint as held
    from accounts a join orders o on o.player = a.number and o.status = 'open' and o.side = 'buy'
      join markets m on m.number = o.market join events e on e.id = m.event_id and e.practice
    where a.player_id = any(${playerIds as string[]}) group by a.player_id`;
  const reserves = new Map(rows.map(row => [row.player_id, row.held]));
  return new Map(playerIds.map(playerId => [playerId, reserves.get(playerId) ?? 0]));
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

export async function positionsOf({ sql }: Transaction, pairs: readonly OwnedPair[]): Promise<LoadedPosition[]> {
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

/**
 * Resolves when all statements are sent, so that the commit follows in the same round trip. A failure fails the
 * transaction.
 */
export async function save({ sql, notices, streamStorage, numbers }: Transaction, batch: PlayBatch): Promise<void> {
  const players = batch.messages?.map(({ playerId }) => playerId);
  await sendBatch(sql, batch, numbers, streamStorage);
  for (const statement of notices.notifyNodes(batch.markets, players)) statement.execute();
}

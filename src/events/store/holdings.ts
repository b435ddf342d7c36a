import type { Sql } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { Holding } from '../../engine/settle-chunk.js';
import type { Microcredits, Microshares } from '../../kernel/units.js';
import type { HoldingFilter } from './rows.js';

const beforeAll = { playerId: '', outcome: -1 };

interface HoldingColumns {
  player_id: string;
  outcome: number;
  shares: number;
  cost: number;
  realized_profit: number;
  paid: number;
  settled_version: number;
}

function holdingOf(row: HoldingColumns): Holding {
  return {
    playerId: row.player_id,
    outcome: row.outcome,
    shares: row.shares as Microshares,
    cost: row.cost as Microcredits,
    realizedProfit: row.realized_profit as Microcredits,
    paid: row.paid as Microcredits,
    settledVersion: row.settled_version,
  };
}

/** Selects the rows of one page, with their players' numbers. */
export function holdingPage(sql: Sql, { eventId, version, after, limit }: HoldingFilter) {
  const { playerId, outcome } = after ?? beforeAll;
  return sql`select p.player, p.outcome, p.shares, p.cost, p.realized_profit, p.paid, p.settled_version
    from positions p where p.market = (select number from markets where event_id = ${eventId}) and p.settled_version < ${version}
      and (p.player, p.outcome) > (coalesce((select number from accounts where player_id = ${playerId}), 0), ${outcome}::int)
    order by p.player, p.outcome limit ${limit}`;
}

/** In the order of players and outcomes. */
export async function holdings({ sql }: Reader, filter: HoldingFilter): Promise<Holding[]> {
  const rows = await sql<HoldingColumns[]>`
    select p.*, a.player_id from (${holdingPage(sql, filter)}) p join accounts a on a.number = p.player
    order by p.player, p.outcome`;
  return rows.map(holdingOf);
}

/** Those of one player that were settled by an earlier version, or by none. */
export async function holdingsOf(
  { sql }: Reader,
  eventId: string,
  playerId: string,
  version: number,
): Promise<Holding[]> {
  const rows = await sql<HoldingColumns[]>`
    select a.player_id, p.outcome, p.shares, p.cost, p.realized_profit, p.paid, p.settled_version
    from accounts a join positions p on p.player = a.number
    where a.player_id = ${playerId} and p.market = (select number from markets where event_id = ${eventId})
      and p.settled_version < ${version} order by p.outcome`;
  return rows.map(holdingOf);
}

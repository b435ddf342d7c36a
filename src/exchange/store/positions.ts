import { jsonRows, numbers } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { Holding } from '../../engine/settle-chunk.js';
import { resolutionOf } from '../../events/store/event-rows.js';
import type { StoredResolution } from '../../events/store/rows.js';
import type { Microcredits, Microshares } from '../../kernel/units.js';
import { marketNo, playerNo } from './orders.js';
import type { PositionFilter, PositionRow, ShownPosition, ValuedPosition } from './rows.js';

interface PositionColumns {
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

export interface ValuedColumns extends PositionColumns {
  liquidity: number;
  market_shares: number[];
  resolution: StoredResolution | null;
}

interface ShownColumns extends ValuedColumns {
  slug: string;
  pubkey: string;
  title: string;
  outcomes: string[];
  demo: boolean;
  price_bps: number[];
}

function positionOf(row: PositionColumns): PositionRow {
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

export function valuedOf(row: ValuedColumns): ValuedPosition {
  const { liquidity, market_shares: shares, resolution } = row;
  return { holding: positionOf(row), market: { liquidity: liquidity as Microcredits, shares, resolution } };
}

function shownOf(row: ShownColumns): ShownPosition {
  const { slug, pubkey, title, outcomes, demo, price_bps: priceBps } = row;
  return { ...valuedOf(row), event: { slug, pubkey, title, outcomes, demo }, priceBps };
}

const columns = (sql: Sql) => sql`m.event_id, a.player_id, p.outcome, p.shares, p.reserved_shares, p.cost,
  p.realized_profit, p.paid, p.settled_version`;
const valuedColumns = (sql: Sql) =>
  sql`${columns(sql)}, e.liquidity, m.shares as market_shares, ${resolutionOf(sql)} as resolution`;
const shownColumns = (sql: Sql) =>
  sql`${valuedColumns(sql)}, e.slug, e.pubkey, e.title, e.outcomes, e.demo, m.price_bps`;

/** The amount due on a position without shares differs from the amount paid: a void reverses sales. */
const isDue = (sql: Sql) =>
  sql`p.paid <> case when ${resolutionOf(sql)}->>'kind' = 'void' then p.cost - p.realized_profit else 0 end`;

/**
 * Positions that no resolution has paid yet, and those that a correction or a void has not reached yet. Two queries,
 * because a player has few of them and over time any number of others. The index of all positions of the player serves
 * them at a microsecond each; an index of unpaid ones would make every settlement update all indexes of each row.
 */
function unpaid(sql: Sql, playerId: string) {
  const player = playerNo(sql, playerId);
  return sql`(
    select p.* from positions p where p.player = ${player} and p.settled_version = 0 and p.shares > 0
    union all
    select p.* from markets m cross join lateral (
      select * from positions p where p.market = m.number and p.player = ${player}
        and (p.shares > 0 and p.settled_version > 0 or p.shares = 0 and ${isDue(sql)})
        and p.settled_version < m.resolution_version offset 0) as p
    where m.settled_version < m.resolution_version)`;
}

type Page = Pick<PositionFilter, 'practice' | 'after' | 'limit'>;

/**
 * A page of `p`, positions of one player. Market and event are looked up per position: a generic plan, made without the
 * player id, would scan all events.
 */
function pageOf(
  sql: Sql,
  wanted: SqlPart,
  playerId: string,
  positions: SqlPart,
  where: SqlPart,
  { practice, after, limit }: Page,
) {
  const behind = sql`and (m.event_id < ${after?.eventId ?? null} or m.event_id = ${after?.eventId ?? null} and p.outcome > ${after?.outcome ?? 0})`;
  return sql`select ${wanted} from ${positions} p
      cross join lateral (select * from markets where number = p.market limit 1) as m
      cross join lateral (select * from events where id = m.event_id limit 1) as e
      cross join (select ${playerId}::text as player_id) as a
    where e.practice = ${practice} and ${where} ${after === null ? sql`` : behind}
    order by m.event_id desc, p.outcome limit ${limit}`;
}

const isOpen = (sql: Sql) => sql`(m.resolution_version = 0 or p.settled_version < m.resolution_version)`;

export function openPositions(sql: Sql, filter: Page & Pick<PositionFilter, 'playerId'>) {
  return pageOf(sql, valuedColumns(sql), filter.playerId, unpaid(sql, filter.playerId), isOpen(sql), filter);
}

function shownPositions(sql: Sql, filter: PositionFilter) {
  const { playerId, status } = filter;
  if (status === 'open') {
    return pageOf(sql, shownColumns(sql), playerId, unpaid(sql, playerId), isOpen(sql), filter);
  }
  const settled = sql`and m.resolution_version > 0 and (p.settled_version >= m.resolution_version or p.shares = 0 and not (${isDue(sql)}))`;
  const where = sql`p.player = ${playerNo(sql, playerId)} ${status === 'settled' ? settled : sql``}`;
  return pageOf(sql, shownColumns(sql), playerId, sql`positions`, where, filter);
}

/** Selects positions of a player; callers append conditions. */
const ownedPositions = (sql: Sql, playerId: string) => sql`
  select ${columns(sql)} from positions p join markets m on m.number = p.market join accounts a on a.number = p.player
  where p.player = ${playerNo(sql, playerId)}`;

export async function find(
  { sql }: Reader,
  playerId: string,
  eventId: string,
  outcome: number,
): Promise<PositionRow | null> {
  const [row] = await sql<PositionColumns[]>`${ownedPositions(sql, playerId)}
    and p.market = ${marketNo(sql, eventId)} and p.outcome = ${outcome}`;
  return row ? positionOf(row) : null;
}

export async function inEvents({ sql }: Reader, playerId: string, eventIds: readonly string[]): Promise<PositionRow[]> {
  const markets = sql`select number from markets where event_id = any(${eventIds as string[]})`;
  const rows = await sql<PositionColumns[]>`${ownedPositions(sql, playerId)} and p.market = any(array(${markets}))`;
  return rows.map(positionOf);
}

/** Positions with shares that the current resolution has not paid, in the same order as pages. */
export async function open(
  { sql }: Reader,
  filter: Pick<PositionFilter, 'playerId' | 'practice' | 'after' | 'limit'>,
): Promise<ValuedPosition[]> {
  const rows = await jsonRows<ValuedColumns>(sql, openPositions(sql, filter));
  return rows.map(valuedOf);
}

/** By event, newest first, and outcome. */
export async function page({ sql }: Reader, filter: PositionFilter): Promise<ShownPosition[]> {
  const rows = await jsonRows<ShownColumns>(sql, shownPositions(sql, filter));
  return rows.map(shownOf);
}

/**
 * Saves what a resolution has paid to holdings whose accounts are locked. Resolves when the statement is sent. A failure
 * fails the transaction.
 */
export async function savePaid(
  { sql, numbers: rowNumbers }: Transaction,
  eventId: string,
  holdings: readonly Holding[],
  at: number,
): Promise<void> {
  await rowNumbers.ensure(holdings.map(({ playerId }) => playerId));
  sql`
    update positions p set paid = r.paid, settled_version = r.version, updated_at = ${new Date(at)}
    from (select r.paid, r.version, x.place
      from unnest(${numbers(holdings, ({ playerId }) => rowNumbers.of(playerId))}::text::int[],
        ${numbers(holdings, row => row.outcome)}::text::int[], ${numbers(holdings, row => row.paid)}::text::bigint[],
        ${numbers(holdings, row => row.settledVersion)}::text::int[]) as r(player, outcome, paid, version)
      cross join lateral (
        select h.ctid as place from positions h where h.market = (select number from markets where event_id = ${eventId})
          and h.player = r.player and h.outcome = r.outcome limit 1) x
    ) r
    where p.ctid = r.place`.execute();
}

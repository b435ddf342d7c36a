import { jsonRows, numbers, words } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { Side } from '../../engine/resting-queue.js';
import { firstTradeOf } from '../../exchange/store/live.js';
import { type BatchMean, maxShownBatches } from '../../scoring/rules/crowd-batches.js';
import type { FlowFilter, MarketFlow, SourceUse } from './rows.js';

interface FlowColumns {
  event_id: string;
  player_id: string;
  outcome: number;
  side: Side;
  credits: number;
  trades: number;
  oldest: number;
}

/** Sums the trades of each player on each side of each outcome. */
function sumFlows(rows: readonly FlowColumns[]): MarketFlow[] {
  const markets = new Map<
    string,
    {
      outcomes: Map<number, { buy: number; sell: number }>;
      players: Map<string, number>;
      trades: number;
      oldestAt: number;
    }
  >();
  for (const { event_id: eventId, player_id: playerId, outcome, side, credits, trades, oldest } of rows) {
    let market = markets.get(eventId);
    if (!market) {
      market = { outcomes: new Map(), players: new Map(), trades: 0, oldestAt: oldest };
      markets.set(eventId, market);
    }
    const sides = market.outcomes.get(outcome) ?? { buy: 0, sell: 0 };
    market.outcomes.set(outcome, sides);
    sides[side] += credits;
    market.players.set(playerId, (market.players.get(playerId) ?? 0) + credits);
    market.trades += trades;
    market.oldestAt = Math.min(market.oldestAt, oldest);
  }
  return [...markets].map(([eventId, { outcomes, players, trades, oldestAt }]) => ({
    eventId,
    outcomes: [...outcomes].map(([outcome, sides]) => ({ outcome, ...sides })).sort((a, b) => a.outcome - b.outcome),
    trades,
    traders: players.size,
    largest: Math.max(...players.values()),
    oldestAt,
  }));
}

/** The statement of flows; a test checks its plan. */
export function flowStatement(sql: Sql, { markets, from, maxTrades }: FlowFilter): SqlPart {
  return sql`
    select w.event_id, a.player_id, t.outcome, order_side(t.side) as side, t.credits, t.trades, t.oldest
    from (
      select m.event_id, m.number as market, g.up_to
      from unnest(${words(markets, market => market.eventId)}::text::text[],
        ${numbers(markets, market => market.upTo)}::text::bigint[]) as g(event_id, up_to)
      join markets m on m.event_id = g.event_id) w
    cross join lateral (
      select f.player, f.outcome, f.side, sum(f.credits)::bigint as credits, count(*)::int as trades,
        round(date_part('epoch', min(f.at)) * 1000)::bigint as oldest
      from (
        select f.player, f.outcome, f.side, f.credits, f.at from fills f
        where f.market = w.market and f.number is not null and f.sequence <= w.up_to and f.sequence >= ${firstTradeOf(sql, from)}
        order by f.sequence desc limit ${maxTrades}) f
      where f.at > ${new Date(from)}
      group by 1, 2, 3) as t
    join accounts a on a.number = t.player`;
}

/** The id of the player whose id has this SHA-256 digest. */
export async function playerOfDigest({ sql }: Reader, digest: Uint8Array): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from players where sha256(decode(id, 'escape')) = ${Buffer.from(digest)}`;
  return row?.id ?? null;
}

export async function countPositions({ sql }: Reader, playerId: string, max: number): Promise<number> {
  const [{ count }] = await sql<{ count: number }[]>`
    select count(*)::int as count from (
      select from positions p where p.player = (select number from accounts where player_id = ${playerId})
        and not (select e.practice from markets m join events e on e.id = m.event_id where m.number = p.market) limit ${max}) as held`;
  return count;
}

/** Omits markets without a trade. */
export async function flows({ sql }: Reader, filter: FlowFilter): Promise<MarketFlow[]> {
  return sumFlows(await jsonRows<FlowColumns>(sql, flowStatement(sql, filter)));
}

/** Credits of each hour with a trade, by market; hours that start from `from` on and before `until`. */
export async function hourVolumes(
  { sql }: Reader,
  eventIds: readonly string[],
  from: number,
  until: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await sql<{ event_id: string; volumes: number[] }[]>`
    select event_id, json_agg(volume) as volumes from candles
    where event_id = any(${words(eventIds, id => id)}::text::text[]) and seconds = 3600
      and start >= ${new Date(from)} and start < ${new Date(until)} group by 1`;
  return new Map(rows.map(row => [row.event_id, row.volumes]));
}

export async function forecasters({ sql }: Reader, eventIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ event_id: string; forecasters: number }[]>`
    select event_id, forecasters from event_forecasters where event_id = any(${words(eventIds, id => id)}::text::text[])`;
  return new Map(rows.map(row => [row.event_id, row.forecasters]));
}

/** The last published batches of each question, by market. */
export async function crowdBatches(
  { sql }: Reader,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, readonly BatchMean[]>> {
  const rows = await sql<{ event_id: string; question: number; at: Date; size: number; percent: number }[]>`
    select event_id, question, at, size, percent from (
      select event_id, question, at, size, percent, number,
        row_number() over (partition by event_id, question order by number desc) as age
      from crowd_batches where event_id = any(${words(eventIds, id => id)}::text::text[])) as batches
    where age <= ${maxShownBatches} order by event_id, question, number`;
  const byEvent = new Map<string, BatchMean[]>();
  for (const { event_id: eventId, at, ...batch } of rows) {
    const eventRows = byEvent.get(eventId) ?? [];
    byEvent.set(eventId, eventRows);
    eventRows.push({ ...batch, at: at.getTime() });
  }
  return byEvent;
}

export async function sources(
  { sql }: Reader,
  limit: number,
): Promise<{ readonly rows: readonly SourceUse[]; readonly total: number }> {
  const rows = await sql<
    { name: string; origin: string; categories: string[]; demo: boolean; events: number; total: number }[]
  >`
    select name, origin, array_agg(distinct category order by category) as categories, bool_and(demo) as demo,
      sum(events)::int as events, count(*) over ()::int as total
    from resolution_source_uses where events > 0
    group by name, origin order by sum(events) desc, name, origin limit ${limit}`;
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}

import { jsonRows, numbers, words } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import { hourMs } from '../../kernel/time.js';
import type {
  PastState,
  PointFilter,
  PricePoint,
  SelectedMarkets,
  SelectionFilter,
  StepFilter,
  TradeSteps,
} from './rows.js';

/**
 * The sequence at which the trades of a look-back start, for the market `w.event_id`. Trades are indexed by sequence,
 * so the first candles of the look-back locate it: two of them, because trades around a full hour may be ordered
 * differently from their times. Unfolded trades come after the mark.
 */
export function firstTradeOf(sql: Sql, from: number): SqlPart {
  const hour = new Date(Math.floor(from / hourMs) * hourMs);
  return sql`coalesce(
    (select min(first_sequence) from (
      select c.first_sequence from candles c where c.event_id = w.event_id and c.seconds = 3600 and c.start >= ${hour}
      order by c.start limit 2) as first),
    (select k.sequence from candle_progress k where k.event_id = w.event_id), 0)`;
}

/**
 * Scans back from the newest trade to the last one before the given time, and subtracts later trades from the market's
 * current sums.
 */
export async function past({ sql }: Reader, eventIds: readonly string[], at: number): Promise<PastState[]> {
  const rows = await sql<
    { event_id: string; sequence: number | null; price_bps: number[] | null; volumes: number[]; since: number[] }[]
  >`
    select m.event_id, last.sequence, last.prices_bps as price_bps, m.outcome_volumes as volumes, array(
        select coalesce(sum(f.credits), 0)::bigint
        from generate_series(0, cardinality(m.outcome_volumes) - 1) as k(outcome)
        left join (
          select f.outcome, f.credits from fills f
          where f.market = m.number and f.number is not null and f.sequence > coalesce(last.sequence, 0)
        ) f on f.outcome = k.outcome
        group by k.outcome order by k.outcome) as since
    from markets m left join lateral (
      select f.sequence, f.prices_bps from fills f
      where f.market = m.number and f.number is not null and f.at <= ${new Date(at)}
      order by f.sequence desc limit 1) last on true
    where m.event_id = any(${words(eventIds, id => id)}::text::text[])`;
  return rows.map(row => ({
    eventId: row.event_id,
    sequence: row.sequence ?? 0,
    priceBps: row.price_bps,
    outcomeVolumes: row.volumes.map((volume, outcome) => volume - row.since[outcome]),
  }));
}

/**
 * Public trades after a sequence, at most this many per market, by event; events without any are missing. One text per
 * market: parsing it takes a fraction of the time that parsing rows and arrays takes.
 */
export async function steps(
  { sql }: Reader,
  filters: readonly StepFilter[],
  maxPerMarket: number,
): Promise<ReadonlyMap<string, TradeSteps>> {
  const rows = await sql<{ event_id: string; numbers: string }[]>`
    select w.event_id, f.numbers
    from unnest(${words(filters, filter => filter.eventId)}::text::text[],
      ${numbers(filters, filter => filter.afterSequence)}::text::bigint[]) as w(event_id, sequence)
    join markets m on m.event_id = w.event_id
    cross join lateral (
      select string_agg(concat_ws(',', f.sequence, (extract(epoch from f.at) * 1000)::bigint, f.outcome, f.credits,
          array_to_string(f.prices_bps, ',')), ',' order by f.sequence, f.id) as numbers
      from (
        select * from fills f where f.market = m.number and f.number is not null and f.sequence > w.sequence
        order by f.sequence, f.id limit ${maxPerMarket}) f) f
    where f.numbers is not null`;
  return new Map(rows.map(row => [row.event_id, JSON.parse(`[${row.numbers}]`) as number[]]));
}

type PointCells = [span: number, trades: number, priceBps: number[]];

/**
 * The statement of price points; a test checks its plan. Trades are counted per interval; then only the prices of the
 * last trade of each interval are looked up, so that arrays of other trades are not read.
 */
export function pointStatement(sql: Sql, { markets, from, spanMs, maxTrades }: PointFilter): SqlPart {
  return sql`
    select w.event_id, p.points
    from (
      select m.event_id, m.number as market, g.up_to
      from unnest(${words(markets, market => market.eventId)}::text::text[],
        ${numbers(markets, market => market.upTo)}::text::bigint[]) as g(event_id, up_to)
      join markets m on m.event_id = g.event_id) w
    cross join lateral (
      select json_agg(json_build_array(s.span, s.trades, l.prices_bps) order by s.span) as points
      from (
        select ((round(date_part('epoch', f.at) * 1000)::bigint - ${from}::bigint) / ${spanMs}::bigint)::int as span,
          count(*) as trades, max(f.sequence) as sequence
        from (
          select f.sequence, f.at from fills f
          where f.market = w.market and f.number is not null and f.sequence <= w.up_to and f.sequence >= ${firstTradeOf(sql, from)}
          order by f.sequence desc limit ${maxTrades}) f
        where f.at > ${new Date(from)} group by 1) s
      cross join lateral (
        select f.prices_bps from fills f where f.market = w.market and f.number is not null and f.sequence = s.sequence
        order by f.id desc limit 1) l) p
    where p.points is not null`;
}

export async function points(
  { sql }: Reader,
  filter: PointFilter,
): Promise<ReadonlyMap<string, readonly PricePoint[]>> {
  const rows = await jsonRows<{ event_id: string; points: PointCells[] }>(sql, pointStatement(sql, filter));
  const pointOf = ([span, trades, priceBps]: PointCells) => ({ span, trades, priceBps });
  return new Map(rows.map(({ event_id: eventId, points }) => [eventId, points.map(pointOf)]));
}

const maxCountedMarkets = 10_000;

/** The status by the clock, as in engine/lifecycle.ts: jobs store it later. */
export async function select(
  { sql }: Reader,
  { now, among, includeResolved, staleBefore, minVolume, minOpenOrders, limit }: SelectionFilter,
): Promise<SelectedMarkets> {
  const at = new Date(now);
  const active = sql`m.ends_at > ${at} and (m.status = 'active' or m.status = 'scheduled' and m.opens_at <= ${at})`;
  const decided = sql`m.status in ('resolved', 'void')`;
  const fresh =
    staleBefore === null
      ? sql`true`
      : sql`not (${active}) or greatest(m.opens_at, m.last_trade_at) > ${new Date(staleBefore)}`;
  const matching = sql`from markets m join events e on e.id = m.event_id
      where not e.practice and m.volume >= ${minVolume} and m.open_orders >= ${minOpenOrders} and (${fresh})
        and (${among === 'active' ? active : sql`not ${decided}`} or ${includeResolved} and ${decided})`;
  const rows = await sql<{ event_id: string }[]>`
    select m.event_id ${matching} order by m.volume desc, m.event_id desc limit ${limit}`;
  const eventIds = rows.map(row => row.event_id);
  if (eventIds.length < limit) return { eventIds, total: eventIds.length };
  const [{ total }] = await sql<{ total: number }[]>`
    select count(*)::int as total from (select 1 ${matching} limit ${maxCountedMarkets}) counted`;
  return { eventIds, total };
}

export async function sequences({ sql }: Reader, eventIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ event_id: string; sequence: number }[]>`
    select event_id, sequence from markets where event_id = any(${words(eventIds, id => id)}::text::text[])`;
  return new Map(rows.map(row => [row.event_id, row.sequence]));
}

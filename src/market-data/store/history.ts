import { jsonRows } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { dayMs, hourMs } from '../../kernel/time.js';
import type { Candle, CandleSet, CandleSpan } from '../rules/candles.js';
import type { CandleFilter, FoldedEvent, MostTradedFilter, TradeMark, Unfolded } from './rows.js';

const floorTo = (at: number, ms: number) => Math.floor(at / ms) * ms;
const ceilTo = (at: number, ms: number) => Math.ceil(at / ms) * ms;

/**
 * The newest ones of one outcome, oldest first. Wider candles are merged here: less data is sent, and the rows are in
 * order anyway. A candle that starts before the bound includes all its parts, even those after the bound.
 */
export async function candles({ sql }: Reader, filter: CandleFilter): Promise<Candle[]> {
  const { eventId, outcome, seconds, madeOf, from, before, limit } = filter;
  const index = sql`${outcome + 1}::int`;
  const end = ceilTo(before, seconds * 1000);
  const parts = sql`
    select start, open[${index}] as open, high[${index}] as high, low[${index}] as low, close[${index}] as close,
      volumes[${index}] as volume, trades[${index}] as trades
    from candles
    where event_id = ${eventId} and seconds = ${madeOf} and start >= ${new Date(from)} and start < ${new Date(end)}
    order by start desc limit ${limit * (seconds / madeOf)}`;
  const width = sql`make_interval(secs => ${seconds}::int)`;
  const merged = sql`
    select date_bin(${width}, start, 'epoch') as start, (array_agg(open order by start))[1] as open, max(high) as high,
      min(low) as low, (array_agg(close order by start))[count(*)] as close, sum(volume)::bigint as volume,
      sum(trades)::int as trades
    from (${parts}) parts group by 1 order by 1 desc limit ${limit}`;
  const rows = await sql<
    { start: Date; open: number; high: number; low: number; close: number; volume: number; trades: number }[]
  >`${seconds === madeOf ? parts : merged}`;
  return rows.map(row => ({ ...row, start: row.start.getTime() })).reverse();
}

/**
 * The prices in force at the start of the minute of a time. An event without an earlier trade has its opening prices;
 * one without any trade is omitted.
 */
export async function pricesAt(
  { sql }: Reader,
  eventIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (eventIds.length === 0) return new Map<string, number[]>();
  const minute = new Date(floorTo(at, 60_000));
  const rows = await sql<{ event_id: string; prices: number[] }[]>`
    select wanted.event_id, coalesce(
      (select c.close from candles c where c.event_id = wanted.event_id and c.seconds = 60 and c.start < ${minute}
        order by c.start desc limit 1),
      (select c.open from candles c where c.event_id = wanted.event_id and c.seconds = 60 order by c.start limit 1)
    ) as prices
    from unnest(${eventIds as string[]}::text[]) as wanted(event_id)`;
  return new Map(rows.filter(row => row.prices !== null).map(row => [row.event_id, row.prices]));
}

/**
 * By credits traded since the start of the hour of a time. Whole days that lie within, and hours before the first of
 * them.
 */
export async function mostTraded(
  { sql }: Reader,
  { since, includeResolved, limit }: MostTradedFilter,
): Promise<{
  readonly rows: readonly { eventId: string; volume: number; trades: number }[];
  /** The number of markets without the limit. */
  readonly total: number;
}> {
  const hour = floorTo(since, hourMs);
  const day = ceilTo(hour, dayMs);
  const rows = await sql<{ event_id: string; volume: number; trades: number; total: number }[]>`
    with traded as materialized (
      select event_id, sum(volume)::bigint as volume, sum(trade_count)::int as trades
      from candles
      where seconds = 86400 and start >= ${new Date(day)}
        or seconds = 3600 and start >= ${new Date(hour)} and start < ${new Date(day)}
      group by event_id
    )
    select t.event_id, t.volume, t.trades, count(*) over ()::int as total from traded t join markets m on m.event_id = t.event_id
    where (${includeResolved} or m.status not in ('resolved', 'void'))
      and exists (select 1 from event_listing l where l.event_id = t.event_id)
    order by t.volume desc, t.event_id limit ${limit}`;
  return {
    rows: rows.map(row => ({ eventId: row.event_id, volume: row.volume, trades: row.trades })),
    total: rows[0]?.total ?? 0,
  };
}

/** Events with unfolded public trades. */
export async function behind({ sql }: Reader, limit: number): Promise<string[]> {
  const rows = await sql<{ event_id: string }[]>`
    select k.event_id from candle_progress k join markets m on m.event_id = k.event_id
    where m.sequence > k.sequence limit ${limit}`;
  return rows.map(row => row.event_id);
}

export async function isBehind({ sql }: Reader, eventId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from candle_progress k join markets m on m.event_id = k.event_id
    where k.event_id = ${eventId} and m.sequence > k.sequence`;
  return rows.length > 0;
}

/** Locks the marks that are free, or with `wait` all of them. The lock covers the candles of the event. */
export async function lockMarks(
  { sql }: Transaction,
  eventIds: readonly string[],
  wait: boolean,
): Promise<TradeMark[]> {
  // Folding can be repeated, so a crash may lose the last commits; marks and candles commit together.
  await sql`select set_config('synchronous_commit', 'off', true)`;
  const rows = await sql<
    { event_id: string; sequence: number; prices: number[] | null; opening_shares: number[]; liquidity: number }[]
  >`
    select k.event_id, k.sequence, k.prices, e.opening_shares, e.liquidity
    from candle_progress k join events e on e.id = k.event_id
    where k.event_id = any(${eventIds as string[]}) order by k.event_id
    for update of k ${wait ? sql`` : sql`skip locked`}`;
  return rows.map(({ event_id: eventId, opening_shares: openingShares, ...row }) => ({
    ...row,
    eventId,
    openingShares,
  }));
}

type UnfoldedTrade = [sequence: number, at: number, outcome: number, credits: number, pricesBps: number[]];

interface UnfoldedColumns {
  event_id: string;
  sequence: number;
  /** Null without a trade. */
  trades: UnfoldedTrade[] | null;
}

/**
 * One statement sees one snapshot: it has all trades up to the market's sequence of that snapshot, because they were
 * saved together with it and sequences are assigned under the market's lock.
 */
export async function unfolded(
  { sql }: Transaction,
  marks: readonly TradeMark[],
  maxPerEvent: number,
): Promise<Unfolded[]> {
  const rows = await jsonRows<UnfoldedColumns>(
    sql,
    sql`
    select k.event_id, m.sequence, f.trades
    from unnest(${marks.map(mark => mark.eventId)}::text[], ${marks.map(mark => mark.sequence)}::bigint[])
      as k(event_id, sequence)
    join markets m on m.event_id = k.event_id
    cross join lateral (
      select json_agg(json_build_array(f.sequence, round(date_part('epoch', f.at) * 1000), f.outcome, f.credits, f.prices_bps)) as trades
      from (
        select * from fills f where f.market = m.number and f.number is not null and f.sequence > k.sequence
        order by f.sequence, f.id limit ${maxPerEvent}
      ) f
    ) f`,
  );
  return rows.map(({ event_id: eventId, sequence: marketSequence, trades: cells }) => {
    const all = (cells ?? []).map(([sequence, at, outcome, credits, pricesBps]) => {
      return { at, sequence, outcome, credits, pricesBps };
    });
    const more = all.length === maxPerEvent;
    // The trades of one order share a sequence and are folded together.
    const last = all.at(-1)?.sequence ?? 0;
    const trades = more ? all.filter(({ sequence }) => sequence < last) : all;
    return { eventId, trades, more, upTo: more ? trades[trades.length - 1].sequence : marketSequence };
  });
}

interface CandleColumns {
  event_id: string;
  seconds: CandleSpan;
  start: Date;
  first_sequence: number;
  last_sequence: number;
  open: number[];
  high: number[];
  low: number[];
  close: number[];
  volumes: number[];
  trades: number[];
  volume: number;
  trade_count: number;
}

/** The stored candles with these keys. */
export async function candlesAt(
  { sql }: Transaction,
  keys: readonly { readonly eventId: string; readonly seconds: CandleSpan; readonly start: number }[],
): Promise<(CandleSet & { readonly eventId: string })[]> {
  if (keys.length === 0) return [];
  const rows = await sql<CandleColumns[]>`
    select c.* from unnest(${keys.map(key => key.eventId)}::text[], ${keys.map(key => key.seconds)}::int[],
      ${keys.map(key => new Date(key.start).toISOString())}::text[]) as k(event_id, seconds, start)
    join candles c on c.event_id = k.event_id and c.seconds = k.seconds and c.start = k.start::timestamptz`;
  return rows.map(({ event_id, first_sequence, last_sequence, trade_count, start, ...row }) => ({
    ...row,
    eventId: event_id,
    start: start.getTime(),
    firstSequence: first_sequence,
    lastSequence: last_sequence,
    tradeCount: trade_count,
  }));
}

async function saveCandles(sql: Sql, candles: readonly (CandleSet & { eventId: string })[]): Promise<void> {
  const rows = candles.map(candle => ({ ...candle, start: new Date(candle.start).toISOString() }));
  await sql`
    insert into candles (event_id, seconds, start, first_sequence, last_sequence, open, high, low, close, volumes, trades, volume,
      trade_count)
    select r."eventId", r.seconds, r.start, r."firstSequence", r."lastSequence", r.open, r.high, r.low, r.close, r.volumes,
      r.trades, r.volume, r."tradeCount"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r("eventId" text, seconds int, start timestamptz,
      "firstSequence" bigint, "lastSequence" bigint, open smallint[], high smallint[], low smallint[], close smallint[],
      volumes bigint[], trades int[], volume bigint, "tradeCount" int)
    on conflict (event_id, seconds, start) do update set last_sequence = excluded.last_sequence, high = excluded.high,
      low = excluded.low, close = excluded.close, volumes = excluded.volumes, trades = excluded.trades,
      volume = excluded.volume, trade_count = excluded.trade_count`;
}

export async function saveFolded({ sql }: Transaction, events: readonly FoldedEvent[]): Promise<void> {
  const candles = events.flatMap(({ eventId, candles: sets }) => sets.map(set => ({ ...set, eventId })));
  if (candles.length > 0) await saveCandles(sql, candles);
  const marks = events.map(({ eventId, sequence, volume, prices }) => ({ eventId, sequence, volume, prices }));
  await sql`
    update candle_progress k set sequence = r.sequence, volume = k.volume + r.volume,
      prices = coalesce(r.prices, k.prices), ranked = k.ranked and r.prices is null
        or not exists (select from event_listing l where l.event_id = k.event_id)
    from json_to_recordset(${JSON.stringify(marks)}::text::json) as r("eventId" text, sequence bigint,
      volume bigint, prices smallint[])
    where k.event_id = r."eventId"`;
}

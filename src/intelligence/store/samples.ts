import { lines, moments, numbers, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import type { MarketSample, SampleCandidate, SampleFilter, SamplePoint } from './rows.js';

interface PointColumns {
  at: Date;
  spread: number | null;
  depth: number;
  traders: number;
  forecasters: number;
}

function pointOf({ at, spread, depth, traders, forecasters }: PointColumns): SamplePoint {
  return { at: at.getTime(), spreadBps: spread, depth, traders, forecasters };
}

function pointColumns(sql: Sql, outcome: number) {
  return sql`at, spreads[${outcome + 1}::int] as spread, depths[${outcome + 1}::int] as depth, traders, forecasters`;
}

interface CandidateColumns {
  event_id: string;
  now_forecasters: number;
  spreads: (number | null)[] | null;
  depths: number[] | null;
  traders: number | null;
  forecasters: number | null;
}

function candidateOf(row: CandidateColumns): SampleCandidate {
  const { event_id: eventId, now_forecasters: now, spreads, depths, traders, forecasters } = row;
  const last =
    spreads === null || depths === null || traders === null || forecasters === null
      ? null
      : { spreads, depths, traders, forecasters };
  return { eventId, forecasters: now, last };
}

/** Open markets by id that have changed since their last sample, without practice events. */
export async function sampleCandidates({ sql }: Reader, after: string, limit: number): Promise<SampleCandidate[]> {
  const rows = await sql<CandidateColumns[]>`
    select m.event_id, coalesce(n.forecasters, 0) as now_forecasters, last.spreads, last.depths, last.traders, last.forecasters
    from markets m join events e on e.id = m.event_id and not e.practice
      left join event_forecasters n on n.event_id = m.event_id
      left join lateral (
        select * from market_samples s where s.event_id = m.event_id order by s.at desc limit 1) as last on true
    where m.event_id > ${after} and m.status in ('active', 'paused')
      and (last.sequence is distinct from m.sequence or last.forecasters <> coalesce(n.forecasters, 0))
    order by m.event_id limit ${limit}`;
  return rows.map(candidateOf);
}

/** The newest points, oldest first. */
export async function samples(
  { sql }: Reader,
  { eventId, outcome, from, seconds, limit }: SampleFilter,
): Promise<SamplePoint[]> {
  const rows = await sql<PointColumns[]>`
    select * from (
      select distinct on (span) floor(extract(epoch from at) / ${seconds}::int) as span, ${pointColumns(sql, outcome)}
      from market_samples where event_id = ${eventId} and at >= ${new Date(from)}
      order by span desc, at desc limit ${limit}) as newest
    order by at`;
  return rows.map(pointOf);
}

export async function sampleBefore(
  { sql }: Reader,
  eventId: string,
  outcome: number,
  at: number,
): Promise<SamplePoint | null> {
  const [row] = await sql<PointColumns[]>`
    select ${pointColumns(sql, outcome)} from market_samples
    where event_id = ${eventId} and at < ${new Date(at)} order by at desc limit 1`;
  return row ? pointOf(row) : null;
}

/** The time of the oldest sample; null if there is none. */
export async function firstSampleAt({ sql }: Reader, eventId: string): Promise<number | null> {
  const [row] = await sql<{ at: Date }[]>`
    select at from market_samples where event_id = ${eventId} order by at limit 1`;
  return row?.at.getTime() ?? null;
}

/** Depths by outcome in order of time, starting with the sample in force at `from`. */
export async function depths(
  { sql }: Reader,
  eventIds: readonly string[],
  from: number,
): Promise<ReadonlyMap<string, readonly { readonly at: number; readonly depths: readonly number[] }[]>> {
  const since = new Date(from);
  const rows = await sql<{ event_id: string; at: Date; depths: number[] }[]>`
    select s.event_id, s.at, s.depths from unnest(${words(eventIds, id => id)}::text::text[]) as w(event_id)
    cross join lateral (
      (select event_id, at, depths from market_samples
        where event_id = w.event_id and at < ${since} order by at desc limit 1)
      union all
      select event_id, at, depths from market_samples where event_id = w.event_id and at >= ${since}) s
    order by s.event_id, s.at`;
  const byEvent = new Map<string, { at: number; depths: number[] }[]>();
  for (const { event_id: eventId, at, depths } of rows) {
    const eventSamples = byEvent.get(eventId) ?? [];
    byEvent.set(eventId, eventSamples);
    eventSamples.push({ at: at.getTime(), depths });
  }
  return byEvent;
}

/** An array literal, in which numbers may be missing. */
const literal = (values: readonly (number | null)[]) => `{${values.map(value => value ?? 'NULL').join(',')}}`;

export async function addSamples({ sql }: Transaction, rows: readonly MarketSample[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into market_samples (event_id, at, sequence, spreads, depths, traders, forecasters)
    select event_id, at, sequence, spreads::smallint[], depths::bigint[], traders, forecasters
    from unnest(${words(rows, row => row.eventId)}::text::text[], ${moments(rows, row => row.at)}::text::timestamptz[],
      ${numbers(rows, row => row.sequence)}::text::bigint[], lines(${lines(rows, row => literal(row.spreads))}),
      lines(${lines(rows, row => literal(row.depths))}), ${numbers(rows, row => row.traders)}::text::int[],
      ${numbers(rows, row => row.forecasters)}::text::int[])
      as s(event_id, at, sequence, spreads, depths, traders, forecasters)
    on conflict (event_id, at) do nothing`;
}

export async function deleteOld({ sql }: Transaction, before: number, limit: number): Promise<number> {
  const { count } = await sql`
    delete from market_samples where (event_id, at) in (
      select event_id, at from market_samples where at < ${new Date(before)} order by at limit ${limit})`;
  return count;
}

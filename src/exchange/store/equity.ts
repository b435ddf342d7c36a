import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { isoTime } from '../../kernel/time.js';
import type { EquitySample } from './rows.js';

type SampleColumns = Omit<EquitySample, 'at'> & { at: Date };

function columns(sql: Sql) {
  return sql`at, available, reserved, positions, owed, granted`;
}

/** Samples from a time on, oldest first, and the last one before it. */
export async function samples({ sql }: Reader, playerId: string, from: number): Promise<EquitySample[]> {
  const since = new Date(from);
  const rows = await sql<SampleColumns[]>`
    (select ${columns(sql)} from equity_samples where player_id = ${playerId} and at < ${since} order by at desc limit 1)
    union all
    (select ${columns(sql)} from equity_samples where player_id = ${playerId} and at >= ${since}) order by at`;
  return rows.map(row => ({ ...row, at: row.at.getTime() }));
}

/**
 * Players without a sample since a time whose equity may have changed since their last one, ordered by id. An account
 * that held nothing then and has the same balance now has not changed.
 */
export async function candidates({ sql }: Reader, since: number, after: string, limit: number): Promise<string[]> {
  const rows = await sql<{ player_id: string }[]>`
    select a.player_id from accounts a left join lateral (
      select * from equity_samples e where e.player_id = a.player_id order by e.at desc limit 1) as s on true
    where a.player_id > ${after} and not a.retired and (s.player_id is null or (s.at < ${new Date(since)} and (
      (s.reserved, s.positions) <> (0, 0) or (s.available, s.owed, s.granted) <> (a.available, a.owed, a.granted))))
    order by a.player_id limit ${limit}`;
  return rows.map(row => row.player_id);
}

/** One per player and time; a second one changes nothing. */
export async function add(
  { sql }: Transaction,
  samples: readonly (EquitySample & { readonly playerId: string })[],
): Promise<void> {
  const column = (name: keyof EquitySample) => samples.map(sample => sample[name]);
  await sql`insert into equity_samples (player_id, at, available, reserved, positions, owed, granted)
    select * from unnest(${samples.map(({ playerId }) => playerId)}::text[],
      ${samples.map(({ at }) => isoTime(at))}::timestamptz[], ${column('available')}::bigint[],
      ${column('reserved')}::bigint[], ${column('positions')}::bigint[], ${column('owed')}::bigint[],
      ${column('granted')}::bigint[])
    on conflict do nothing`;
}

/** Keeps only the last sample of each player and UTC day between the two times. */
export async function thin({ sql }: Transaction, from: number, to: number): Promise<void> {
  await sql`delete from equity_samples s where s.at >= ${new Date(from)} and s.at < ${new Date(to)} and exists (
    select from equity_samples l where l.player_id = s.player_id and l.at > s.at
      and l.at < date_trunc('day', s.at, 'UTC') + interval '1 day')`;
}

export async function deleteBefore({ sql }: Transaction, at: number): Promise<void> {
  await sql`delete from equity_samples where at < ${new Date(at)}`;
}

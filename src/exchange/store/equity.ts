import type { Sql } from '../../database/pool.js';
import { isoTime } from '../../kernel/time.js';
import type { EquityReads, EquitySample, EquityWrites } from '../store-interface.js';

type SampleColumns = Omit<EquitySample, 'at'> & { at: Date };

export function equityReads(sql: Sql): EquityReads {
  const columns = sql`at, available, reserved, positions, owed, granted`;
  return {
    async samples(playerId, from) {
      const since = new Date(from);
      const rows = await sql<SampleColumns[]>`
        (select ${columns} from equity_samples where player_id = ${playerId} and at < ${since} order by at desc limit 1)
        union all
        (select ${columns} from equity_samples where player_id = ${playerId} and at >= ${since}) order by at`;
      return rows.map(row => ({ ...row, at: row.at.getTime() }));
    },
    async candidates(since, after, limit) {
      const rows = await sql<{ player_id: string }[]>`
        select a.player_id from accounts a left join lateral (
          select * from equity_samples e where e.player_id = a.player_id order by e.at desc limit 1) as s on true
        where a.player_id > ${after} and not a.retired and (s.player_id is null or (s.at < ${new Date(since)} and (
          (s.reserved, s.positions) <> (0, 0) or (s.available, s.owed, s.granted) <> (a.available, a.owed, a.granted))))
        order by a.player_id limit ${limit}`;
      return rows.map(row => row.player_id);
    },
  };
}

export function equityWrites(sql: Sql): EquityWrites {
  return {
    ...equityReads(sql),
    async add(samples) {
      const numbers = (name: keyof EquitySample) => samples.map(sample => sample[name]);
      await sql`insert into equity_samples (player_id, at, available, reserved, positions, owed, granted)
        select * from unnest(${samples.map(({ playerId }) => playerId)}::text[],
          ${samples.map(({ at }) => isoTime(at))}::timestamptz[], ${numbers('available')}::bigint[],
          ${numbers('reserved')}::bigint[], ${numbers('positions')}::bigint[], ${numbers('owed')}::bigint[],
          ${numbers('granted')}::bigint[])
        on conflict do nothing`;
    },
    async thin(from, to) {
      await sql`delete from equity_samples s where s.at >= ${new Date(from)} and s.at < ${new Date(to)} and exists (
        select from equity_samples l where l.player_id = s.player_id and l.at > s.at
          and l.at < date_trunc('day', s.at, 'UTC') + interval '1 day')`;
    },
    async deleteBefore(at) {
      await sql`delete from equity_samples where at < ${new Date(at)}`;
    },
  };
}

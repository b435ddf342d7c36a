import { defineFeatureStore } from '../../sql/feature-store.js';
import type { Sql } from '../../sql/pool.js';
import type { StatusPoint, StatusReads, StatusSample, StatusWrites } from '../interface.js';
import { incidentReads, incidentWrites } from './incidents.js';

type SampleColumns = Omit<StatusSample, 'minute'> & { readonly minute: Date };

async function readSeries(sql: Sql, since: number, bucketMs: number): Promise<StatusPoint[]> {
  const seconds = bucketMs / 1000;
  const sum = (name: string) => sql`sum((s.figures ->> ${name})::double precision)`;
  const mean = (name: string) => sql`avg((s.figures ->> ${name})::double precision)`;
  const commit = (name: string) => sql`avg((
    select (g ->> ${name})::double precision from jsonb_array_elements(s.figures -> 'stages') g where g ->> 'stage' = 'commit'))`;
  const rows = await sql<(Omit<StatusPoint, 'at'> & { at: Date })[]>`
    select date_bin(make_interval(secs => ${seconds}::int), s.minute, 'epoch') as at,
      ${sum('requests')} / count(distinct s.minute) as requests, ${sum('failures')} / count(distinct s.minute) as failures,
      ${sum('orders')} / count(distinct s.minute) as orders,
      ${sum('streamMessages')} / count(distinct s.minute) as "streamMessages",
      ${mean('databaseMs')} as "databaseMs", ${commit('p50Ms')} as "commitP50Ms", ${commit('p99Ms')} as "commitP99Ms",
      max((s.figures ->> 'jobLagMs')::double precision) as "jobLagMs"
    from status_samples s where s.minute >= ${new Date(since)} group by 1 order by 1`;
  return rows.map(row => ({ ...row, at: row.at.getTime() }));
}

async function readBackups(sql: Sql) {
  const [row] = await sql<{ finishedAt: Date; bytes: number | null; note: string }[]>`
    select finished_at as "finishedAt", bytes, note from backups order by finished_at desc limit 1`;
  return row ? { ...row, finishedAt: row.finishedAt.getTime() } : null;
}

function statusReads(sql: Sql): StatusReads {
  return {
    ...incidentReads(sql),
    async current(since) {
      const rows = await sql<SampleColumns[]>`
        select distinct on (node) minute, node, ready, figures from status_samples
        where minute >= ${new Date(since)} order by node, minute desc`;
      return rows.map(row => ({ ...row, minute: row.minute.getTime() }));
    },
    async firstMinute() {
      const [{ first }] = await sql<{ first: Date | null }[]>`select min(minute) as first from status_samples`;
      return first?.getTime() ?? null;
    },
    async readyMinutes(since) {
      const rows = await sql<{ day: Date; readyMinutes: number }[]>`
        select date_bin('1 day', minute, 'epoch') as day, count(distinct minute)::int as "readyMinutes"
        from status_samples where ready and minute >= ${new Date(since)} group by 1 order by 1`;
      return rows.map(row => ({ ...row, day: row.day.getTime() }));
    },
    series: (since, bucketMs) => readSeries(sql, since, bucketMs),
    lastBackup: () => readBackups(sql),
    async walArchivedAt() {
      const [row] = await sql<{ at: Date | null }[]>`select last_archived_time as at from pg_stat_archiver`;
      return row?.at?.getTime() ?? null;
    },
    async databaseBytes() {
      const [{ bytes }] = await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
      return bytes;
    },
  };
}

function statusWrites(sql: Sql): StatusWrites {
  return {
    ...statusReads(sql),
    ...incidentWrites(sql),
    async addSample({ minute, node, ready, figures }) {
      await sql`insert into status_samples (minute, node, ready, figures)
        values (${new Date(minute)}, ${node}, ${ready}, ${sql.json(figures as never)}) on conflict do nothing`;
    },
    async deleteSamples(before) {
      await sql`delete from status_samples where minute < ${new Date(before)}`;
    },
    async addBackup({ finishedAt, bytes, note }, actor) {
      const rows = await sql`insert into backups (finished_at, bytes, note, actor)
        values (${new Date(finishedAt)}, ${bytes}, ${note}, ${actor}) on conflict do nothing returning 1`;
      return rows.length === 1;
    },
  };
}

export const serviceStore = defineFeatureStore({
  reads: { status: ({ sql }) => statusReads(sql) },
  writes: { status: ({ sql }) => statusWrites(sql) },
});

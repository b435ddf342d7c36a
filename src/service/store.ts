import { defineFeatureStore } from '../database/feature-store.js';
import type { Sql, SqlPart } from '../database/pool.js';
import type {
  Incident,
  IncidentUpdate,
  StatusPoint,
  StatusReads,
  StatusSample,
  StatusWrites,
} from './store-interface.js';

type Columns = Omit<Incident, 'startedAt' | 'resolvedAt' | 'updates'> & {
  readonly startedAt: Date;
  readonly resolvedAt: Date | null;
  readonly updates: readonly (Omit<IncidentUpdate, 'at'> & { readonly at: string })[];
};

function incidentOf({ startedAt, resolvedAt, updates, ...row }: Columns): Incident {
  return {
    ...row,
    startedAt: startedAt.getTime(),
    resolvedAt: resolvedAt?.getTime() ?? null,
    updates: updates.map(update => ({ ...update, at: Date.parse(update.at) })),
  };
}

function incidentReads(sql: Sql): Pick<StatusReads, 'incidents' | 'incident'> {
  const incidents = (where: SqlPart) => sql`
    select i.id, i.title, i.impact, i.status, i.started_at as "startedAt", i.resolved_at as "resolvedAt",
      (select coalesce(jsonb_agg(jsonb_build_object('at', u.at, 'status', u.status, 'text', u.text) order by u.id), '[]')
        from incident_updates u where u.incident_id = i.id) as updates
    from incidents i where ${where} order by i.started_at desc, i.id desc`;
  return {
    async incidents(since, limit) {
      const recent = sql`i.resolved_at is null or i.started_at >= ${new Date(since)}`;
      const rows = await sql<Columns[]>`${incidents(recent)} limit ${limit}`;
      return rows.map(incidentOf);
    },
    async incident(id) {
      const [row] = await sql<Columns[]>`${incidents(sql`i.id = ${id}`)}`;
      return row ? incidentOf(row) : null;
    },
  };
}

function incidentWrites(sql: Sql): Pick<StatusWrites, 'lockIncidents' | 'addIncident' | 'addUpdate'> {
  return {
    async lockIncidents() {
      await sql`lock table incidents in share row exclusive mode`;
    },
    async addIncident({ id, title, impact, status, startedAt }) {
      const started = new Date(startedAt);
      await sql`insert into incidents (id, title, impact, status, started_at, resolved_at)
        values (${id}, ${title}, ${impact}, ${status}, ${started}, ${status === 'resolved' ? started : null})`;
    },
    async addUpdate(incidentId, { at, status, text }, actor) {
      const moment = new Date(at);
      await sql`insert into incident_updates (incident_id, at, status, text, actor)
        values (${incidentId}, ${moment}, ${status}, ${text}, ${actor})`;
      await sql`update incidents set status = ${status}, resolved_at = ${status === 'resolved' ? moment : null}
        where id = ${incidentId}`;
    },
  };
}

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

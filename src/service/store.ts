// Status history: samples of nodes, incidents and reported backups. Times are epoch milliseconds.

import type { Sql, SqlPart } from '../database/pool.js';
import type { Reader, Transaction } from '../database/store.js';
import type { DayMinutes, IncidentImpact, IncidentStatus } from './status-history.js';

export interface StageSample {
  readonly stage: string;
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
  readonly p99Ms: number | null;
}

/** One node's measurements of one minute. */
export interface SampleFigures {
  readonly requests: number;
  /** Responses with a status of 500 or above. */
  readonly failures: number;
  readonly orders: number;
  readonly streamMessages: number;
  readonly streamReaders: number;
  /** The time of a ping; null if the database did not respond. */
  readonly databaseMs: number | null;
  readonly poolBusy: number;
  readonly poolWaiting: number;
  /** The delay of the most delayed job beyond its interval. */
  readonly jobLagMs: number;
  readonly stages: readonly StageSample[];
}

export interface StatusSample {
  readonly minute: number;
  readonly node: string;
  readonly ready: boolean;
  readonly figures: SampleFigures;
}

/** Sums and means over all nodes in an interval. Rates are per minute. */
export interface StatusPoint {
  readonly at: number;
  readonly requests: number;
  readonly failures: number;
  readonly orders: number;
  readonly streamMessages: number;
  readonly databaseMs: number | null;
  readonly commitP50Ms: number | null;
  readonly commitP99Ms: number | null;
  readonly jobLagMs: number;
}

export interface IncidentUpdate {
  readonly at: number;
  readonly status: IncidentStatus;
  readonly text: string;
}

export interface Incident {
  readonly id: string;
  readonly title: string;
  readonly impact: IncidentImpact;
  readonly status: IncidentStatus;
  readonly startedAt: number;
  readonly resolvedAt: number | null;
  /** Oldest first. */
  readonly updates: readonly IncidentUpdate[];
}

export interface Backup {
  readonly finishedAt: number;
  readonly bytes: number | null;
  readonly note: string;
}

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

function selectIncidents(sql: Sql, where: SqlPart) {
  return sql`
  select i.id, i.title, i.impact, i.status, i.started_at as "startedAt", i.resolved_at as "resolvedAt",
    (select coalesce(jsonb_agg(jsonb_build_object('at', u.at, 'status', u.status, 'text', u.text) order by u.id), '[]')
      from incident_updates u where u.incident_id = i.id) as updates
  from incidents i where ${where} order by i.started_at desc, i.id desc`;
}

/** Unresolved ones, and those that started after a time; newest first. */
export async function incidents({ sql }: Reader, since: number, limit: number): Promise<Incident[]> {
  const recent = sql`i.resolved_at is null or i.started_at >= ${new Date(since)}`;
  const rows = await sql<Columns[]>`${selectIncidents(sql, recent)} limit ${limit}`;
  return rows.map(incidentOf);
}

export async function incident({ sql }: Reader, id: string): Promise<Incident | null> {
  const [row] = await sql<Columns[]>`${selectIncidents(sql, sql`i.id = ${id}`)}`;
  return row ? incidentOf(row) : null;
}

/** Serializes changes of incidents until the transaction ends. */
export async function lockIncidents({ sql }: Transaction): Promise<void> {
  await sql`lock table incidents in share row exclusive mode`;
}

export async function addIncident(
  { sql }: Transaction,
  { id, title, impact, status, startedAt }: Omit<Incident, 'updates' | 'resolvedAt'>,
): Promise<void> {
  const started = new Date(startedAt);
  await sql`insert into incidents (id, title, impact, status, started_at, resolved_at)
    values (${id}, ${title}, ${impact}, ${status}, ${started}, ${status === 'resolved' ? started : null})`;
}

export async function addUpdate(
  { sql }: Transaction,
  incidentId: string,
  { at, status, text }: IncidentUpdate,
  actor: string,
): Promise<void> {
  const moment = new Date(at);
  await sql`insert into incident_updates (incident_id, at, status, text, actor)
    values (${incidentId}, ${moment}, ${status}, ${text}, ${actor})`;
  await sql`update incidents set status = ${status}, resolved_at = ${status === 'resolved' ? moment : null}
    where id = ${incidentId}`;
}

type SampleColumns = Omit<StatusSample, 'minute'> & { readonly minute: Date };

/** Oldest first. */
export async function series({ sql }: Reader, since: number, bucketMs: number): Promise<StatusPoint[]> {
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

export async function lastBackup({ sql }: Reader): Promise<Backup | null> {
  const [row] = await sql<{ finishedAt: Date; bytes: number | null; note: string }[]>`
    select finished_at as "finishedAt", bytes, note from backups order by finished_at desc limit 1`;
  return row ? { ...row, finishedAt: row.finishedAt.getTime() } : null;
}

/** The newest sample of each node after a time. */
export async function current({ sql }: Reader, since: number): Promise<StatusSample[]> {
  const rows = await sql<SampleColumns[]>`
    select distinct on (node) minute, node, ready, figures from status_samples
    where minute >= ${new Date(since)} order by node, minute desc`;
  return rows.map(row => ({ ...row, minute: row.minute.getTime() }));
}

export async function firstMinute({ sql }: Reader): Promise<number | null> {
  const [{ first }] = await sql<{ first: Date | null }[]>`select min(minute) as first from status_samples`;
  return first?.getTime() ?? null;
}

/** By UTC day, for days from `since` on. */
export async function readyMinutes({ sql }: Reader, since: number): Promise<DayMinutes[]> {
  const rows = await sql<{ day: Date; readyMinutes: number }[]>`
    select date_bin('1 day', minute, 'epoch') as day, count(distinct minute)::int as "readyMinutes"
    from status_samples where ready and minute >= ${new Date(since)} group by 1 order by 1`;
  return rows.map(row => ({ ...row, day: row.day.getTime() }));
}

/** When PostgreSQL archived its last WAL segment; null without archiving. */
export async function walArchivedAt({ sql }: Reader): Promise<number | null> {
  const [row] = await sql<{ at: Date | null }[]>`select last_archived_time as at from pg_stat_archiver`;
  return row?.at?.getTime() ?? null;
}

export async function databaseBytes({ sql }: Reader): Promise<number> {
  const [{ bytes }] = await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
  return bytes;
}

export async function addSample({ sql }: Transaction, { minute, node, ready, figures }: StatusSample): Promise<void> {
  await sql`insert into status_samples (minute, node, ready, figures)
    values (${new Date(minute)}, ${node}, ${ready}, ${sql.json(figures as never)}) on conflict do nothing`;
}

export async function deleteSamples({ sql }: Transaction, before: number): Promise<void> {
  await sql`delete from status_samples where minute < ${new Date(before)}`;
}

/** False if a backup with this end time was already reported. */
export async function addBackup(
  { sql }: Transaction,
  { finishedAt, bytes, note }: Backup,
  actor: string,
): Promise<boolean> {
  const rows = await sql`insert into backups (finished_at, bytes, note, actor)
    values (${new Date(finishedAt)}, ${bytes}, ${note}, ${actor}) on conflict do nothing returning 1`;
  return rows.length === 1;
}

// Settings, runs, page validators and rejected rows of connectors. Times are epoch milliseconds.

import type { Reader, Transaction } from '../database/store.js';

export interface ConnectorRow {
  readonly id: string;
  readonly format: string;
  readonly kind: 'venue' | 'odds' | 'scores';
  readonly name: string;
  readonly enabled: boolean;
  readonly demo: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly intervalSeconds: number;
  /** Null while disabled and for connectors that fetch nothing. */
  readonly nextRunAt: number | null;
  /** The end of the last run, regardless of its outcome. */
  readonly lastRunAt: number | null;
  /** The end of the last run that read every page. */
  readonly confirmedAt: number | null;
  readonly lastError: { readonly code: string; readonly message: string } | null;
  readonly updatedAt: number;
}

export type RunTrigger = 'schedule' | 'operator' | 'push';

export interface RunCounts {
  readonly pages: number;
  readonly notModified: number;
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly ignored: number;
  readonly rejected: number;
}

export interface NewRun extends RunCounts {
  readonly connectorId: string;
  readonly trigger: RunTrigger;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface RunRow extends NewRun {
  readonly id: number;
}

export interface RejectedRow {
  readonly rowId: string | null;
  readonly reason: string;
  /** The first characters of the row as received. */
  readonly rowText: string;
}

export interface StoredRejectedRow extends RejectedRow {
  readonly id: number;
  readonly runId: number;
  readonly at: number;
}

export interface PageRow {
  readonly path: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly next: readonly Readonly<Record<string, unknown>>[];
  readonly rowIds: readonly string[];
}

interface ConnectorColumns {
  readonly id: string;
  readonly format: string;
  readonly kind: ConnectorRow['kind'];
  readonly name: string;
  readonly enabled: boolean;
  readonly demo: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly interval_seconds: number;
  readonly next_run_at: Date | null;
  readonly last_run_at: Date | null;
  readonly confirmed_at: Date | null;
  readonly last_error_code: string | null;
  readonly last_error: string | null;
  readonly updated_at: Date;
}

function connectorOf(row: ConnectorColumns): ConnectorRow {
  const { last_error_code: code, last_error: message } = row;
  return {
    id: row.id,
    format: row.format,
    kind: row.kind,
    name: row.name,
    enabled: row.enabled,
    demo: row.demo,
    settings: row.settings,
    intervalSeconds: row.interval_seconds,
    nextRunAt: row.next_run_at?.getTime() ?? null,
    lastRunAt: row.last_run_at?.getTime() ?? null,
    confirmedAt: row.confirmed_at?.getTime() ?? null,
    lastError: code === null ? null : { code, message: message ?? '' },
    updatedAt: row.updated_at.getTime(),
  };
}

interface RunColumns {
  readonly id: number;
  readonly connector_id: string;
  readonly trigger: RunRow['trigger'];
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly pages: number;
  readonly not_modified: number;
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly ignored: number;
  readonly rejected: number;
  readonly error_code: string | null;
  readonly error: string | null;
}

function runOf({ error_code: code, error, ...row }: RunColumns): RunRow {
  return {
    id: row.id,
    connectorId: row.connector_id,
    trigger: row.trigger,
    startedAt: row.started_at.getTime(),
    endedAt: row.ended_at.getTime(),
    pages: row.pages,
    notModified: row.not_modified,
    received: row.received,
    inserted: row.inserted,
    updated: row.updated,
    unchanged: row.unchanged,
    ignored: row.ignored,
    rejected: row.rejected,
    error: code === null ? null : { code, message: error ?? '' },
  };
}

/** By id. */
export async function list({ sql }: Reader): Promise<ConnectorRow[]> {
  return (await sql<ConnectorColumns[]>`select * from connectors order by id`).map(connectorOf);
}

export async function find({ sql }: Reader, id: string): Promise<ConnectorRow | null> {
  const [row] = await sql<ConnectorColumns[]>`select * from connectors where id = ${id}`;
  return row ? connectorOf(row) : null;
}

/** The newest run of each connector that has one. */
export async function lastRuns({ sql }: Reader): Promise<ReadonlyMap<string, RunRow>> {
  const rows = await sql<RunColumns[]>`
    select r.* from connectors c, lateral (
      select * from connector_runs r where r.connector_id = c.id order by r.id desc limit 1
    ) r`;
  return new Map(rows.map(row => [row.connector_id, runOf(row)]));
}

/** Ids of enabled connectors of these formats whose next run is due, longest overdue first. */
export async function due({ sql }: Reader, formats: readonly string[], now: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from connectors where enabled and next_run_at is not null and next_run_at <= ${new Date(now)}
      and format = any(${formats as string[]}::text[])
    order by next_run_at limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** The earliest deadline of enabled connectors of these formats after a time; null if there is none. */
export async function nextRunAt({ sql }: Reader, formats: readonly string[], after: number): Promise<number | null> {
  const [row] = await sql<{ at: Date }[]>`
    select next_run_at as at from connectors
    where enabled and next_run_at is not null and next_run_at > ${new Date(after)}
      and format = any(${formats as string[]}::text[])
    order by next_run_at limit 1`;
  return row?.at.getTime() ?? null;
}

/** Newest first, before an id. */
export async function rejectedRows(
  { sql }: Reader,
  connectorId: string,
  before: number | null,
  limit: number,
): Promise<StoredRejectedRow[]> {
  const rows = await sql<(Omit<StoredRejectedRow, 'at'> & { at: Date })[]>`
    select id, run_id as "runId", row_id as "rowId", reason, row_text as "rowText", at from connector_rejected_rows
    where connector_id = ${connectorId} and id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by id desc limit ${limit}`;
  return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
}

export function pages({ sql }: Reader, connectorId: string): Promise<PageRow[]> {
  return sql<PageRow[]>`
    select path, etag, last_modified as "lastModified", next, row_ids as "rowIds" from connector_pages
    where connector_id = ${connectorId}`;
}

/** Upserts the settings; the state of runs is unchanged. */
export async function put(
  { sql }: Transaction,
  {
    id,
    format,
    kind,
    name,
    enabled,
    demo,
    settings,
    intervalSeconds,
    nextRunAt,
    updatedAt,
  }: Pick<
    ConnectorRow,
    'id' | 'format' | 'kind' | 'name' | 'enabled' | 'demo' | 'settings' | 'intervalSeconds' | 'nextRunAt' | 'updatedAt'
  >,
): Promise<void> {
  await sql`
    insert into connectors (id, format, kind, name, enabled, demo, settings, interval_seconds, next_run_at, updated_at)
    values (${id}, ${format}, ${kind}, ${name}, ${enabled}, ${demo}, ${sql.json(settings as never)}, ${intervalSeconds},
      ${nextRunAt === null ? null : new Date(nextRunAt)}, ${new Date(updatedAt)})
    on conflict (id) do update set format = excluded.format, kind = excluded.kind, name = excluded.name,
      enabled = excluded.enabled, demo = excluded.demo, settings = excluded.settings,
      interval_seconds = excluded.interval_seconds, next_run_at = excluded.next_run_at, updated_at = excluded.updated_at`;
}

/** Locks the connector until the transaction ends. */
export async function lock({ sql }: Transaction, id: string): Promise<void> {
  await sql`select 1 from connectors where id = ${id} for update`;
}

/**
 * Records a run with its rejected rows and sets the connector's state. A complete run confirms all rows that are not
 * missing. The next run is due one interval after the start.
 */
export async function addRun(
  { sql }: Transaction,
  run: NewRun,
  rejected: readonly RejectedRow[],
  isComplete: boolean,
): Promise<number> {
  const { connectorId, error } = run;
  const endedAt = new Date(run.endedAt);
  const [{ id }] = await sql<{ id: number }[]>`
    insert into connector_runs (connector_id, trigger, started_at, ended_at, pages, not_modified, received, inserted,
      updated, unchanged, ignored, rejected, error_code, error)
    values (${connectorId}, ${run.trigger}, ${new Date(run.startedAt)}, ${endedAt}, ${run.pages}, ${run.notModified},
      ${run.received}, ${run.inserted}, ${run.updated}, ${run.unchanged}, ${run.ignored}, ${run.rejected},
      ${error?.code ?? null}, ${error?.message ?? null})
    returning id`;
  const rows = rejected.map(({ rowId, reason, rowText }) => ({ rowId, reason, rowText }));
  await sql`
    insert into connector_rejected_rows (connector_id, run_id, row_id, reason, row_text, at)
    select ${connectorId}, ${id}, r."rowId", r.reason, r."rowText", ${endedAt}
    from jsonb_to_recordset(${sql.json(rows as never)}) as r("rowId" text, reason text, "rowText" text)`;
  await sql`
    update connectors set last_run_at = ${endedAt}, last_error_code = ${error?.code ?? null},
      last_error = ${error?.message ?? null},
      next_run_at = case when next_run_at is null then null
        else ${new Date(run.startedAt)} + interval_seconds * interval '1 second' end,
      confirmed_at = case when ${isComplete} then ${endedAt} else confirmed_at end
    where id = ${connectorId}`;
  return id;
}

/** Replaces the validators of all pages. */
export async function savePages({ sql }: Transaction, connectorId: string, pages: readonly PageRow[]): Promise<void> {
  await sql`delete from connector_pages where connector_id = ${connectorId}`;
  await sql`
    insert into connector_pages (connector_id, path, etag, last_modified, next, row_ids)
    select ${connectorId}, p.path, p.etag, p."lastModified", p.next, p."rowIds"
    from jsonb_to_recordset(${sql.json(pages as never)})
      as p(path text, etag text, "lastModified" text, next jsonb, "rowIds" text[])`;
}

/** Deletes rejected rows and runs older than a time; returns the number of rejected rows deleted. */
export async function prune({ sql }: Transaction, before: number): Promise<number> {
  const rows = await sql`delete from connector_rejected_rows where at < ${new Date(before)} returning 1`;
  await sql`
    delete from connector_runs r using connectors c where r.connector_id = c.id and r.id < (
      select n.id from connector_runs n where n.connector_id = c.id order by n.id desc offset 1000 limit 1)`;
  return rows.length;
}

import { defineFeatureStore } from '../database/feature-store.js';
import type { Sql } from '../database/pool.js';
import type {
  ConnectorReads,
  ConnectorRow,
  ConnectorWrites,
  PageRow,
  RunRow,
  StoredRejectedRow,
} from './store-interface.js';

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

function connectorReads(sql: Sql): ConnectorReads {
  return {
    async list() {
      return (await sql<ConnectorColumns[]>`select * from connectors order by id`).map(connectorOf);
    },
    async find(id) {
      const [row] = await sql<ConnectorColumns[]>`select * from connectors where id = ${id}`;
      return row ? connectorOf(row) : null;
    },
    async lastRuns() {
      const rows = await sql<RunColumns[]>`
        select r.* from connectors c, lateral (
          select * from connector_runs r where r.connector_id = c.id order by r.id desc limit 1
        ) r`;
      return new Map(rows.map(row => [row.connector_id, runOf(row)]));
    },
    async due(formats, now, limit) {
      const rows = await sql<{ id: string }[]>`
        select id from connectors where enabled and next_run_at is not null and next_run_at <= ${new Date(now)}
          and format = any(${formats as string[]}::text[])
        order by next_run_at limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async nextRunAt(formats, after) {
      const [row] = await sql<{ at: Date }[]>`
        select next_run_at as at from connectors
        where enabled and next_run_at is not null and next_run_at > ${new Date(after)}
          and format = any(${formats as string[]}::text[])
        order by next_run_at limit 1`;
      return row?.at.getTime() ?? null;
    },
    async rejected(connectorId, before, limit) {
      const rows = await sql<(Omit<StoredRejectedRow, 'at'> & { at: Date })[]>`
        select id, run_id as "runId", row_id as "rowId", reason, row_text as "rowText", at from connector_rejected_rows
        where connector_id = ${connectorId} and id < ${before ?? Number.MAX_SAFE_INTEGER}
        order by id desc limit ${limit}`;
      return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
    },
    pages(connectorId) {
      return sql<PageRow[]>`
        select path, etag, last_modified as "lastModified", next, row_ids as "rowIds" from connector_pages
        where connector_id = ${connectorId}`;
    },
  };
}

function connectorWrites(sql: Sql): ConnectorWrites {
  return {
    ...connectorReads(sql),
    async put({ id, format, kind, name, enabled, demo, settings, intervalSeconds, nextRunAt, updatedAt }) {
      await sql`
        insert into connectors (id, format, kind, name, enabled, demo, settings, interval_seconds, next_run_at, updated_at)
        values (${id}, ${format}, ${kind}, ${name}, ${enabled}, ${demo}, ${sql.json(settings as never)}, ${intervalSeconds},
          ${nextRunAt === null ? null : new Date(nextRunAt)}, ${new Date(updatedAt)})
        on conflict (id) do update set format = excluded.format, kind = excluded.kind, name = excluded.name,
          enabled = excluded.enabled, demo = excluded.demo, settings = excluded.settings,
          interval_seconds = excluded.interval_seconds, next_run_at = excluded.next_run_at, updated_at = excluded.updated_at`;
    },
    async lock(id) {
      await sql`select 1 from connectors where id = ${id} for update`;
    },
    async addRun(run, rejected, isComplete) {
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
    },
    async savePages(connectorId, pages) {
      await sql`delete from connector_pages where connector_id = ${connectorId}`;
      await sql`
        insert into connector_pages (connector_id, path, etag, last_modified, next, row_ids)
        select ${connectorId}, p.path, p.etag, p."lastModified", p.next, p."rowIds"
        from jsonb_to_recordset(${sql.json(pages as never)})
          as p(path text, etag text, "lastModified" text, next jsonb, "rowIds" text[])`;
    },
    async prune(before) {
      const rows = await sql`delete from connector_rejected_rows where at < ${new Date(before)} returning 1`;
      await sql`
        delete from connector_runs r using connectors c where r.connector_id = c.id and r.id < (
          select n.id from connector_runs n where n.connector_id = c.id order by n.id desc offset 1000 limit 1)`;
      return rows.length;
    },
  };
}

export const connectorsStore = defineFeatureStore({
  reads: { connectors: ({ sql }) => connectorReads(sql) },
  writes: { connectors: ({ sql }) => connectorWrites(sql) },
});

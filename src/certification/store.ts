import { defineFeatureStore } from '../database/feature-store.js';
import type { Sql } from '../database/pool.js';
import type { CertifiedClient } from '../players/rules/certification-mark.js';
import { certificationRow } from '../players/store/certification-row.js';
import type { ScenarioVerdict } from './rules/judge.js';
import type { RunEvent } from './rules/scenarios.js';
import type { TraceEntry } from './rules/trace.js';
import type { CertificationReads, CertificationWrites, PausedEvent, RunRow } from './store-interface.js';

interface RunColumns {
  id: string;
  player_id: string;
  opened_at: Date;
  deadline_at: Date;
  seed: number;
  contract_version: string;
  events: RunEvent[];
  declared: Record<string, unknown> | null;
  finished_at: Date | null;
  passed: boolean | null;
  verdicts: ScenarioVerdict[] | null;
}

function runOf(row: RunColumns): RunRow {
  const { finished_at: at, passed, verdicts } = row;
  return {
    runId: row.id,
    playerId: row.player_id,
    openedAt: row.opened_at.getTime(),
    deadlineAt: row.deadline_at.getTime(),
    seed: row.seed,
    contractVersion: row.contract_version,
    events: row.events,
    declared: row.declared,
    finished: at === null ? null : { at: at.getTime(), passed: passed ?? false, verdicts: verdicts ?? [] },
  };
}

/** Of open runs, longest open first. */
async function pausedEvents(sql: Sql, limit: number): Promise<PausedEvent[]> {
  const rows = await sql<(RunColumns & { event: RunEvent })[]>`
    select r.id, r.player_id, r.opened_at, r.deadline_at, r.seed, r.contract_version, r.events, r.declared, r.finished_at,
      r.passed, r.verdicts, listed.event
    from sandbox_runs r cross join lateral jsonb_array_elements(r.events) as listed(event)
      join markets m on m.event_id = listed.event ->> 'eventId' and m.status = 'paused'
    where r.cleared_at is null and r.finished_at is null order by r.deadline_at limit ${limit}`;
  return rows.map(({ event, ...run }) => ({ run: runOf(run), event }));
}

function runs(sql: Sql) {
  return sql`select id, player_id, opened_at, deadline_at, seed, contract_version, events, declared, finished_at, passed,
    verdicts from sandbox_runs`;
}

function certificationReads(sql: Sql): CertificationReads {
  return {
    async find(runId) {
      const [row] = await sql<RunColumns[]>`${runs(sql)} where id = ${runId}`;
      return row ? runOf(row) : null;
    },
    async openOf(playerId) {
      const [row] = await sql<RunColumns[]>`${runs(sql)} where player_id = ${playerId} and finished_at is null`;
      return row ? runOf(row) : null;
    },
    async listOf(playerId, limit) {
      const rows = await sql<RunColumns[]>`${runs(sql)} where player_id = ${playerId}
        order by opened_at desc, id desc limit ${limit}`;
      return rows.map(runOf);
    },
    async trace(runId) {
      const rows = await sql<{ entry: TraceEntry }[]>`
        select entry from sandbox_trace where run_id = ${runId} order by number`;
      return rows.map(({ entry }) => entry);
    },
    paused: limit => pausedEvents(sql, limit),
    async dueAt() {
      const [{ at, finished }] = await sql<{ at: Date | null; finished: boolean }[]>`
        select min(deadline_at) as at, coalesce(bool_or(finished_at is not null), false) as finished
        from sandbox_runs where cleared_at is null`;
      if (finished) return Number.NEGATIVE_INFINITY;
      return at?.getTime() ?? Number.POSITIVE_INFINITY;
    },
    async placed(playerId, eventIds) {
      const rows = await sql<{ event_id: string; client_order_id: string }[]>`
        select m.event_id, o.client_order_id from orders o join markets m on m.number = o.market
        where o.player = (select number from accounts where player_id = ${playerId}) and m.event_id = any(${eventIds as string[]})
        order by o.sequence`;
      return rows.map(row => ({ eventId: row.event_id, clientId: row.client_order_id }));
    },
    async certificationOf(playerId) {
      const [row] = await sql<{ at: Date | null; contract: string | null; client: CertifiedClient | null }[]>`
        select certified_at as at, certified_contract as contract, certified_client as client from agents
        where player_id = ${playerId}`;
      return row ? certificationRow(row.at, row.contract, row.client) : null;
    },
  };
}

function certificationWrites(sql: Sql): CertificationWrites {
  return {
    ...certificationReads(sql),
    async lockPlayer(playerId) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${playerId}`}, 0))`;
    },
    async openedSince(playerId, moment) {
      const rows = await sql<{ opened_at: Date }[]>`
        select opened_at from sandbox_runs where player_id = ${playerId} and opened_at > ${new Date(moment)}
        order by opened_at`;
      return rows.map(row => row.opened_at.getTime());
    },
    async add(run) {
      await sql`insert into sandbox_runs (id, player_id, opened_at, deadline_at, seed, contract_version, events, declared)
        values (${run.runId}, ${run.playerId}, ${new Date(run.openedAt)}, ${new Date(run.deadlineAt)}, ${run.seed},
          ${run.contractVersion}, ${sql.json(run.events as never)},
          ${run.declared === null ? null : sql.json(run.declared as never)}::jsonb)`;
    },
    async lock(runId, ownerId) {
      const [row] = await sql<RunColumns[]>`${runs(sql)}
        where id = ${runId} and (${ownerId ?? null}::text is null or player_id = ${ownerId ?? null}) for update`;
      return row ? runOf(row) : null;
    },
    async append(runId, entry) {
      await sql`insert into sandbox_trace (run_id, number, entry)
        values (${runId}, ${entry.number}, ${sql.json(entry as never)})`;
    },
    async amend(runId, number, change) {
      await sql`update sandbox_trace set entry = entry || ${sql.json(change as never)}
        where run_id = ${runId} and number = ${number}`;
    },
    async finish(runId, { at, passed, verdicts }, declared) {
      await sql`update sandbox_runs set finished_at = ${new Date(at)}, passed = ${passed},
          verdicts = ${sql.json(verdicts as never)},
          declared = coalesce(${declared === null ? null : sql.json(declared as never)}::jsonb, declared)
        where id = ${runId}`;
    },
    async certify(playerId, { at, contractVersion, client }) {
      await sql`update agents set certified_at = ${new Date(at)}, certified_contract = ${contractVersion},
          certified_client = ${sql.json({ ...client })}
        where player_id = ${playerId}`;
    },
    async overdue(moment, limit) {
      const rows = await sql<{ id: string }[]>`
        select id from sandbox_runs where cleared_at is null and finished_at is null and deadline_at <= ${new Date(moment)}
        order by deadline_at limit ${limit}`;
      return rows.map(({ id }) => id);
    },
    async uncleared(limit) {
      const rows = await sql<RunColumns[]>`
        ${runs(sql)} where cleared_at is null and finished_at is not null order by deadline_at limit ${limit}`;
      return rows.map(runOf);
    },
    async markCleared(runId, at) {
      await sql`update sandbox_runs set cleared_at = ${new Date(at)} where id = ${runId}`;
    },
    async deleteRuns(before) {
      await sql`delete from sandbox_runs where opened_at < ${new Date(before)} and cleared_at is not null`;
    },
  };
}

export const certificationStore = defineFeatureStore({
  reads: {
    certification: ({ sql }) => certificationReads(sql),
  },
  writes: {
    certification: ({ sql }) => certificationWrites(sql),
  },
});

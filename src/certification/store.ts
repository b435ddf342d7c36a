// Certification runs and their traces. Times are epoch milliseconds.

import type { Sql } from '../database/pool.js';
import type { Reader, Transaction } from '../database/store.js';
import type { ScenarioVerdict } from './rules/judge.js';
import type { RunEvent } from './rules/scenarios.js';
import type { TraceEntry } from './rules/trace.js';

export interface RunRow {
  readonly runId: string;
  readonly playerId: string;
  readonly openedAt: number;
  readonly deadlineAt: number;
  readonly seed: number;
  readonly contractVersion: string;
  readonly events: readonly RunEvent[];
  readonly declared: Readonly<Record<string, unknown>> | null;
  readonly finished: {
    readonly at: number;
    readonly passed: boolean;
    readonly verdicts: readonly ScenarioVerdict[];
  } | null;
}

/** An event of an open run whose market is paused. */
export interface PausedEvent {
  readonly run: RunRow;
  readonly event: RunEvent;
}

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
export async function paused({ sql }: Reader, limit: number): Promise<PausedEvent[]> {
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

export async function find({ sql }: Reader, runId: string): Promise<RunRow | null> {
  const [row] = await sql<RunColumns[]>`${runs(sql)} where id = ${runId}`;
  return row ? runOf(row) : null;
}

/** The run that is not finished. */
export async function openOf({ sql }: Reader, playerId: string): Promise<RunRow | null> {
  const [row] = await sql<RunColumns[]>`${runs(sql)} where player_id = ${playerId} and finished_at is null`;
  return row ? runOf(row) : null;
}

/** Runs of a player, newest first. */
export async function listOf({ sql }: Reader, playerId: string, limit: number): Promise<RunRow[]> {
  const rows = await sql<RunColumns[]>`${runs(sql)} where player_id = ${playerId}
    order by opened_at desc, id desc limit ${limit}`;
  return rows.map(runOf);
}

export async function trace({ sql }: Reader, runId: string): Promise<TraceEntry[]> {
  const rows = await sql<{ entry: TraceEntry }[]>`
    select entry from sandbox_trace where run_id = ${runId} order by number`;
  return rows.map(({ entry }) => entry);
}

/** When a run must be judged or cleared: a past time for now, infinity if there is none. */
export async function dueAt({ sql }: Reader): Promise<number> {
  const [{ at, finished }] = await sql<{ at: Date | null; finished: boolean }[]>`
    select min(deadline_at) as at, coalesce(bool_or(finished_at is not null), false) as finished
    from sandbox_runs where cleared_at is null`;
  if (finished) return Number.NEGATIVE_INFINITY;
  return at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** Every order of a player on these events. */
export async function placed(
  { sql }: Reader,
  playerId: string,
  eventIds: readonly string[],
): Promise<{ readonly eventId: string; readonly clientId: string }[]> {
  const rows = await sql<{ event_id: string; client_order_id: string }[]>`
    select m.event_id, o.client_order_id from orders o join markets m on m.number = o.market
    where o.player = (select number from accounts where player_id = ${playerId}) and m.event_id = any(${eventIds as string[]})
    order by o.sequence`;
  return rows.map(row => ({ eventId: row.event_id, clientId: row.client_order_id }));
}

/** Prevents other transactions from opening a run for this player until this one ends. */
export async function lockPlayer({ sql }: Transaction, playerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${playerId}`}, 0))`;
}

/** Runs of a player opened after a time, oldest first. */
export async function openedSince({ sql }: Transaction, playerId: string, moment: number): Promise<number[]> {
  const rows = await sql<{ opened_at: Date }[]>`
    select opened_at from sandbox_runs where player_id = ${playerId} and opened_at > ${new Date(moment)}
    order by opened_at`;
  return rows.map(row => row.opened_at.getTime());
}

export async function add({ sql }: Transaction, run: Omit<RunRow, 'finished'>): Promise<void> {
  await sql`insert into sandbox_runs (id, player_id, opened_at, deadline_at, seed, contract_version, events, declared)
    values (${run.runId}, ${run.playerId}, ${new Date(run.openedAt)}, ${new Date(run.deadlineAt)}, ${run.seed},
      ${run.contractVersion}, ${sql.json(run.events as never)},
      ${run.declared === null ? null : sql.json(run.declared as never)}::jsonb)`;
}

/**
 * Locks the run until the transaction ends, so that its trace has a total order. With `ownerId`, only that owner's
 * run.
 */
export async function lock({ sql }: Transaction, runId: string, ownerId?: string): Promise<RunRow | null> {
  const [row] = await sql<RunColumns[]>`${runs(sql)}
    where id = ${runId} and (${ownerId ?? null}::text is null or player_id = ${ownerId ?? null}) for update`;
  return row ? runOf(row) : null;
}

export async function append({ sql }: Transaction, runId: string, entry: TraceEntry): Promise<void> {
  await sql`insert into sandbox_trace (run_id, number, entry)
    values (${runId}, ${entry.number}, ${sql.json(entry as never)})`;
}

export async function amend(
  { sql }: Transaction,
  runId: string,
  number: number,
  change: Partial<TraceEntry>,
): Promise<void> {
  await sql`update sandbox_trace set entry = entry || ${sql.json(change as never)}
    where run_id = ${runId} and number = ${number}`;
}

export async function finish(
  { sql }: Transaction,
  runId: string,
  { at, passed, verdicts }: NonNullable<RunRow['finished']>,
  declared: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  await sql`update sandbox_runs set finished_at = ${new Date(at)}, passed = ${passed},
      verdicts = ${sql.json(verdicts as never)},
      declared = coalesce(${declared === null ? null : sql.json(declared as never)}::jsonb, declared)
    where id = ${runId}`;
}

/** Open runs that have expired. */
export async function overdue({ sql }: Transaction, moment: number, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from sandbox_runs where cleared_at is null and finished_at is null and deadline_at <= ${new Date(moment)}
    order by deadline_at limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Finished runs whose events still exist. */
export async function uncleared({ sql }: Transaction, limit: number): Promise<RunRow[]> {
  const rows = await sql<RunColumns[]>`
    ${runs(sql)} where cleared_at is null and finished_at is not null order by deadline_at limit ${limit}`;
  return rows.map(runOf);
}

export async function markCleared({ sql }: Transaction, runId: string, at: number): Promise<void> {
  await sql`update sandbox_runs set cleared_at = ${new Date(at)} where id = ${runId}`;
}

/** Deletes cleared runs opened before a time. */
export async function deleteRuns({ sql }: Transaction, before: number): Promise<void> {
  await sql`delete from sandbox_runs where opened_at < ${new Date(before)} and cleared_at is not null`;
}

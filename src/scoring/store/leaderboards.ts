import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { suspendedPlayers } from '../../players/suspensions.js';
import type { BoardWindow, EventSet, StoredScope } from '../rules/boards.js';
import type { Result } from '../rules/result-table.js';
import type { EventBaselines } from '../rules/score-event.js';
import type { BoardVersion, CountedEvent, NewBoards } from './rows.js';
import { hasBeenScored } from './scores.js';

interface VersionColumns {
  version: number;
  as_of: Date;
  scorings: number;
}

const resultBatchSize = 5_000;

function versionOf(row: VersionColumns | undefined): BoardVersion | null {
  return row ? { version: row.version, asOf: row.as_of.getTime(), scorings: row.scorings } : null;
}

/** The current scorings of events other than practice events. */
function inForce(sql: Sql) {
  return sql`event_scorings g join markets m on m.event_id = g.event_id and m.scored_version = g.version
    join events e on e.id = g.event_id and not e.practice`;
}

/** Resolved, not void, not practice. */
function counted(sql: Sql) {
  return sql`${inForce(sql)} where g.payout_bps is not null`;
}

/** The number of the newest scoring, 0 before the first. */
export async function newestScoring({ sql }: Reader): Promise<number> {
  const [{ newest }] = await sql<{ newest: number | null }[]>`select max(number) as newest from event_scorings`;
  return newest ?? 0;
}

export async function countedEvents({ sql }: Reader): Promise<CountedEvent[]> {
  const rows = await sql<
    {
      event_id: string;
      version: number;
      category: string;
      demo: boolean;
      resolved_at: Date;
      baselines: EventBaselines;
    }[]
  >`select g.event_id, g.version, e.category, e.demo, g.resolved_at, g.baselines from ${counted(sql)}`;
  return rows.map(({ event_id: eventId, resolved_at, ...row }) => {
    return { ...row, eventId, resolvedAt: resolved_at.getTime() };
  });
}

/** The events on record, each with the current version: those that count, and those that did until a correction. */
export async function eventsOnRecord({ sql }: Reader): Promise<Readonly<Record<string, number>>> {
  const rows = await sql<{ event_id: string; version: number }[]>`
    select g.event_id, g.version from ${inForce(sql)} where ${hasBeenScored(sql)}`;
  return Object.fromEntries(rows.map(row => [row.event_id, row.version]));
}

/** Yields all results of counted events in batches. */
export async function results({ sql }: Reader, take: (batch: readonly Result[]) => Promise<void>): Promise<void> {
  type Columns = {
    player_id: string;
    event_id: string;
    brier: number | null;
    benchmark_brier: number | null;
    coverage: number | null;
    profit: number | null;
  };
  await sql<Columns[]>`
    select s.player_id, s.event_id, s.brier, s.benchmark_brier, s.coverage, s.profit from event_scores s
    where (s.event_id, s.version) in (select g.event_id, g.version from ${counted(sql)})
      and s.player_id not in ${suspendedPlayers(sql)}`.cursor(resultBatchSize, rows =>
    take(
      rows.map(row => ({
        player: row.player_id,
        event: row.event_id,
        brier: row.brier,
        edge: row.brier === null || row.benchmark_brier === null ? null : row.benchmark_brier - row.brier,
        coverage: row.coverage,
        profitMicrocredits: row.profit,
      })),
    ),
  );
}

export async function hasMoreScoresThan({ sql }: Reader, count: number): Promise<boolean> {
  const rows = await sql`select 1 from event_scores offset ${count} limit 1`;
  return rows.length > 0;
}

export async function newest({ sql }: Reader): Promise<BoardVersion | null> {
  const [row] = await sql<VersionColumns[]>`
    select version, as_of, scorings from board_versions order by version desc limit 1`;
  return versionOf(row);
}

export async function version({ sql }: Reader, version: number): Promise<BoardVersion | null> {
  const [row] = await sql<VersionColumns[]>`
    select version, as_of, scorings from board_versions where version = ${version}`;
  return versionOf(row);
}

/** The bytes of a scope; null if it has no rows, or the version was deleted. */
export async function scope(
  { sql }: Reader,
  version: number,
  { events, window, category }: StoredScope,
): Promise<Uint8Array | null> {
  const [row] = await sql<{ body: Uint8Array }[]>`
    select body from boards
    where version = ${version} and events = ${events} and window_name = ${window}
      and category = ${category ?? ''}`;
  return row?.body ?? null;
}

/** The offset from a score on an event to the adjusted one; null if the event is not part of the adjustment. */
export async function offset(
  { sql }: Reader,
  version: number,
  events: EventSet,
  eventId: string,
): Promise<number | null> {
  const [row] = await sql<{ value: number | null }[]>`
    select (offsets ->> ${eventId}::text)::double precision as value from board_offsets
    where version = ${version} and events = ${events}`;
  return row?.value ?? null;
}

/** The scopes of a version, by window and category. */
export async function scopes({ sql }: Reader, version: number): Promise<StoredScope[]> {
  const rows = await sql<{ events: EventSet; window_name: BoardWindow; category: string }[]>`
    select events, window_name, category from boards where version = ${version}
    order by window_name, category, events`;
  return rows.map(({ events, window_name, category }): StoredScope => {
    return { events, window: window_name, category: category || null };
  });
}

/** The events on record when a version was built, each with its version at that time. */
export async function events({ sql }: Reader, version: number): Promise<Readonly<Record<string, number>>> {
  const [row] = await sql<{ events: Record<string, number> }[]>`
    select events from board_versions where version = ${version}`;
  return row?.events ?? {};
}

/** The number of a player's forecasts: all, and those in force on unresolved events. */
export async function countForecasts(
  { sql }: Reader,
  playerId: string,
): Promise<{ readonly all: number; readonly sealed: number }> {
  const [row] = await sql<{ all: number; sealed: number }[]>`
    select count(*) as all,
      count(*) filter (where f.ended_at is null and m.status not in ('resolved', 'void')) as sealed
    from forecasts f join markets m on m.event_id = f.event_id
      join events e on e.id = f.event_id and not e.practice where f.player_id = ${playerId}`;
  return row;
}

export async function save(
  { sql }: Transaction,
  { asOf, tookMs, scorings, events, scopes, offsets }: NewBoards,
): Promise<void> {
  const [{ version }] = await sql<{ version: number }[]>`
    insert into board_versions (as_of, took_milliseconds, scorings, events)
    values (${new Date(asOf)}, ${Math.round(tookMs)}, ${scorings}, ${sql.json(events as never)}) returning version`;
  for (const { scope, body } of scopes) {
    await sql`insert into boards (version, events, window_name, category, body)
      values (${version}, ${scope.events}, ${scope.window}, ${scope.category ?? ''}, ${body as Buffer})`;
  }
  for (const { events: set, byEvent } of offsets) {
    await sql`insert into board_offsets (version, events, offsets) values (${version}, ${set}, ${sql.json(byEvent)})`;
  }
}

/** Deletes versions that had been replaced by the given time. Readers may have cached the one of that time. */
export async function deleteVersions({ sql }: Transaction, before: number): Promise<void> {
  await sql`delete from board_versions
    where version < (select max(version) from board_versions where as_of <= ${new Date(before)})`;
}

import type { Sql } from '../../database/pool.js';
import type { CertifiedClient } from '../../players/rules/certification-mark.js';
import type { PlayerProfile } from '../../players/rules/players.js';
import { certificationRow } from '../../players/store/certification-row.js';
import { suspendedPlayers } from '../../players/suspensions.js';
import type { BoardWindow, EventSet, StoredScope } from '../rules/boards.js';
import type { EventBaselines } from '../rules/score-event.js';
import type { BoardReads, BoardVersion, BoardWrites } from '../store-interface.js';
import { hasBeenScored } from './scores.js';

interface VersionColumns {
  version: number;
  as_of: Date;
  scorings: number;
}

export interface ProfileColumns {
  id: string;
  handle: string;
  name: string;
  kind: 'agent' | 'human';
  created_at: Date;
  retired: boolean;
  house: boolean;
  model: string | null;
  description: string | null;
  homepage: string | null;
  certified_at: Date | null;
  certified_contract: string | null;
  certified_client: CertifiedClient | null;
  owner_handle: string | null;
  owner_name: string | null;
  owner_agents: number | null;
}

const resultBatchSize = 5_000;

function versionOf(row: VersionColumns | undefined): BoardVersion | null {
  return row ? { version: row.version, asOf: row.as_of.getTime(), scorings: row.scorings } : null;
}

export function profileOf(row: ProfileColumns): PlayerProfile {
  const { id: playerId, handle, name, kind, retired, house, model, description, homepage } = row;
  const owner =
    row.owner_handle === null || row.owner_name === null
      ? null
      : { handle: row.owner_handle, name: row.owner_name, agents: row.owner_agents ?? 1 };
  const createdAt = row.created_at.getTime();
  const certification = certificationRow(row.certified_at, row.certified_contract, row.certified_client);
  const details = { model, description, homepage, certification, owner };
  return { playerId, handle, name, kind, createdAt, retired, house, ...details };
}

/** Owners are named only with their consent. */
export function profiles(sql: Sql) {
  return sql`select p.id, p.handle, p.name, p.kind, p.created_at, p.retired_at is not null as retired, p.house, a.model,
      a.description, a.homepage, a.certified_at, a.certified_contract, a.certified_client, o.handle as owner_handle, o.name as owner_name,
      (select count(*)::int from agents b where b.owner_id = a.owner_id) as owner_agents
    from players p left join agents a on a.player_id = p.id
      left join people w on w.player_id = a.owner_id and w.show_owner left join players o on o.id = w.player_id`;
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

type BoardSources = Pick<BoardReads, 'scorings' | 'counted' | 'recorded' | 'results' | 'hasMoreScoresThan'>;

/** The source of leaderboards. */
function boardSources(sql: Sql): BoardSources {
  return {
    async scorings() {
      const [{ newest }] = await sql<{ newest: number | null }[]>`select max(number) as newest from event_scorings`;
      return newest ?? 0;
    },
    async counted() {
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
    },
    async recorded() {
      const rows = await sql<{ event_id: string; version: number }[]>`
        select g.event_id, g.version from ${inForce(sql)} where ${hasBeenScored(sql)}`;
      return Object.fromEntries(rows.map(row => [row.event_id, row.version]));
    },
    async results(take) {
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
    },
    async hasMoreScoresThan(count) {
      const rows = await sql`select 1 from event_scores offset ${count} limit 1`;
      return rows.length > 0;
    },
  };
}

export function boardReads(sql: Sql): BoardReads {
  return {
    ...boardSources(sql),
    async newest() {
      const [row] = await sql<VersionColumns[]>`
        select version, as_of, scorings from board_versions order by version desc limit 1`;
      return versionOf(row);
    },
    async version(version) {
      const [row] = await sql<VersionColumns[]>`
        select version, as_of, scorings from board_versions where version = ${version}`;
      return versionOf(row);
    },
    async scope(version, { events, window, category }) {
      const [row] = await sql<{ body: Uint8Array }[]>`
        select body from boards
        where version = ${version} and events = ${events} and window_name = ${window}
          and category = ${category ?? ''}`;
      return row?.body ?? null;
    },
    async offset(version, events, eventId) {
      const [row] = await sql<{ value: number | null }[]>`
        select (offsets ->> ${eventId}::text)::double precision as value from board_offsets
        where version = ${version} and events = ${events}`;
      return row?.value ?? null;
    },
    async scopes(version) {
      const rows = await sql<{ events: EventSet; window_name: BoardWindow; category: string }[]>`
        select events, window_name, category from boards where version = ${version}
        order by window_name, category, events`;
      return rows.map(({ events, window_name, category }): StoredScope => {
        return { events, window: window_name, category: category || null };
      });
    },
    async events(version) {
      const [row] = await sql<{ events: Record<string, number> }[]>`
        select events from board_versions where version = ${version}`;
      return row?.events ?? {};
    },
    async profiles(playerIds) {
      if (playerIds.length === 0) return [];
      const rows = await sql<ProfileColumns[]>`${profiles(sql)} where p.id = any(${playerIds as string[]})`;
      return rows.map(profileOf);
    },
    async profile(handle) {
      const [row] = await sql<ProfileColumns[]>`${profiles(sql)} where p.handle = ${handle}`;
      return row ? profileOf(row) : null;
    },
    async agentsOf(ownerId, limit) {
      const rows = await sql<ProfileColumns[]>`
        ${profiles(sql)} where a.owner_id = ${ownerId} and w.show_owner order by p.created_at, p.id limit ${limit}`;
      return rows.map(profileOf);
    },
    async countForecasts(playerId) {
      const [row] = await sql<{ all: number; sealed: number }[]>`
        select count(*) as all,
          count(*) filter (where f.ended_at is null and m.status not in ('resolved', 'void')) as sealed
        from forecasts f join markets m on m.event_id = f.event_id
          join events e on e.id = f.event_id and not e.practice where f.player_id = ${playerId}`;
      return row;
    },
  };
}

export function boardWrites(sql: Sql): BoardWrites {
  return {
    ...boardReads(sql),
    async save({ asOf, tookMs, scorings, events, scopes, offsets }) {
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
    },
    async deleteVersions(before) {
      await sql`delete from board_versions
        where version < (select max(version) from board_versions where as_of <= ${new Date(before)})`;
    },
  };
}

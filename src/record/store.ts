import type { Sql } from '../database/pool.js';
import type { Reader } from '../database/store.js';
import type { Resolution } from '../engine/resolution.js';
import { type EventColumns, eventOf } from '../events/store/event-rows.js';
import type { EventRow } from '../events/store/rows.js';
import { isoTime } from '../kernel/time.js';
import type { PlayerProfile } from '../players/rules/players.js';
import { type ProfileColumns, profileOf, selectProfiles } from '../players/store/profiles.js';
import type { EventSet } from '../scoring/rules/boards.js';
import type { ScoreRow } from '../scoring/store/rows.js';
import { ofSet, type ScoreColumns, scoreOf } from '../scoring/store/scores.js';
import type { ResolutionVersion } from './rules/record-lines.js';

/** The events of a record, each with the newest version of its resolution. */
export type RecordEvents = Readonly<Record<string, number>>;

export interface RecordEvent {
  readonly event: EventRow;
  readonly opensAt: number;
  readonly resolvedAt: number;
  /** From the first to the current one. */
  readonly resolutions: readonly ResolutionVersion[];
}

/** The selected events as rows. */
function chosen(sql: Sql, events: RecordEvents) {
  return sql`unnest(${Object.keys(events)}::text[], ${Object.values(events)}::int[]) as chosen(event_id, version)`;
}

/** The given events that are in the set. */
export async function eventsOfSet({ sql }: Reader, events: RecordEvents, set: EventSet): Promise<RecordEvents> {
  const rows = await sql<{ id: string }[]>`
    select e.id from events e where e.id = any(${Object.keys(events)}) and ${ofSet(sql, set)}`;
  return Object.fromEntries(rows.map(({ id }) => [id, events[id]]));
}

export async function counts(
  { sql }: Reader,
  events: RecordEvents,
): Promise<{ readonly forecasts: number; readonly scores: number }> {
  const [row] = await sql<{ forecasts: number; scores: number }[]>`
    select (select count(*) from forecasts f join ${chosen(sql, events)} on chosen.event_id = f.event_id) as forecasts,
      (select count(*) from event_scores s join ${chosen(sql, events)}
        on chosen.event_id = s.event_id and s.version <= chosen.version) as scores`;
  return row;
}

/** Players who forecast or traded in these events, by id. */
export async function players({ sql }: Reader, events: RecordEvents): Promise<PlayerProfile[]> {
  const rows = await sql<ProfileColumns[]>`
    ${selectProfiles(sql)} where p.id in (
      select f.player_id from forecasts f join ${chosen(sql, events)} on chosen.event_id = f.event_id
      union select s.player_id from event_scores s join ${chosen(sql, events)}
        on chosen.event_id = s.event_id and s.version <= chosen.version)
    order by p.id collate "C"`;
  return rows.map(profileOf);
}

export async function event({ sql }: Reader, eventId: string, version: number): Promise<RecordEvent> {
  const [row] = await sql<
    (EventColumns & {
      opens_at: Date;
      resolved_at: Date;
      resolutions: { version: number; resolution: Resolution }[];
    })[]
  >`
    select e.*, m.opens_at, g.resolved_at, (
      select json_agg(json_build_object('version', r.version, 'resolution', r.resolution) order by r.version)
      from resolutions r where r.event_id = e.id and r.version <= ${version}) as resolutions
    from events e join markets m on m.event_id = e.id
      join event_scorings g on g.event_id = e.id and g.version = ${version}
    where e.id = ${eventId}`;
  return {
    event: eventOf(row),
    opensAt: row.opens_at.getTime(),
    resolvedAt: row.resolved_at.getTime(),
    resolutions: row.resolutions.map(({ version: number, resolution }) => ({
      version: number,
      payoutBps: resolution.payoutBps,
      effectiveCloseAt: isoTime(resolution.effectiveCloseAt),
      decidedAt: isoTime(resolution.decidedAt),
    })),
  };
}

/** In the order of versions and players. */
export async function scores(
  { sql }: Reader,
  eventId: string,
  version: number,
): Promise<(ScoreRow & { readonly version: number })[]> {
  const rows = await sql<(ScoreColumns & { version: number })[]>`
    select * from event_scores where event_id = ${eventId} and version <= ${version}
    order by version, player_id collate "C"`;
  return rows.map(row => ({
    version: row.version,
    playerId: row.player_id,
    score: scoreOf(row),
    profit: row.profit,
  }));
}

import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { EventSet } from '../rules/boards.js';
import type { EventScoringHead, GroupScores, RankedScore, ScorePlace, SharedScore } from './rows.js';
import { ofSet, type ScoreColumns, scoreOf } from './scores.js';

type RankedColumns = ScoreColumns & { rank: number | null };

function rankedOf(row: RankedColumns): RankedScore {
  return { playerId: row.player_id, score: scoreOf(row), profit: row.profit, rank: row.rank };
}

/** Scores that count on the leaderboards of a set. */
function countedScores(sql: Sql, events: EventSet) {
  return sql`event_scores s join markets m on m.event_id = s.event_id and m.scored_version = s.version
    join event_scorings g on g.event_id = s.event_id and g.version = s.version and g.payout_bps is not null
    join events e on e.id = s.event_id and not e.practice and ${ofSet(sql, events)}`;
}

interface GroupColumns {
  name: string;
  players: number;
  first_at: Date;
  last_at: Date;
  briers: number[];
  market_briers: number[];
}

/** `scores` has one row per group, event and player: key, name, player_id, event_id, resolved_at, brier, market_brier. */
async function groups(sql: Sql, scores: SqlPart, limit: number): Promise<GroupScores[]> {
  const rows = await sql<GroupColumns[]>`
    with scores as (${scores}),
    named as (select key, mode() within group (order by name) as name, count(distinct player_id)::int as players
      from scores group by key),
    means as (select key, event_id, min(resolved_at) as resolved_at, avg(brier) as brier, avg(market_brier) as market_brier
      from scores group by key, event_id)
    select n.name, n.players, min(m.resolved_at) as first_at, max(m.resolved_at) as last_at,
      array_agg(m.brier order by m.event_id collate "C") as briers,
      array_agg(m.market_brier order by m.event_id collate "C") as market_briers
    from means m join named n on n.key = m.key
    group by n.key, n.name, n.players order by count(*) desc, n.key limit ${limit}`;
  return rows.map(row => ({
    name: row.name,
    players: row.players,
    firstResolvedAt: row.first_at.getTime(),
    lastResolvedAt: row.last_at.getTime(),
    briers: row.briers,
    marketBriers: row.market_briers,
  }));
}

/** Null if the event has not been scored. */
export async function scoring({ sql }: Reader, eventId: string): Promise<EventScoringHead | null> {
  const [row] = await sql<{ version: number; resolved_at: Date; forecasters: number; payout_bps: number[] | null }[]>`
    select g.version, g.resolved_at, g.forecasters, g.payout_bps
    from event_scorings g join markets m on m.event_id = g.event_id and m.scored_version = g.version
    where g.event_id = ${eventId}`;
  if (!row) return null;
  const { version, resolved_at, forecasters, payout_bps: payoutBps } = row;
  return { version, resolvedAt: resolved_at.getTime(), forecasters, payoutBps };
}

/** Players with a Brier score on an event by a version, best first. */
export async function ranking(
  { sql }: Reader,
  eventId: string,
  version: number,
  after: ScorePlace | null,
  limit: number,
): Promise<RankedScore[]> {
  const rows = await sql<RankedColumns[]>`
    select * from (
      select s.*, rank() over (order by brier)::int as rank from event_scores s
      where event_id = ${eventId} and version = ${version} and brier is not null) as ranked
    where ${after === null} or (brier, player_id collate "C") > (${after?.brier ?? 0}, ${after?.playerId ?? ''})
    order by brier, player_id collate "C" limit ${limit}`;
  return rows.map(rankedOf);
}

/** Null if the player has no score there. */
export async function eventScore(
  { sql }: Reader,
  eventId: string,
  version: number,
  playerId: string,
): Promise<RankedScore | null> {
  const [row] = await sql<RankedColumns[]>`
    select s.*, case when s.brier is null then null else (
      select count(*)::int + 1 from event_scores b
      where b.event_id = s.event_id and b.version = s.version and b.brier < s.brier) end as rank
    from event_scores s
    where s.event_id = ${eventId} and s.version = ${version} and s.player_id = ${playerId}`;
  return row ? rankedOf(row) : null;
}

/** Scores on events of a set on which at least two of the players have one, newest event first. */
export async function sharedScores(
  { sql }: Reader,
  playerIds: readonly string[],
  events: EventSet,
): Promise<SharedScore[]> {
  const rows = await sql<(Omit<SharedScore, 'resolvedAt'> & { resolved_at: Date; sharers: number })[]>`
    select * from (
      select s.event_id as "eventId", e.slug as "eventSlug", e.title, e.demo, g.resolved_at,
        s.player_id as "playerId", s.brier, count(*) over (partition by s.event_id)::int as sharers
      from ${countedScores(sql, events)}
      where s.player_id = any(${playerIds as string[]}) and s.brier is not null) as each_score
    where sharers > 1 order by resolved_at desc, "eventId" collate "C" desc, "playerId" collate "C"`;
  return rows.map(({ resolved_at, sharers: _, ...row }) => ({ ...row, resolvedAt: resolved_at.getTime() }));
}

/** Agents by declared model, the models with most events first. */
export function models({ sql }: Reader, events: EventSet, limit: number): Promise<GroupScores[]> {
  const scores = sql`
    select lower(btrim(a.model)) as key, btrim(a.model) as name, s.player_id, s.event_id, g.resolved_at, s.brier,
      s.market_brier
    from ${countedScores(sql, events)} join agents a on a.player_id = s.player_id
    where s.brier is not null and btrim(a.model) <> ''`;
  return groups(sql, scores, limit);
}

/** All agents and all people. */
export function kinds({ sql }: Reader, events: EventSet): Promise<GroupScores[]> {
  const scores = sql`
    select p.kind as key, p.kind as name, s.player_id, s.event_id, g.resolved_at, s.brier, s.market_brier
    from ${countedScores(sql, events)} join players p on p.id = s.player_id
    where s.brier is not null`;
  return groups(sql, scores, 2);
}

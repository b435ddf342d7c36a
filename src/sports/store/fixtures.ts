import { jsonRows } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { isoTime } from '../../kernel/time.js';
import type { ConsensusLine } from '../rules/consensus.js';
import type { FixtureStatus } from '../rules/fixture.js';
import type { FixtureCandidate } from '../rules/match-fixture.js';
import type { MergedFixture } from '../rules/merge-reports.js';
import type { QualityFacts } from '../rules/quality.js';
import type {
  FinalFixture,
  FixtureCursor,
  FixtureFilter,
  FixtureQuality,
  FixtureRow,
  FixtureSpan,
  NewFixture,
} from './rows.js';
import { type SideColumns, sideColumns, sidesOf } from './sides.js';

interface FactColumns {
  status: FixtureStatus;
  as_of_at: Date;
  lines_as_of_at: Date | null;
  books: number;
  line_count: number;
  outlier_count: number;
  scores_disagree: boolean;
}

interface FixtureColumns extends FactColumns, SideColumns {
  id: string;
  source: string;
  source_event_id: string;
  sport: string;
  league: string;
  starts_at: Date;
  period: number | null;
  clock: string | null;
  lines: ConsensusLine[];
  event_id: string | null;
  event_slug: string | null;
  demo: boolean;
}

const factColumns = (
  sql: Sql,
) => sql`f.status, f.as_of as as_of_at, f.lines_as_of as lines_as_of_at, f.books, f.line_count,
  f.outlier_count, f.scores_disagree`;

const fixtureColumns = (
  sql: Sql,
) => sql`f.id, f.source, f.source_event_id, f.sport, f.league, f.starts_at, f.period, f.clock,
  ${sideColumns(sql)}, f.lines, f.event_id, e.slug as event_slug, f.demo, ${factColumns(sql)}`;

function factsOf(row: FactColumns): QualityFacts {
  return {
    status: row.status,
    asOf: row.as_of_at.getTime(),
    linesAsOf: row.lines_as_of_at?.getTime() ?? null,
    books: row.books,
    lineCount: row.line_count,
    outlierCount: row.outlier_count,
    scoresDisagree: row.scores_disagree,
  };
}

function fixtureOf(row: FixtureColumns): FixtureRow {
  return {
    ...factsOf(row),
    ...sidesOf(row),
    id: row.id,
    source: row.source,
    sourceEventId: row.source_event_id,
    sport: row.sport,
    league: row.league,
    startsAt: row.starts_at.getTime(),
    period: row.period,
    clock: row.clock,
    lines: row.lines,
    eventId: row.event_id,
    eventSlug: row.event_slug,
    demo: row.demo,
  };
}

function spanPart(sql: Sql, { from, to, league, sport }: FixtureSpan) {
  return sql`f.starts_at >= ${new Date(from)} and f.starts_at < ${new Date(to)}
    ${league === null ? sql`` : sql`and f.league = ${league}`} ${sport === null ? sql`` : sql`and f.sport = ${sport}`}`;
}

function placePart(sql: Sql, after: FixtureCursor | null) {
  return after === null ? sql`` : sql`and (f.starts_at, f.id) > (${new Date(after.startsAt)}, ${after.id})`;
}

/** The statement of the feed, which a test explains. */
export function feedStatement(sql: Sql, filter: FixtureFilter) {
  const { status, confirmedSince, after, limit } = filter;
  const inStatus = status === null ? sql`` : sql`and f.status = ${status}`;
  const fresh =
    confirmedSince === null
      ? sql``
      : sql`and f.as_of >= case f.status when 'live' then ${new Date(confirmedSince.live)}::timestamptz
          else ${new Date(confirmedSince.other)}::timestamptz end`;
  return sql`
    select ${fixtureColumns(sql)} from (
      select * from fixtures f where ${spanPart(sql, filter)} ${inStatus} ${fresh} ${placePart(sql, after)} order by f.starts_at, f.id limit ${limit}
    ) f left join events e on e.id = f.event_id order by f.starts_at, f.id`;
}

/** The statement of the metrics, which a test explains. */
export function qualityStatement(sql: Sql, span: FixtureSpan, after: FixtureCursor | null, limit: number) {
  return sql`select f.id, f.starts_at, f.sport, f.league, ${factColumns(sql)} from fixtures f
    where ${spanPart(sql, span)} ${placePart(sql, after)} order by f.starts_at, f.id limit ${limit}`;
}

/** Fixtures with an unproposed final score whose event is closed and not resolved. */
export async function finalsToPropose({ sql }: Reader, now: number, limit: number): Promise<FinalFixture[]> {
  const rows = await jsonRows<FixtureColumns & { event_slug: string; outcomes: string[] }>(
    sql,
    sql`select ${fixtureColumns(sql)}, e.outcomes from fixtures f
      join events e on e.id = f.event_id join markets m on m.event_id = f.event_id
      where f.status = 'final' and f.event_id is not null and f.proposed_at is null and not f.scores_disagree
        and (m.status = 'closed' or m.status in ('active', 'paused') and m.ends_at <= ${new Date(now)})
      order by f.id limit ${limit}`,
  );
  return rows.map(row => ({ ...fixtureOf(row), eventSlug: row.event_slug, outcomes: row.outcomes }));
}

/** Changes whenever the results of the other reads change. */
export async function version({ sql }: Reader): Promise<number> {
  const [{ version }] = await sql<{ version: number }[]>`select version from sports_version where only_row`;
  return version;
}

/** By starting time. */
export async function feed({ sql }: Reader, filter: FixtureFilter): Promise<FixtureRow[]> {
  return (await jsonRows<FixtureColumns>(sql, feedStatement(sql, filter))).map(fixtureOf);
}

/** The facts of the fixtures in a timeframe, by starting time. */
export async function quality(
  { sql }: Reader,
  span: FixtureSpan,
  after: FixtureCursor | null,
  limit: number,
): Promise<FixtureQuality[]> {
  type Columns = FactColumns & Pick<FixtureColumns, 'id' | 'starts_at' | 'sport' | 'league'>;
  const rows = await jsonRows<Columns>(sql, qualityStatement(sql, span, after, limit));
  return rows.map(row => {
    const { id, sport, league } = row;
    return { ...factsOf(row), id, sport, league, startsAt: row.starts_at.getTime() };
  });
}

/** Slugs of events whose confirmed proposal comes from a disputed score. */
export async function proposalsInDoubt({ sql }: Reader, limit: number): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select e.slug from markets m join fixtures f on f.event_id = m.event_id join events e on e.id = m.event_id
    where m.proposal_final_at is not null and f.scores_disagree and m.proposal ->> 'proposedBy' = 'final-score'
    order by m.proposal_final_at limit ${limit}`;
  return rows.map(row => row.slug);
}

const mergedRecord = (
  sql: Sql,
) => sql`id text, "startsAt" timestamptz, status text, period int, clock text, "homeName" text,
  "homeAbbreviation" text, "homeScore" int, "awayName" text, "awayAbbreviation" text, "awayScore" int, "asOf" timestamptz,
  "scoresDisagree" boolean`;

type MergedRow = MergedFixture & { readonly id: string };

function mergedCells({ id, startsAt, status, period, clock, home, away, asOf, scoresDisagree }: MergedRow) {
  return {
    ...{ id, status, period, clock, scoresDisagree, startsAt: isoTime(startsAt), asOf: isoTime(asOf) },
    ...{ homeName: home.name, homeAbbreviation: home.abbreviation, homeScore: home.score },
    ...{ awayName: away.name, awayAbbreviation: away.abbreviation, awayScore: away.score },
  };
}

export async function addFixtures({ sql }: Transaction, fixtures: readonly NewFixture[]): Promise<void> {
  if (fixtures.length === 0) return;
  const rows = fixtures.map(({ sport, league, source, sourceEventId, demo, createdAt, ...merged }) => {
    return { ...mergedCells(merged), sport, league, source, sourceEventId, demo, createdAt: isoTime(createdAt) };
  });
  await sql`
    insert into fixtures (id, sport, league, starts_at, status, period, clock, home_name, home_abbreviation, home_score, away_name,
      away_abbreviation, away_score, source, source_event_id, demo, scores_disagree, as_of, created_at)
    select id, sport, league, "startsAt", status, period, clock, "homeName", "homeAbbreviation", "homeScore", "awayName",
      "awayAbbreviation", "awayScore", source, "sourceEventId", demo, "scoresDisagree", "asOf", "createdAt"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(${mergedRecord(sql)}, sport text, league text, source text,
      "sourceEventId" text, demo boolean, "createdAt" timestamptz)`;
}

/** A score that changed after it was proposed is proposed again if the event is still open. */
export async function saveMerged({ sql }: Transaction, fixtures: readonly MergedRow[]): Promise<void> {
  if (fixtures.length === 0) return;
  await sql`
    update fixtures f set starts_at = r."startsAt", status = r.status, period = r.period, clock = r.clock,
      home_name = r."homeName", home_abbreviation = r."homeAbbreviation", home_score = r."homeScore",
      away_name = r."awayName", away_abbreviation = r."awayAbbreviation", away_score = r."awayScore",
      as_of = greatest(f.as_of, r."asOf"), scores_disagree = r."scoresDisagree",
      proposed_at = case when (f.home_score, f.away_score) is not distinct from (r."homeScore", r."awayScore")
        then f.proposed_at end
    from json_to_recordset(${JSON.stringify(fixtures.map(mergedCells))}::text::json) as r(${mergedRecord(sql)})
    where f.id = r.id`;
}

export async function candidates(
  { sql }: Transaction,
  leagues: readonly string[],
  from: number,
  to: number,
): Promise<FixtureCandidate[]> {
  interface Columns extends SideColumns {
    id: string;
    league: string;
    starts_at: Date;
    demo: boolean;
    sources: string[];
  }
  const rows = await jsonRows<Columns>(
    sql,
    sql`select f.id, f.league, f.starts_at, ${sideColumns(sql)}, f.demo,
        array(select distinct r.source from fixture_reports r where r.fixture_id = f.id) as sources
      from unnest(${leagues as string[]}::text[]) as l(league) join fixtures f on f.league = l.league
        and f.starts_at between ${new Date(from)} and ${new Date(to)}
      order by f.starts_at, f.id`,
  );
  return rows.map(({ id, league, starts_at, home_name, away_name, demo, sources }) => {
    return { id, league, startsAt: starts_at.getTime(), homeName: home_name, awayName: away_name, demo, sources };
  });
}

/**
 * The last step of a transaction with changes: increments the version. Taken earlier, its lock could cause a
 * deadlock.
 */
export async function moveVersion({ sql }: Transaction): Promise<void> {
  await sql`update sports_version set version = version + 1 where only_row`;
}

/** Blocks imports of other nodes until the end of the transaction, so that two sources can't add one game twice. */
export async function lockImports({ sql }: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sports imports'))`;
}

/** Returns the fixture with its row locked. */
export async function lockFixture({ sql }: Transaction, id: string): Promise<FixtureRow | null> {
  const rows = await jsonRows<FixtureColumns>(
    sql,
    sql`select ${fixtureColumns(sql)} from fixtures f left join events e on e.id = f.event_id where f.id = ${id}
      for update of f`,
  );
  return rows.length === 0 ? null : fixtureOf(rows[0]);
}

export async function linkEvent({ sql }: Transaction, id: string, eventId: string): Promise<void> {
  await sql`update fixtures set event_id = ${eventId} where id = ${id}`;
}

export async function setProposed({ sql }: Transaction, id: string, at: number): Promise<void> {
  await sql`update fixtures set proposed_at = ${new Date(at)} where id = ${id}`;
}

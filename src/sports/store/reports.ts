import { jsonRows } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader, Transaction } from '../../database/store.js';
import { isoTime } from '../../kernel/time.js';
import type { FixtureReport, FixtureStatus } from '../rules/fixture.js';
import type { ConfirmedBefore, ReportedFixture, StoredReport } from './rows.js';
import { type SideColumns, sideColumns, sidesOf } from './sides.js';

interface ReportColumns extends SideColumns {
  source: string;
  source_event_id: string;
  part: FixtureReport['part'];
  fixture_id: string;
  league: string;
  starts_at: Date;
  status: FixtureStatus | null;
  period: number | null;
  clock: string | null;
  demo: boolean;
  as_of_at: Date;
}

function reportOf(row: ReportColumns): StoredReport {
  return {
    ...sidesOf(row),
    source: row.source,
    sourceEventId: row.source_event_id,
    part: row.part,
    fixtureId: row.fixture_id,
    league: row.league,
    startsAt: row.starts_at.getTime(),
    status: row.status,
    period: row.period,
    clock: row.clock,
    demo: row.demo,
    asOf: row.as_of_at.getTime(),
  };
}

async function readReports(sql: Sql, which: SqlPart): Promise<StoredReport[]> {
  const rows = await jsonRows<ReportColumns>(
    sql,
    sql`select f.source, f.source_event_id, f.part, f.fixture_id, f.league, f.starts_at, f.status, f.period, f.clock,
        ${sideColumns(sql)}, f.demo, f.as_of as as_of_at
      from fixture_reports f where ${which} order by f.fixture_id, f.number`,
  );
  return rows.map(reportOf);
}

export async function saveReports({ sql }: Transaction, reports: readonly StoredReport[]): Promise<void> {
  if (reports.length === 0) return;
  const rows = reports.map(({ home, away, startsAt, asOf, ...report }) => ({
    ...report,
    startsAt: isoTime(startsAt),
    asOf: isoTime(asOf),
    ...{ homeName: home.name, homeAbbreviation: home.abbreviation, homeScore: home.score },
    ...{ awayName: away.name, awayAbbreviation: away.abbreviation, awayScore: away.score },
  }));
  await sql`
    insert into fixture_reports (source, source_event_id, part, fixture_id, league, starts_at, status, period, clock, home_name,
      home_abbreviation, home_score, away_name, away_abbreviation, away_score, demo, as_of)
    select source, "sourceEventId", part, "fixtureId", league, "startsAt", status, period, clock, "homeName", "homeAbbreviation",
      "homeScore", "awayName", "awayAbbreviation", "awayScore", demo, "asOf"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(source text, "sourceEventId" text, part text,
      "fixtureId" text, league text, "startsAt" timestamptz, status text, period int, clock text, "homeName" text,
      "homeAbbreviation" text, "homeScore" int, "awayName" text, "awayAbbreviation" text, "awayScore" int, demo boolean,
      "asOf" timestamptz)
    on conflict (source, source_event_id, part) do update set league = excluded.league, starts_at = excluded.starts_at,
      status = excluded.status, period = excluded.period, clock = excluded.clock, home_name = excluded.home_name,
      home_abbreviation = excluded.home_abbreviation, home_score = excluded.home_score, away_name = excluded.away_name,
      away_abbreviation = excluded.away_abbreviation, away_score = excluded.away_score, as_of = excluded.as_of`;
}

/**
 * Records that a source confirms its reports, for those last confirmed before the given times. Returns their number.
 */
export async function confirm(
  { sql }: Transaction,
  source: string,
  ids: readonly string[],
  at: number,
  before: ConfirmedBefore,
): Promise<number> {
  const { count } = await sql`
    with confirmed as (
      update fixture_reports set as_of = ${new Date(at)}
      where source = ${source} and source_event_id = any(${ids as string[]})
        and as_of <= case status when 'live' then ${new Date(before.live)}::timestamptz else ${new Date(before.other)}::timestamptz end
      returning fixture_id
    )
    update fixtures set as_of = ${new Date(at)}
    where id in (select fixture_id from confirmed) and as_of < ${new Date(at)}`;
  return count;
}

/** The source's fixtures under these ids. */
export async function reportedFixtures(
  { sql }: Transaction,
  source: string,
  ids: readonly string[],
): Promise<ReportedFixture[]> {
  const rows = await sql<
    {
      source_event_id: string;
      fixture_id: string;
      league: string;
      status: FixtureStatus;
      lines_as_of: Date | null;
      demo: boolean;
    }[]
  >`
    select distinct r.source_event_id, r.fixture_id, f.league, f.status, f.lines_as_of, f.demo
    from fixture_reports r join fixtures f on f.id = r.fixture_id
    where r.source = ${source} and r.source_event_id = any(${ids as string[]})`;
  return rows.map(({ source_event_id, fixture_id, league, status, lines_as_of, demo }) => {
    return {
      sourceEventId: source_event_id,
      fixtureId: fixture_id,
      league,
      status,
      linesAsOf: lines_as_of?.getTime() ?? null,
      demo,
    };
  });
}

/** Fixtures that a source reports under this id. Two sources may use the same id for different games. */
export async function fixturesReportedAs({ sql }: Reader, sourceEventId: string): Promise<string[]> {
  const rows = await sql<{ fixture_id: string }[]>`
    select distinct fixture_id from fixture_reports where source_event_id = ${sourceEventId}`;
  return rows.map(row => row.fixture_id);
}

/** The source's reports under these ids. */
export function reports({ sql }: Transaction, source: string, ids: readonly string[]): Promise<StoredReport[]> {
  return readReports(sql, sql`f.source = ${source} and f.source_event_id = any(${ids as string[]})`);
}

/** All reports of the fixtures, each fixture's in order of arrival. */
export function reportsOf({ sql }: Transaction, fixtureIds: readonly string[]): Promise<StoredReport[]> {
  return readReports(sql, sql`f.fixture_id = any(${fixtureIds as string[]})`);
}

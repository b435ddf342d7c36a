import Type, { type Static } from 'typebox';
import { dayMs } from '../domain/durations.js';
import { isoTime } from '../domain/iso-time.js';
import type { FixtureReport, FixtureStatus, Side } from '../domain/sports/fixture.js';
import { findLeague, leagueKeys } from '../domain/sports/leagues.js';
import { confirmGames, type GameRow, importGames } from '../operations/sports/import-games.js';
import { BadFormat, commonSettings, defineHttpFormat, type ReadContext, type RowResult } from './connector.js';
import { isRecord, listOf, type Problem, reasonOf, scoreOf, textOf, timeOf } from './game-values.js';

/** ESPN's scoreboard: the games of one league on one day, with status and score. */

const settings = Type.Object({
  ...commonSettings,
  leagues: Type.Array(
    Type.Unsafe<string>({
      type: 'string',
      enum: [...leagueKeys],
      description: 'Key of a league in the catalogue.',
      examples: ['nba'],
    }),
    { minItems: 1, maxItems: 30, uniqueItems: true, description: 'Leagues to read.', examples: [['nba', 'nhl']] },
  ),
  daysBack: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 7,
      description: 'Days before today that are read, so that late results arrive; 1 if left out.',
      examples: [1],
    }),
  ),
  daysAhead: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 14,
      description: 'Days after today that are read; 2 if left out.',
      examples: [2],
    }),
  ),
});

type Context = ReadContext<Static<typeof settings>>;

/** Ids of status types, for games that are over without a result. */
const statusOfType: Readonly<Record<string, FixtureStatus>> = { '5': 'cancelled', '6': 'postponed' };

function readStatus(
  event: Record<string, unknown>,
): { status: FixtureStatus; type: Record<string, unknown> } | Problem {
  const type = isRecord(event.status) ? event.status.type : null;
  if (!isRecord(type)) return { problem: 'status.type is missing' };
  const { id, state, completed } = type;
  const off = statusOfType[String(id)];
  if (off !== undefined) return { status: off, type };
  if (state === 'pre') return { status: 'scheduled', type };
  if (state === 'in') return { status: 'live', type };
  if (state === 'post' && completed === true) return { status: 'final', type };
  if (state === 'post') return { status: 'postponed', type };
  return { problem: `status.type.state must be pre, in or post (got ${String(state)})` };
}

function readSide(event: Record<string, unknown>, which: 'home' | 'away', hasScore: boolean): Side | Problem {
  const competition = listOf(event.competitions)[0];
  const competitors = isRecord(competition) ? listOf(competition.competitors).filter(isRecord) : [];
  const found = competitors.filter(({ homeAway }) => homeAway === which);
  if (found.length !== 1) return { problem: `competitors must have one ${which} side (got ${found.length})` };
  const [competitor] = found;
  if (!isRecord(competitor.team)) return { problem: `team of the ${which} side is missing` };
  const name = textOf(competitor.team, 'displayName', 120);
  const { abbreviation } = competitor.team;
  const score = hasScore ? scoreOf(competitor.score, `score of the ${which} side`) : null;
  const problem = reasonOf(name, score);
  if (problem) return problem;
  const short = typeof abbreviation === 'string' && abbreviation.trim() !== '' ? abbreviation.slice(0, 12) : null;
  return { name: name as string, abbreviation: short, score: score as number | null };
}

function periodOf(event: Record<string, unknown>): number | null {
  const period = isRecord(event.status) ? event.status.period : null;
  return typeof period === 'number' && Number.isInteger(period) && period > 0 && period < 1_000 ? period : null;
}

function clockOf(event: Record<string, unknown>): string | null {
  const clock = isRecord(event.status) ? event.status.displayClock : null;
  return typeof clock === 'string' && clock !== '' ? clock.slice(0, 20) : null;
}

function readReport(event: Record<string, unknown>, league: string, now: number): FixtureReport | Problem {
  const id = textOf(event, 'id', 100);
  const startsAt = timeOf(event, 'date');
  const standing = readStatus(event);
  const problem = reasonOf(id, startsAt, standing);
  if (problem || 'problem' in standing) return problem ?? { problem: 'status is missing' };
  const { status } = standing;
  const isPlayed = status === 'live' || status === 'final';
  const home = readSide(event, 'home', isPlayed);
  if ('problem' in home) return home;
  const away = readSide(event, 'away', isPlayed);
  if ('problem' in away) return away;
  return {
    source: formatId,
    sourceEventId: id as string,
    part: 'score',
    league,
    startsAt: startsAt as number,
    status,
    period: isPlayed ? periodOf(event) : null,
    clock: status === 'live' ? clockOf(event) : null,
    home,
    away,
    asOf: now,
    demo: false,
  };
}

const formatId = 'espn';

function readRow(row: unknown, { request, now }: Context): RowResult<GameRow> {
  if (!isRecord(row)) return { kind: 'rejected', rowId: null, reason: 'a game is not an object' };
  const report = readReport(row, request.tag ?? '', now);
  const rowId = typeof row.id === 'string' ? row.id : null;
  if ('problem' in report) return { kind: 'rejected', rowId, reason: report.problem };
  return { kind: 'row', rowId: report.sourceEventId, row: { kind: 'game', report } };
}

const maxEventsPerDay = 500;

export const espnScoreboard = defineHttpFormat<GameRow, (typeof settings)['properties']>({
  id: formatId,
  kind: 'scores',
  origin: 'http',
  name: 'ESPN scoreboard',
  url: 'https://www.espn.com/',
  licence: 'Undocumented public endpoint of ESPN; read its terms of use before you turn this on.',
  covers: 'Games of sports leagues with status and score.',
  body: 'json',
  defaults: { baseUrl: 'https://site.api.espn.com/apis/site/v2/sports/', intervalSeconds: 60, maxPages: 500 },
  settings,
  requests({ leagues, daysBack = 1, daysAhead = 2 }, _key, now) {
    const days = Array.from({ length: daysBack + 1 + daysAhead }, (_value, index) => {
      return isoTime(now + (index - daysBack) * dayMs)
        .slice(0, 10)
        .replaceAll('-', '');
    });
    return leagues.flatMap(league => {
      const path = `${findLeague(league)?.espnPath}/scoreboard`;
      return days.map(day => ({ path: `${path}?dates=${day}&limit=${maxEventsPerDay}`, tag: league }));
    });
  },
  readPage(body) {
    if (!isRecord(body) || !Array.isArray(body.events))
      throw new BadFormat('the response must have an array of events');
    return { rows: body.events };
  },
  readRow,
  save: (context, { connectorId, at, rows }) =>
    importGames(context, { source: connectorId, at, rows: rows.map(({ row }) => row) }),
  // The scoreboard carries no time of its own, so a page that was not modified confirms its games as of this run.
  async finish(context, { connectorId, seen, at }) {
    if (seen) await confirmGames(context, connectorId, seen, at);
  },
});

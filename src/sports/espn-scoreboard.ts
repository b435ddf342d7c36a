// ESPN's scoreboard: the games of one league on one day, with status and score.

import Type from 'typebox';
import { BadFormat, commonSettings, defineHttpFormat } from '../connectors/connector.js';
import {
  BadRow,
  type Fields,
  fieldsOf,
  isFields,
  readBoolean,
  readOneOf,
  readOptionalNumber,
  readOptionalText,
  readText,
} from '../connectors/read-fields.js';
import { dayMs, isoTime } from '../kernel/time.js';
import {
  checkedGameRow,
  leaguesSetting,
  listOf,
  maxIdLength,
  maxNameLength,
  readScore,
  readTime,
} from './game-rows.js';
import type { FixtureReport, FixtureStatus, Side } from './rules/fixture.js';
import { findLeague } from './rules/leagues.js';
import { confirmGames, type GameRow, importGames } from './save-fixtures.js';

const settings = Type.Object({
  ...commonSettings,
  leagues: leaguesSetting,
  daysBack: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 7,
      description: 'Days before today to read, so that late results arrive; 1 if omitted.',
      examples: [1],
    }),
  ),
  daysAhead: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 14,
      description: 'Days after today to read; 2 if omitted.',
      examples: [2],
    }),
  ),
});

/** Ids of status types for games that ended without a result. */
const statusOfType: ReadonlyMap<string, FixtureStatus> = new Map([
  ['5', 'cancelled'],
  ['6', 'postponed'],
]);

/** Sources send ids as strings or numbers; anything else counts as none. */
const idText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function readStatus(status: Fields): FixtureStatus {
  const type = fieldsOf(status.type);
  const off = statusOfType.get(idText(type.id));
  if (off !== undefined) return off;
  const state = readOneOf(type, 'state', ['pre', 'in', 'post']);
  if (state === 'pre') return 'scheduled';
  if (state === 'in') return 'live';
  return readBoolean(type, 'completed', false) ? 'final' : 'postponed';
}

function readSide(event: Fields, which: 'home' | 'away', hasScore: boolean): Side {
  const competition = fieldsOf(listOf(event.competitions)[0]);
  const competitors = listOf(competition.competitors)
    .map(fieldsOf)
    .filter(({ homeAway }) => homeAway === which);
  if (competitors.length !== 1) throw new BadRow(`competitors must have one ${which} side (got ${competitors.length})`);
  const [competitor] = competitors;
  const team = fieldsOf(competitor.team);
  return {
    name: readText(team, 'displayName', maxNameLength),
    abbreviation: readOptionalText(team, 'abbreviation', 12),
    score: hasScore ? readScore(competitor, `score of the ${which} side`) : null,
  };
}

const maxPeriod = 1_000;

function readReport(event: Fields, league: string, now: number): FixtureReport {
  const stated = fieldsOf(event.status);
  const status = readStatus(stated);
  const isPlayed = status === 'live' || status === 'final';
  const period = isPlayed ? readOptionalNumber(stated, 'period', 0, maxPeriod) : null;
  const [home, away] = [readSide(event, 'home', isPlayed), readSide(event, 'away', isPlayed)];
  if (home.name === away.name) throw new BadRow(`both sides are ${home.name}`);
  return {
    source: formatId,
    sourceEventId: readText(event, 'id', maxIdLength),
    part: 'score',
    league,
    startsAt: readTime(event, 'date'),
    status,
    period: period === null || period === 0 ? null : Math.floor(period),
    clock: status === 'live' ? readOptionalText(stated, 'displayClock', 20) : null,
    home,
    away,
    asOf: now,
    demo: false,
  };
}

const formatId = 'espn';

const maxEventsPerDay = 500;

export const espnScoreboard = defineHttpFormat<GameRow, (typeof settings)['properties']>({
  id: formatId,
  kind: 'scores',
  origin: 'http',
  name: 'ESPN scoreboard',
  url: 'https://www.espn.com/',
  licence: 'Undocumented public endpoint of ESPN; read its terms of use before you enable this.',
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
    if (!isFields(body) || !Array.isArray(body.events))
      throw new BadFormat('the response must have an array of events');
    return { rows: body.events };
  },
  readRow: (row, { request, now }) =>
    checkedGameRow(isFields(row) && typeof row.id === 'string' ? row.id : null, () => {
      const report = readReport(fieldsOf(row), request.tag ?? '', now);
      return { rowId: report.sourceEventId, row: { kind: 'game', report } };
    }),
  save: (context, { connectorId, at, rows }) =>
    importGames(context, { source: connectorId, at, rows: rows.map(({ row }) => row) }),
  // The scoreboard carries no timestamp, so an unmodified page confirms its games as of this run.
  async finish(context, { connectorId, seen, at }) {
    if (seen) await confirmGames(context, connectorId, seen, at);
  },
});

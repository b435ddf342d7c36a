// The Odds API v4. `/v4/sports/{key}/odds` lists games with the quotes of bookmakers, `/v4/sports/{key}/scores` the
// same games with their scores. A game and each of its bookmakers are separate rows, so that one invalid quote costs
// one row.

import Type, { type Static } from 'typebox';
import { BadFormat, commonSettings, defineHttpFormat, type ReadContext } from '../connectors/connector.js';
import {
  BadRow,
  type Fields,
  fieldsOf,
  isFields,
  readBoolean,
  readOptionalNumber,
  readOptionalTime,
  readText,
} from '../connectors/read-fields.js';
import { dayMs, isoTime, momentFromIso } from '../kernel/time.js';
import {
  checkedGameRow,
  leaguesSetting,
  listOf,
  maxBookLength,
  maxIdLength,
  maxNameLength,
  type ReadRow,
  readScore,
  readTime,
} from './game-rows.js';
import type { FixtureReport, FixtureStatus } from './rules/fixture.js';
import { findLeague, findLeagueOfOddsApi } from './rules/leagues.js';
import { checkLines, decimalFromAmerican, type Line, type LineMarket } from './rules/lines.js';
import { type GameRow, importGames } from './save-fixtures.js';
import { bookRowId, withdrawMissing } from './save-lines.js';

const settings = Type.Object({
  ...commonSettings,
  leagues: leaguesSetting,
  regions: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]+(,[a-z0-9]+)*$',
      maxLength: 60,
      description: 'Regions whose bookmakers are included; eu if omitted.',
      examples: ['eu,uk'],
    }),
  ),
  oddsFormat: Type.Optional(
    Type.Unsafe<'decimal' | 'american'>({
      type: 'string',
      enum: ['decimal', 'american'],
      description: 'Odds format to request; decimal if omitted.',
      examples: ['decimal'],
    }),
  ),
  scoresDaysFrom: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3,
      description: 'Days back for which completed games are read; 0 reads no scores; 1 if omitted.',
      examples: [1],
    }),
  ),
});

type Context = ReadContext<Static<typeof settings>>;

const id = 'the-odds-api';

const marketOf: ReadonlyMap<unknown, LineMarket> = new Map([
  ['h2h', 'moneyline'],
  ['spreads', 'spread'],
  ['totals', 'total'],
]);

/** A row of a page: a game, or a bookmaker of a game whose own fields are valid. */
interface RawRow {
  readonly game: Fields;
  readonly bookmaker?: unknown;
}

interface GameFields {
  readonly sourceEventId: string;
  readonly league: string;
  readonly startsAt: number;
  readonly home: string;
  readonly away: string;
}

function readGame(game: Fields): GameFields {
  const sourceEventId = readText(game, 'id', maxIdLength);
  if (sourceEventId.includes('/')) throw new BadRow(`id must not contain a slash (got ${sourceEventId})`);
  const key = readText(game, 'sport_key', 80);
  const league = findLeagueOfOddsApi(key)?.key;
  if (league === undefined) throw new BadRow(`sport_key ${key} is not in the catalogue`);
  const startsAt = readTime(game, 'commence_time');
  const [home, away] = [readText(game, 'home_team', maxNameLength), readText(game, 'away_team', maxNameLength)];
  if (home === away) throw new BadRow(`home_team and away_team are the same (${home})`);
  return { sourceEventId, league, startsAt, home, away };
}

function isSound(game: Fields): boolean {
  try {
    readGame(game);
    return true;
  } catch (error) {
    if (error instanceof BadRow) return false;
    throw error;
  }
}

/** The newest time that a bookmaker of the game carries; null without one. */
function newestUpdate(game: Fields): number | null {
  const times = listOf(game.bookmakers).flatMap(bookmaker => {
    const text = isFields(bookmaker) ? bookmaker.last_update : null;
    return (typeof text === 'string' ? momentFromIso(text) : null) ?? [];
  });
  return times.length === 0 ? null : times.reduce((newest, at) => Math.max(newest, at));
}

interface Standing {
  readonly status: FixtureStatus | null;
  readonly home: number | null;
  readonly away: number | null;
}

const unknownStanding: Standing = { status: null, home: null, away: null };

/** A game without scores has not begun, and the source gives only its starting time. */
function readStanding(game: Fields, { home, away }: GameFields): Standing {
  const completed = readBoolean(game, 'completed', false);
  const { scores } = game;
  if (scores === null || scores === undefined) {
    if (completed) throw new BadRow('scores of a completed game are missing');
    return unknownStanding;
  }
  const entries = listOf(scores).filter(isFields);
  const scoreOf = (name: string) =>
    readScore(entries.find(entry => entry.name === name) ?? { score: null }, `score of ${name}`);
  return { status: completed ? 'final' : 'live', home: scoreOf(home), away: scoreOf(away) };
}

function readGameRow(game: Fields, { request, now }: Context): ReadRow {
  const fields = readGame(game);
  const { sourceEventId, league, startsAt, home, away } = fields;
  const isScore = request.tag === 'scores';
  const standing = isScore ? readStanding(game, fields) : unknownStanding;
  const stated = isScore ? readOptionalTime(game, 'last_update') : newestUpdate(game);
  const report: FixtureReport = {
    source: id,
    sourceEventId,
    part: isScore ? 'score' : 'listing',
    league,
    startsAt,
    status: standing.status,
    period: null,
    clock: null,
    home: { name: home, abbreviation: null, score: standing.home },
    away: { name: away, abbreviation: null, score: standing.away },
    asOf: Math.min(now, stated ?? now),
    demo: false,
  };
  // The listing and the score of one game are two rows.
  return { rowId: isScore ? `${sourceEventId}/` : sourceEventId, row: { kind: 'game', report } };
}

function readSelection(market: LineMarket, outcome: Fields, { home, away }: GameFields): Line['selection'] {
  const name = readText(outcome, 'name', maxNameLength);
  if (market === 'total' && (name === 'Over' || name === 'Under')) return name === 'Over' ? 'over' : 'under';
  if (market !== 'total' && (name === home || name === away)) return name === home ? 'home' : 'away';
  if (market === 'moneyline' && name === 'Draw') return 'draw';
  throw new BadRow(`${market} has the unknown outcome ${name.slice(0, 60)}`);
}

const maxPrice = 1_000_000;
const maxLinesPerBook = 100;
/** A bookmaker without a change for longer than this is treated as inactive. */
const maxQuoteAgeMs = 30 * dayMs;

function readPrice(outcome: Fields, isAmerican: boolean): number {
  const price = readOptionalNumber(outcome, 'price', -maxPrice, maxPrice);
  if (price === null) throw new BadRow('price is missing');
  return isAmerican ? decimalFromAmerican(price) : price;
}

/** Ignores markets of other kinds, such as outrights. */
function readLines(bookmaker: Fields, book: string, game: GameFields, { settings: options, now }: Context): Line[] {
  const isAmerican = options.oddsFormat === 'american';
  const lines: Line[] = [];
  for (const entry of listOf(bookmaker.markets).map(fieldsOf)) {
    const market = marketOf.get(entry.key);
    if (market === undefined) continue;
    const at = Math.min(now, readTime(entry.last_update === undefined ? bookmaker : entry, 'last_update'));
    if (at < now - maxQuoteAgeMs) throw new BadRow(`last_update must be within 30 days (got ${isoTime(at)})`);
    for (const outcome of listOf(entry.outcomes).map(fieldsOf)) {
      const selection = readSelection(market, outcome, game);
      const point = readOptionalNumber(outcome, 'point', -maxPrice, maxPrice);
      lines.push({ book, market, at, selection, point, decimalPrice: readPrice(outcome, isAmerican) });
    }
  }
  if (lines.length > maxLinesPerBook) {
    throw new BadRow(`a bookmaker must have at most ${maxLinesPerBook} outcomes (got ${lines.length})`);
  }
  const [problem] = checkLines(lines, findLeague(game.league)?.draws).problems;
  if (problem !== undefined) throw new BadRow(problem);
  return lines;
}

function readBookRow(raw: RawRow, context: Context): ReadRow | null {
  const game = readGame(raw.game);
  const bookmaker = fieldsOf(raw.bookmaker);
  const book = readText(bookmaker, 'key', maxBookLength);
  const lines = readLines(bookmaker, book, game, context);
  if (lines.length === 0) return null;
  const asOf = lines.reduce((newest, line) => Math.max(newest, line.at), 0);
  const { sourceEventId } = game;
  return { rowId: bookRowId(sourceEventId, book), row: { kind: 'book', book: { sourceEventId, book, lines, asOf } } };
}

/** Ignores the bookmakers of a game with invalid fields, because their lines could not be assigned. */
function rowsOf(game: unknown, isScore: boolean): unknown[] {
  if (!isFields(game)) return [game];
  if (isScore || !isSound(game)) return [{ game }];
  return [{ game }, ...listOf(game.bookmakers).map(bookmaker => ({ game, bookmaker }))];
}

/** Identifies an invalid row: the game, or the game and the bookmaker. */
function idOf(row: unknown): string | null {
  const { game, bookmaker } = isFields(row) ? row : {};
  if (!isFields(game) || typeof game.id !== 'string') return null;
  if (!isFields(bookmaker)) return game.id;
  return typeof bookmaker.key === 'string' ? bookRowId(game.id, bookmaker.key) : null;
}

export const theOddsApi = defineHttpFormat<GameRow, (typeof settings)['properties']>({
  id,
  kind: 'odds',
  origin: 'http',
  name: 'The Odds API',
  url: 'https://the-odds-api.com/liveapi/guides/v4/',
  licence: 'Commercial; needs a key (PRESAGE_CONNECTOR_THE_ODDS_API_KEY) and the provider’s terms.',
  covers: 'Games of sports leagues, quotes of bookmakers and scores.',
  body: 'json',
  defaults: { baseUrl: 'https://api.the-odds-api.com/v4/', intervalSeconds: 600, maxPages: 60 },
  settings,
  requests({ leagues, regions = 'eu', oddsFormat = 'decimal', scoresDaysFrom = 1 }, key) {
    const secretQuery: Readonly<Record<string, string>> = key === null ? {} : { apiKey: key };
    return leagues.flatMap(name => {
      const path = `sports/${findLeague(name)?.oddsApiKey}`;
      const odds = `regions=${regions}&markets=h2h,spreads,totals&oddsFormat=${oddsFormat}&dateFormat=iso`;
      const scores = { path: `${path}/scores?daysFrom=${scoresDaysFrom}&dateFormat=iso`, secretQuery, tag: 'scores' };
      return [{ path: `${path}/odds?${odds}`, secretQuery, tag: 'odds' }, ...(scoresDaysFrom === 0 ? [] : [scores])];
    });
  },
  readPage(body, { request }) {
    if (!Array.isArray(body)) throw new BadFormat('the response must be an array of games');
    return { rows: body.flatMap(game => rowsOf(game, request.tag === 'scores')) };
  },
  readRow: (row, context) =>
    checkedGameRow(idOf(row), () => {
      const { bookmaker, ...rest } = fieldsOf(row);
      const game = fieldsOf(rest.game);
      return bookmaker === undefined ? readGameRow(game, context) : readBookRow({ game, bookmaker }, context);
    }),
  save: (context, { connectorId, at, rows }) =>
    importGames(context, { source: connectorId, at, rows: rows.map(({ row }) => row) }),
  async finish(context, { connectorId, seen, isComplete }) {
    if (seen && isComplete) await withdrawMissing(context, connectorId, seen);
  },
});

import Type, { type Static } from 'typebox';
import { momentFromIso } from '../domain/iso-time.js';
import { checkLines } from '../domain/sports/check-quote.js';
import type { FixtureReport, FixtureStatus, Line, LineMarket } from '../domain/sports/fixture.js';
import { findLeague, findLeagueOfOddsApi, leagueKeys } from '../domain/sports/leagues.js';
import { decimalFromAmerican } from '../domain/sports/odds.js';
import { type GameRow, importGames } from '../operations/sports/import-games.js';
import { bookRowId, withdrawMissing } from '../operations/sports/save-lines.js';
import { BadFormat, commonSettings, defineHttpFormat, type ReadContext, type RowResult } from './connector.js';
import { isRecord, listOf, type Problem, reasonOf, scoreOf, textOf, timeOf } from './game-values.js';

/**
 * The Odds API v4. `/v4/sports/{key}/odds` lists games with the quotes of bookmakers, `/v4/sports/{key}/scores` the same
 * games with their scores. A game and each of its bookmakers are separate rows, so that one broken quote costs one row.
 */

const settings = Type.Object({
  ...commonSettings,
  leagues: Type.Array(
    Type.Unsafe<string>({
      type: 'string',
      enum: [...leagueKeys],
      description: 'Key of a league in the catalogue.',
      examples: ['epl'],
    }),
    { minItems: 1, maxItems: 30, uniqueItems: true, description: 'Leagues to read.', examples: [['epl', 'nba']] },
  ),
  regions: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]+(,[a-z0-9]+)*$',
      maxLength: 60,
      description: 'Regions whose bookmakers are listed; eu if left out.',
      examples: ['eu,uk'],
    }),
  ),
  oddsFormat: Type.Optional(
    Type.Unsafe<'decimal' | 'american'>({
      type: 'string',
      enum: ['decimal', 'american'],
      description: 'The form of prices that is asked for and expected; decimal if left out.',
      examples: ['decimal'],
    }),
  ),
  scoresDaysFrom: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 3,
      description: 'Days back for which completed games are read; 0 reads no scores; 1 if left out.',
      examples: [1],
    }),
  ),
});

type Context = ReadContext<Static<typeof settings>>;

const marketOf: Readonly<Record<string, LineMarket>> = { h2h: 'moneyline', spreads: 'spread', totals: 'total' };

/** A row of a page: a game, or a bookmaker of a game whose own fields are sound. */
interface RawRow {
  readonly game: Record<string, unknown>;
  readonly bookmaker?: unknown;
}

interface GameFields {
  readonly sourceEventId: string;
  readonly league: string;
  readonly startsAt: number;
  readonly home: string;
  readonly away: string;
}

function readGame(game: Record<string, unknown>): GameFields | Problem {
  const id = textOf(game, 'id', 100);
  const key = textOf(game, 'sport_key', 80);
  const startsAt = timeOf(game, 'commence_time');
  const home = textOf(game, 'home_team', 120);
  const away = textOf(game, 'away_team', 120);
  const problem = reasonOf(id, key, startsAt, home, away);
  if (problem) return problem;
  const league = findLeagueOfOddsApi(key as string);
  if (!league) return { problem: `sport_key ${key} is not in the catalogue` };
  if ((id as string).includes('/')) return { problem: `id must not contain a slash (got ${id})` };
  if (home === away) return { problem: `home_team and away_team are the same (${home})` };
  const [sourceEventId, homeName, awayName] = [id, home, away] as string[];
  return { sourceEventId, league: league.key, startsAt: startsAt as number, home: homeName, away: awayName };
}

const side = (name: string, score: number | null = null) => ({ name, abbreviation: null, score });

/** The newest time that a bookmaker of the game carries; null without one. */
function newestUpdate(game: Record<string, unknown>): number | null {
  const times = listOf(game.bookmakers).map(bookmaker => {
    const text = isRecord(bookmaker) ? bookmaker.last_update : null;
    return (typeof text === 'string' ? momentFromIso(text) : null) ?? Number.NEGATIVE_INFINITY;
  });
  const newest = Math.max(...times, Number.NEGATIVE_INFINITY);
  return Number.isFinite(newest) ? newest : null;
}

interface Standing {
  readonly status: FixtureStatus | null;
  readonly home: number | null;
  readonly away: number | null;
}

/** Without scores a game has not begun, and the source says no more than when it will. */
function readStanding(game: Record<string, unknown>, { home, away }: GameFields): Standing | Problem {
  const { completed, scores } = game;
  if (typeof completed !== 'boolean') return { problem: `completed must be true or false (got ${String(completed)})` };
  if (scores === null || scores === undefined) {
    return completed ? { problem: 'scores are missing of a completed game' } : { status: null, home: null, away: null };
  }
  const byName = new Map(listOf(scores).map(entry => (isRecord(entry) ? [entry.name, entry.score] : ['', null])));
  const homeScore = scoreOf(byName.get(home), `score of ${home}`);
  const awayScore = scoreOf(byName.get(away), `score of ${away}`);
  const problem = reasonOf(homeScore, awayScore);
  if (problem) return problem;
  return { status: completed ? 'final' : 'live', home: homeScore as number, away: awayScore as number };
}

function notLaterThan(now: number, at: number): number {
  return Math.min(now, at);
}

function gameRow(game: Record<string, unknown>, context: Context, connector: string): RowResult<GameRow> {
  const fields = readGame(game);
  const rowId = typeof game.id === 'string' ? game.id : null;
  if ('problem' in fields) return { kind: 'rejected', rowId, reason: fields.problem };
  const { sourceEventId, league, startsAt, home, away } = fields;
  const isScore = context.request.tag === 'scores';
  const standing = isScore ? readStanding(game, fields) : { status: null, home: null, away: null };
  if ('problem' in standing) return { kind: 'rejected', rowId, reason: standing.problem };
  const stated = isScore && typeof game.last_update === 'string' ? momentFromIso(game.last_update) : newestUpdate(game);
  const report: FixtureReport = {
    source: connector,
    sourceEventId,
    part: isScore ? 'score' : 'listing',
    league,
    startsAt,
    status: standing.status,
    period: null,
    clock: null,
    home: side(home, standing.home),
    away: side(away, standing.away),
    asOf: notLaterThan(context.now, stated ?? context.now),
    demo: false,
  };
  // The listing and the score of one game are two rows.
  return { kind: 'row', rowId: isScore ? `${sourceEventId}/` : sourceEventId, row: { kind: 'game', report } };
}

function selectionOf(market: LineMarket, name: unknown, { home, away }: GameFields): Line['selection'] | null {
  if (market === 'total') return name === 'Over' ? 'over' : name === 'Under' ? 'under' : null;
  if (name === home) return 'home';
  if (name === away) return 'away';
  return market === 'moneyline' && name === 'Draw' ? 'draw' : null;
}

function readOutcome(
  outcome: unknown,
  quote: Omit<Line, 'selection' | 'point' | 'decimalPrice'>,
  game: GameFields,
  isAmerican: boolean,
): Line | Problem {
  if (!isRecord(outcome)) return { problem: 'an outcome is not an object' };
  const { name, price, point = null } = outcome;
  const selection = selectionOf(quote.market, name, game);
  if (selection === null) return { problem: `${quote.market} has the unknown outcome ${String(name).slice(0, 60)}` };
  if (typeof price !== 'number') return { problem: `price of ${String(name)} must be a number (got ${String(price)})` };
  if (point !== null && typeof point !== 'number') return { problem: `point must be a number (got ${String(point)})` };
  return { ...quote, selection, point, decimalPrice: isAmerican ? decimalFromAmerican(price) : price };
}

/** Markets of other kinds, such as outrights, are passed over. */
function readLines(
  bookmaker: Record<string, unknown>,
  book: string,
  game: GameFields,
  context: Context,
): Line[] | Problem {
  const isAmerican = context.settings.oddsFormat === 'american';
  const lines: Line[] = [];
  for (const entry of listOf(bookmaker.markets)) {
    if (!isRecord(entry)) return { problem: 'a market is not an object' };
    const market = marketOf[String(entry.key)];
    if (market === undefined) continue;
    const at = timeOf(entry.last_update === undefined ? bookmaker : entry, 'last_update');
    if (typeof at !== 'number') return at;
    for (const outcome of listOf(entry.outcomes)) {
      const quote = { book, market, at: notLaterThan(context.now, at) };
      const line = readOutcome(outcome, quote, game, isAmerican);
      if ('problem' in line) return line;
      lines.push(line);
    }
  }
  const { problems } = checkLines(lines);
  return problems.length > 0 ? { problem: problems[0] } : lines;
}

function bookRow(raw: RawRow, context: Context): RowResult<GameRow> {
  const game = readGame(raw.game) as GameFields;
  const { bookmaker } = raw;
  const book = isRecord(bookmaker) ? textOf(bookmaker, 'key', 60) : { problem: 'a bookmaker is not an object' };
  if (typeof book !== 'string' || !isRecord(bookmaker)) {
    const reason = typeof book === 'string' ? '' : book.problem;
    return { kind: 'rejected', rowId: null, reason };
  }
  const rowId = bookRowId(game.sourceEventId, book);
  const lines = readLines(bookmaker, book, game, context);
  if ('problem' in lines) return { kind: 'rejected', rowId, reason: lines.problem };
  if (lines.length === 0) return { kind: 'ignored', rowId };
  const asOf = lines.reduce((newest, line) => Math.max(newest, line.at), 0);
  const { sourceEventId } = game;
  return { kind: 'row', rowId, row: { kind: 'book', book: { sourceEventId, book, lines, asOf } } };
}

/** A game whose own fields are broken brings no bookmakers: their lines could not be assigned. */
function rowsOf(game: unknown, isScore: boolean): unknown[] {
  if (!isRecord(game)) return [game];
  if (isScore || 'problem' in readGame(game)) return [{ game }];
  return [{ game }, ...listOf(game.bookmakers).map(bookmaker => ({ game, bookmaker }))];
}

const id = 'the-odds-api';

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
  readRow(row, context) {
    if (!isRecord(row) || !isRecord(row.game)) {
      return { kind: 'rejected', rowId: null, reason: 'a game is not an object' };
    }
    const raw = row as unknown as RawRow;
    return raw.bookmaker === undefined ? gameRow(raw.game, context, id) : bookRow(raw, context);
  },
  save: (context, { connectorId, at, rows }) =>
    importGames(context, { source: connectorId, at, rows: rows.map(({ row }) => row) }),
  async finish(context, { connectorId, seen }) {
    if (seen) await withdrawMissing(context, connectorId, seen);
  },
});

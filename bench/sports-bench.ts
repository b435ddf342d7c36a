// npm run bench sports: the sports feed over 100,000 lines at 50 requests a second.
import { randomBytes } from 'node:crypto';
import { openPool } from '../src/database/pool.js';
import { createPostgresStore } from '../src/database/postgres-store.js';
import { type IdPrefix, makeId } from '../src/kernel/ids.js';
import { hourMs, minuteMs } from '../src/kernel/time.js';
import type { FixtureReport } from '../src/sports/rules/fixture.js';
import type { Line } from '../src/sports/rules/lines.js';
import { type GameRow, importGames } from '../src/sports/save-fixtures.js';
import { startBenchDatabase } from './support/arena.js';
import { startPresage } from './support/processes.js';
import { measureReads } from './support/steady-reads.js';

const games = 2_000;
const books = 10;
const linesPerBook = 5;
const perSecond = 50;
const seconds = 20;
const warmUpSeconds = 5;
const wantedP99Ms = 30;
const gamesPerBatch = 50;
const leagues = ['epl', 'nba', 'nfl', 'nhl', 'mlb', 'la-liga'] as const;

function linesOf(book: string, at: number): Line[] {
  const price = () => Math.round(170 + 40 * Math.random()) / 100;
  const line = { book, at };
  return [
    { ...line, market: 'moneyline', selection: 'home', point: null, decimalPrice: price() },
    { ...line, market: 'moneyline', selection: 'away', point: null, decimalPrice: price() },
    { ...line, market: 'moneyline', selection: 'draw', point: null, decimalPrice: price() + 1 },
    { ...line, market: 'total', selection: 'over', point: 2.5, decimalPrice: price() },
    { ...line, market: 'total', selection: 'under', point: 2.5, decimalPrice: price() },
  ];
}

function rowsOf(index: number, now: number): GameRow[] {
  const sourceEventId = `game-${index}`;
  const side = (name: string) => ({ name: `${name} ${index}`, abbreviation: null, score: null });
  const report: FixtureReport = {
    source: 'bench',
    sourceEventId,
    part: 'score',
    league: leagues[index % leagues.length],
    startsAt: now - 12 * hourMs + index * 5 * minuteMs,
    status: 'scheduled',
    period: null,
    clock: null,
    home: side('Home'),
    away: side('Away'),
    asOf: now,
    demo: false,
  };
  const quotes = Array.from({ length: books }, (_value, number) => `book-${number}`).map(book => {
    return { kind: 'book', book: { sourceEventId, book, lines: linesOf(book, now), asOf: now } } as const;
  });
  return [{ kind: 'game', report }, ...quotes];
}

async function fill(pool: ReturnType<typeof openPool>): Promise<void> {
  const store = createPostgresStore(pool);
  const context = { store, newId: (prefix: IdPrefix, now: number) => makeId(prefix, now, randomBytes(10)) };
  const now = Date.now();
  for (let start = 0; start < games; start += gamesPerBatch) {
    const rows = Array.from({ length: gamesPerBatch }, (_value, index) => rowsOf(start + index, now)).flat();
    await importGames(context, { source: 'bench', at: now, rows });
  }
  await pool.unsafe('vacuum analyze');
}

function measure(url: string, name: string, paths: readonly string[]): Promise<boolean> {
  let turn = 0;
  const next = () => {
    turn += 1;
    return paths[turn % paths.length];
  };
  return measureReads({ url, name, perSecond, warmUpSeconds, seconds, wantedP99Ms, next });
}

async function feedPaths(url: string): Promise<string[]> {
  const paths = ['/api/sports/feed', '/api/sports/feed?days=60&includeStale=1', '/api/sports/feed?sport=soccer'];
  let cursor: string | null = null;
  for (let page = 0; page < 10; page += 1) {
    const path = `/api/sports/feed?league=nba${cursor === null ? '' : `&cursor=${cursor}`}`;
    const reply = (await (await fetch(url + path)).json()) as { nextCursor: string | null };
    paths.push(path);
    if (reply.nextCursor === null) break;
    cursor = reply.nextCursor;
  }
  return paths;
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  await (await startPresage({ DATABASE_URL: database.url })).stop();
  const pool = openPool(database.url, { max: 2, statementTimeoutMs: 600_000 });
  await fill(pool);
  const presage = await startPresage({ DATABASE_URL: database.url });
  try {
    console.log(`${games} fixtures, ${games * books * linesPerBook} lines\n`);
    const history = ['', '?market=total', '?sourceEventId=game-77'].map(query => `/api/sports/lines/history${query}`);
    const reached = [
      await measure(presage.url, 'feed', await feedPaths(presage.url)),
      await measure(presage.url, 'lines history', history),
    ];
    if (reached.includes(false)) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}

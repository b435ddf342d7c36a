// npm run bench sports: the sports feed over 100,000 lines at 50 requests a second.
import { randomBytes } from 'node:crypto';
import { hourMs, minuteMs } from '../src/domain/durations.js';
import { type IdPrefix, makeId } from '../src/domain/ids.js';
import type { FixtureReport, Line } from '../src/domain/sports/fixture.js';
import { type GameRow, importGames } from '../src/operations/sports/import-games.js';
import { createPostgresStore } from '../src/server/features.js';
import { openPool } from '../src/store/sql/pool.js';
import { startBenchDatabase } from './support/arena.js';
import { percentile } from './support/http-load.js';
import { startPresage } from './support/processes.js';

const games = 2_000;
const books = 10;
const linesPerBook = 5;
const requestsPerSecond = 50;
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

/** Sends requests at a fixed rate, whether or not earlier ones have returned. */
async function measure(url: string, name: string, paths: readonly string[]): Promise<boolean> {
  const latencies: number[] = [];
  let failed = 0;
  const sent: Promise<void>[] = [];
  const ask = async (path: string, counted: boolean) => {
    const began = performance.now();
    const reply = await fetch(url + path);
    await reply.arrayBuffer();
    if (!counted) return;
    latencies.push(performance.now() - began);
    if (reply.status !== 200) failed += 1;
  };
  const total = requestsPerSecond * (warmUpSeconds + seconds);
  const start = performance.now();
  for (let number = 0; number < total; number += 1) {
    const wait = start + (number * 1000) / requestsPerSecond - performance.now();
    if (wait > 0) await new Promise(done => setTimeout(done, wait));
    sent.push(ask(paths[number % paths.length], number >= requestsPerSecond * warmUpSeconds));
  }
  await Promise.all(sent);
  latencies.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map(share => percentile(latencies, share));
  const reached = failed === 0 && p99 <= wantedP99Ms;
  const figures = `p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  wanted ${wantedP99Ms}`;
  console.log(`${name.padEnd(16)} ${requestsPerSecond} requests/s  ${figures}: ${reached ? 'reached' : 'MISSED'}`);
  return reached;
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

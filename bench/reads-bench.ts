// npm run bench reads: the latency of reads in a large arena.
import { openPool } from '../src/database/pool.js';
import { addAgents, startBenchDatabase } from './support/arena.js';
import { load, percentile } from './support/http-load.js';
import { addManyEvents } from './support/many-events.js';
import { startPresage } from './support/processes.js';

const eventCount = 100_000;
const busyTrades = 100_000;
const connections = 4;
const seconds = 5;
/** Each database connection plans a statement on first use; a running service has planned them all. */
const warmUpSeconds = 3;

interface Part {
  readonly name: string;
  readonly wantedP99Ms: number;
  /** URLs that are requested in turn. */
  readonly paths: readonly string[];
  /** None was requested before, so no result is cached. */
  readonly fresh?: boolean;
}

const cities = ['London', 'Oslo', 'Lagos', 'Lima', 'Tokyo', 'Paris', 'Quito', 'Delhi', 'Perth', 'Cairo'];

/** Lists with common parameters, and their later pages. */
async function listParts(url: string): Promise<Part[]> {
  const queries = [
    '',
    '?sort=newest',
    '?sort=ending&limit=20',
    '?sort=traders',
    '?sort=movers',
    '?includeStale=true',
    '?includeStale=true&includeEmptyV2=false',
    '?category=economics',
    '?category=rare&includeStale=true',
    '?status=all&includeStale=true',
    '?status=resolved&category=sports',
    '?status=closed',
    '?q=rain&includeStale=true',
    '?q=harvest%20tokyo',
    '?q=number%2077777&includeStale=true&status=all',
  ];
  const deep: string[] = [];
  for (const query of ['?includeStale=true', '?sort=newest&includeStale=true', '?sort=movers&status=all']) {
    let cursor: string | null = null;
    for (let page = 0; page < 12; page += 1) {
      const address = `/api/events${query}&limit=200${cursor === null ? '' : `&cursor=${cursor}`}`;
      const reply = (await (await fetch(url + address)).json()) as { nextCursor: string | null };
      cursor = reply.nextCursor;
      if (page > 6) deep.push(address.replace('limit=200', 'limit=50'));
    }
  }
  return [
    { name: 'event list', wantedP99Ms: 30, paths: queries.map(query => `/api/events${query}`) },
    { name: 'event list, later pages', wantedP99Ms: 30, paths: deep },
  ];
}

/** More than are requested in the time, including warm-up. */
function freshSearches(): string[] {
  const subjects = [
    'rain',
    'snow',
    'wheat',
    'copper',
    'infl',
    'unemployment',
    'turnout',
    'attend',
    'output',
    'traffic',
  ];
  const verbs = ['rise', 'fall', 'exce', 'reach', 'drop', 'double', 'recov', 'stall', 'surpass', 'miss'];
  const both = (city: string, subject: string) => [`${subject} ${city}`, `${city} ${subject}`];
  return verbs.flatMap(verb =>
    cities.flatMap(city => subjects.flatMap(subject => both(city, subject).map(words => `${words} ${verb}`))),
  );
}

const searchFor = (words: string) => `/api/search?q=${encodeURIComponent(words)}`;

function otherParts(busy: string): Part[] {
  const words = [
    'rain',
    'will',
    'harvest tok',
    'unemploymnet',
    'inflation berlin 2027',
    'tempratur oslo',
    'preçes',
    '2026',
  ];
  const widths = ['1m', '5m', '15m', '1h', '4h', '1d'];
  const market = `/api/markets/${busy}`;
  return [
    { name: 'search', wantedP99Ms: 60, paths: [...words, ...cities].map(searchFor) },
    { name: 'search for something else', wantedP99Ms: 60, paths: freshSearches().map(searchFor), fresh: true },
    {
      name: 'candles',
      wantedP99Ms: 30,
      paths: [
        ...widths.map(width => `${market}/candles?resolution=${width}&limit=200`),
        ...widths.map(width => `${market}/candles?resolution=${width}&fill=previous&outcomeIndex=1`),
        ...['1h', '24h', '7d', '30d', 'all'].map(timeframe => `${market}/history?timeframe=${timeframe}`),
      ],
    },
    {
      name: 'trades',
      wantedP99Ms: 30,
      paths: [
        `/api/events/${busy}/activity`,
        `/api/events/${busy}/activity?order=asc&limit=200`,
        `/api/events/${busy}/activity?outcomeIndex=1`,
        `/api/events/${busy}/activity?from=${Math.floor(Date.now() / 1000) - 2_000_000}&to=${Math.floor(Date.now() / 1000) - 1_900_000}`,
      ],
    },
    { name: 'one event', wantedP99Ms: 30, paths: [`/api/events/${busy}`, '/api/v1/markets/event-4242'] },
    { name: 'top', wantedP99Ms: 30, paths: ['/api/events/top', '/api/events/top?lookbackHours=720&limit=10'] },
  ];
}

async function measure(url: string, { name, wantedP99Ms, paths, fresh }: Part): Promise<boolean> {
  for (const path of fresh ? paths.slice(-1) : paths) {
    const reply = await fetch(url + path);
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  }
  const { host } = new URL(url);
  let turn = 0;
  const next = () => `GET ${paths[turn++ % paths.length]} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  await load({ url, connections, seconds: warmUpSeconds, next });
  const { latenciesMs, statuses, seconds: took } = await load({ url, connections, seconds, next });
  if (fresh && turn >= paths.length) throw new Error(`${name}: ${turn} were asked for, and there are ${paths.length}`);
  if (statuses.size !== 1) throw new Error(`${name}: replies: ${JSON.stringify([...statuses])}`);
  const [p50, p99] = [0.5, 0.99].map(share => percentile(latenciesMs, share));
  const reached = p99 <= wantedP99Ms;
  console.log(
    `${name.padEnd(26)} ${Math.round(latenciesMs.length / took)
      .toString()
      .padStart(
        6,
      )} requests/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  wanted ${wantedP99Ms}: ${reached ? 'reached' : 'MISSED'}`,
  );
  return reached;
}

/** Waits until all past trades are folded into candles. */
async function folded(pool: ReturnType<typeof openPool>): Promise<void> {
  for (;;) {
    const [{ behind }] = await pool<{ behind: number }[]>`
      select count(*)::int as behind from candle_progress k join markets m on m.event_id = k.event_id where m.sequence > k.sequence`;
    if (behind === 0) return;
    await new Promise(done => setTimeout(done, 500));
  }
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  // Starts once to migrate, and again to fold the trades inserted in between.
  await (await startPresage({ DATABASE_URL: database.url })).stop();
  const pool = openPool(database.url, { max: 1, statementTimeoutMs: 600_000 });
  await addAgents(pool, 1);
  const busy = await addManyEvents(pool, eventCount, busyTrades);
  const presage = await startPresage({ DATABASE_URL: database.url });
  try {
    await folded(pool);
    await pool.unsafe('vacuum analyze');
    console.log(`${eventCount} events, ${busyTrades} trades in one of them, ${connections} connections\n`);
    let reached = true;
    for (const part of [...(await listParts(presage.url)), ...otherParts(busy)]) {
      reached = (await measure(presage.url, part)) && reached;
    }
    if (!reached) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}

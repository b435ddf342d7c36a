// npm run bench aggregator: the venue feed with 100,000 markets at 50 requests per second.
import { openPool } from '../src/database/pool.js';
import { fillVenues } from '../test/support/builders/fill-venues.js';
import { startBenchDatabase } from './support/arena.js';
import { startPresage } from './support/processes.js';
import { measureReads } from './support/steady-reads.js';

const markets = 100_000;
const perSecond = 50;
const seconds = 10;
const warmUpSeconds = 3;
const wantedP99Ms = 30;
const list = '/api/v1/aggregator/markets';

const queries = [
  '',
  '?sort=newest',
  '?sort=ending',
  '?sort=movers',
  '?limit=200',
  '?source=venue-1,venue-3',
  '?category=category-3',
  '?category=category-3&sort=movers&source=venue-2',
  '?status=all&includeResolved=true',
  '?status=resolved&sort=newest',
  '?tradableOnly=true&sort=ending',
  '?q=number77777',
  '?q=series',
  '?q=number123&category=category-5',
];

interface Page {
  readonly markets: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

async function readPage(url: string, path: string): Promise<Page> {
  const reply = await fetch(url + path);
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Page;
}

/** Filters of which no two are equal, so that every request loads its rows. */
function* differentFilters(): Generator<string, never> {
  const [sorts, statuses] = [
    ['volume', 'newest', 'ending', 'movers'],
    ['active', 'resolved', 'all'],
  ];
  for (let turn = 0; ; turn += 1) {
    const sources = [0, 1, 2, 3].filter(venue => turn & (1 << venue)).map(venue => `venue-${venue}`);
    const query = new URLSearchParams({
      sort: sorts[turn % sorts.length],
      status: statuses[turn % statuses.length],
      category: `category-${turn % 11}`,
      limit: String(10 * (1 + (turn % 10))),
      ...(sources.length > 0 ? { source: sources.join(',') } : {}),
      ...(turn % 5 === 0 ? { q: `number${turn}` } : { tradableOnly: String(turn % 2 === 0) }),
    });
    yield `${list}?${query}`;
  }
}

/** Later pages, and odds. */
async function otherPaths(url: string): Promise<string[]> {
  const paths: string[] = [];
  for (const query of ['?limit=200', '?sort=newest&limit=200', '?sort=movers&limit=200']) {
    let cursor = '';
    for (let page = 0; page < 12; page += 1) {
      const found = await readPage(url, `${list}${query}${cursor}`);
      if (page > 6) paths.push(`${list}${query}${cursor}`, `${list}/${found.markets[0].id}/odds`);
      cursor = `&cursor=${found.nextCursor}`;
    }
  }
  return paths;
}

/** `distinct` gives every request another URL, so that no cached response is sent. */
function* inTurn(paths: readonly string[], distinct = false): Generator<string, never> {
  for (let turn = 0; ; turn += 1) {
    const path = paths[turn % paths.length];
    const isGiven = !distinct || path.includes('limit=');
    yield isGiven ? path : `${path}${path.includes('?') ? '&' : '?'}limit=${20 + (turn % 160)}&_=${turn}`;
  }
}

export async function run(): Promise<void> {
  const database = await startBenchDatabase();
  const presage = await startPresage({ DATABASE_URL: database.url, PRESAGE_ADDRESS_READS_PER_MINUTE: '0' });
  const pool = openPool(database.url, { max: 1, statementTimeoutMs: 600_000 });
  try {
    await fillVenues(pool, markets, Date.now());
    await pool.unsafe('vacuum analyze');
    console.log(`${markets} markets of 4 venues, ${perSecond} requests per second for ${seconds} s each\n`);
    const first = queries.map(query => list + query);
    const parts: [string, Generator<string, never>][] = [
      ['first pages', inTurn(first)],
      ['first pages, all limits', inTurn(first, true)],
      ['filters, all different', differentFilters()],
      ['later pages and odds', inTurn(await otherPaths(presage.url))],
    ];
    let isReached = true;
    for (const [name, paths] of parts) {
      const next = () => paths.next().value;
      const reached = await measureReads({
        url: presage.url,
        name,
        perSecond,
        warmUpSeconds,
        seconds,
        wantedP99Ms,
        next,
      });
      isReached = reached && isReached;
    }
    if (!isReached) process.exitCode = 1;
  } finally {
    await pool.end();
    await presage.stop();
    await database.stop();
  }
}

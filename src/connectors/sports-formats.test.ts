// Both formats over HTTP, from a server that implements them.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sportsLinesDigest } from '../../test/support/builders/sports-rows.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { dayMs, isoTime, minuteMs } from '../kernel/time.js';
import * as connectorStore from './store.js';

let service: TestService;
let server: Server;
let baseUrl = '';
const requested: string[] = [];
/** Bodies by path without the query. */
const bodies = new Map<string, unknown>();
let etag: string | null = null;

beforeAll(async () => {
  service = await startTestService();
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://local');
    requested.push(`${url.pathname}${url.search}`);
    const body = bodies.get(url.pathname);
    if (etag !== null && request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else if (body === undefined) response.writeHead(404).end();
    else {
      response.writeHead(200, { 'content-type': 'application/json', ...(etag === null ? {} : { etag }) });
      response.end(JSON.stringify(body));
    }
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await service.stop();
  await new Promise(done => server.close(done));
});

async function configure(id: string, kind: 'odds' | 'scores', settings: object): Promise<void> {
  await service.store.transact(tx =>
    connectorStore.put(tx, {
      ...{ id, format: id, kind, name: id, enabled: true, demo: false, intervalSeconds: 600, nextRunAt: null },
      settings: { baseUrl, allowPrivateAddress: true, ...settings },
      updatedAt: service.clock.now(),
    }),
  );
}

async function run(id: string) {
  const state = await service.services.connectors.run(id, 'operator');
  if (state.kind !== 'ended') throw new Error('the connector is busy');
  expect(state.run.error).toBeNull();
  return state.run;
}

const iso = (offset: number) => isoTime(service.clock.now() + offset).replace('.000Z', 'Z');

function bookmaker(key: string, game: { home_team: string; away_team: string }, change: object = {}) {
  return {
    ...{ key, title: key, last_update: iso(-minuteMs) },
    markets: [
      {
        ...{ key: 'h2h', last_update: iso(-minuteMs) },
        outcomes: [
          { name: game.home_team, price: 1.9 },
          { name: game.away_team, price: 4.3 },
          { name: 'Draw', price: 3.6 },
        ],
      },
      ...(key === 'book1' || key === 'book2' ? [totals()] : []),
    ],
    ...change,
  };
}

const totals = () => ({
  ...{ key: 'totals', last_update: iso(-minuteMs) },
  outcomes: [
    { name: 'Over', price: 1.87, point: 2.5 },
    { name: 'Under', price: 1.97, point: 2.5 },
  ],
});

function game(index: number) {
  return {
    ...{ id: `odds${index}`, sport_key: 'soccer_epl', sport_title: 'EPL' },
    commence_time: iso(dayMs + index * 7 * minuteMs),
    ...{ home_team: `Town ${index}`, away_team: `Visitors ${index}` },
  };
}

const brokenQuotes: readonly object[] = [
  { last_update: 'yesterday', markets: [{ key: 'h2h', outcomes: [] }] },
  { markets: [{ key: 'h2h', last_update: '2026-03-17T11:00:00Z', outcomes: [{ name: 'Somebody else', price: 2 }] }] },
  {
    markets: [
      { key: 'totals', last_update: '2026-03-17T11:00:00Z', outcomes: [{ name: 'Over', price: 1.9, point: 2.5 }] },
    ],
  },
  { key: '' },
];

/** 400 games of which 20 are invalid, 25 bookmakers each of which 280 are invalid, and 100 scores: 10,000 rows. */
function oddsBodies(): void {
  let broken = 0;
  const games = Array.from({ length: 400 }, (_value, index) => {
    const one = game(index);
    if (index >= 380)
      return { ...one, ...[{ home_team: '' }, { commence_time: 'soon' }, { sport_key: 'curling' }][index % 3] };
    const bookmakers = Array.from({ length: 25 }, (_book, number) => {
      const isBroken = (index * 25 + number) % 34 === 0 && broken < 280;
      if (isBroken) broken += 1;
      return bookmaker(`book${number}`, one, isBroken ? brokenQuotes[broken % 4] : {});
    });
    return { ...one, bookmakers };
  });
  expect(broken).toBe(280);
  bodies.set('/sports/soccer_epl/odds', games);
  bodies.set(
    '/sports/soccer_epl/scores',
    games.slice(0, 100).map(({ ...one }, index) => ({
      ...{ ...one, bookmakers: undefined, completed: false, scores: null, last_update: null },
      ...(index === 0 ? { completed: true, last_update: iso(0), scores: scores(2, 1) } : {}),
      ...(index === 1 ? { last_update: iso(0), scores: [...scores(0, 1, 1)].reverse() } : {}),
    })),
  );
}

const scores = (home: number, away: number, index = 0) => [
  { name: `Town ${index}`, score: String(home) },
  { name: `Visitors ${index}`, score: String(away) },
];

describe('The Odds API', () => {
  it('imports 10,000 rows with 3 % invalid ones: exact counts, and every invalid row with its reason', async () => {
    oddsBodies();
    await configure('the-odds-api', 'odds', { leagues: ['epl'], regions: 'eu,uk' });
    const counts = await run('the-odds-api');
    expect(counts).toMatchObject({
      received: 10_000,
      inserted: 9_700,
      updated: 0,
      unchanged: 0,
      ignored: 0,
      rejected: 300,
    });
    expect(requested).toEqual([
      '/sports/soccer_epl/odds?regions=eu,uk&markets=h2h,spreads,totals&oddsFormat=decimal&dateFormat=iso',
      '/sports/soccer_epl/scores?daysFrom=1&dateFormat=iso',
    ]);
    const rejected = await service.store.read(reader => connectorStore.rejectedRows(reader, 'the-odds-api', null, 200));
    expect(new Set(rejected.map(({ reason }) => reason.split(' (')[0]))).toContain(
      'moneyline has the unknown outcome Somebody else',
    );
    const { body } = await service.call('GET', '/api/sports/feed?limit=2');
    expect(body.fixtures).toMatchObject([
      { sourceEventId: 'odds0', status: 'final', home: { name: 'Town 0', score: 2 }, away: { score: 1 } },
      { sourceEventId: 'odds1', status: 'live', home: { score: 0 }, away: { score: 1 } },
    ]);
    const books = body.fixtures[0].lines.map((line: { books: number }) => line.books);
    expect(books).toEqual([24, 24, 24, 2, 2]);
  });

  it('writes nothing in a second identical run, nor when pages are not modified', async () => {
    const before = await sportsLinesDigest(service.pool);
    etag = '"v1"';
    expect(await run('the-odds-api')).toMatchObject({ inserted: 0, updated: 0, unchanged: 9_700, rejected: 300 });
    expect(await sportsLinesDigest(service.pool)).toBe(before);
    expect(await run('the-odds-api')).toMatchObject({ pages: 2, notModified: 2, received: 0 });
    expect(await sportsLinesDigest(service.pool)).toBe(before);
    etag = null;
  });

  it('stores changed quotes only, and withdraws a bookmaker that is no longer listed', async () => {
    const one = game(5);
    const games = [
      { ...one, bookmakers: [bookmaker('book1', one, { markets: [h2h(one, 1.7)] }), bookmaker('book2', one)] },
    ];
    bodies.set('/sports/soccer_epl/odds', games);
    bodies.set('/sports/soccer_epl/scores', []);
    expect(await run('the-odds-api')).toMatchObject({ received: 3, inserted: 0, updated: 1, unchanged: 2 });
    const { body } = await service.call('GET', '/api/sports/feed?limit=10');
    const [changed, other] = [5, 6].map(index =>
      body.fixtures.find((fixture: { sourceEventId: string }) => fixture.sourceEventId === `odds${index}`),
    );
    expect(changed.lines.map((line: { books: number }) => line.books)).toEqual([2, 2, 2, 1, 1]);
    expect(other.lines[0].books).toBeGreaterThanOrEqual(24);
  });
});

function h2h({ home_team, away_team }: { home_team: string; away_team: string }, price: number) {
  const outcomes = [
    { name: home_team, price },
    { name: away_team, price: 4.3 },
    { name: 'Draw', price: 3.6 },
  ];
  return { key: 'h2h', last_update: iso(-minuteMs), outcomes };
}

const hostileNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
const huge = 'x'.repeat(200_000);

async function rejectedReasons(id: string): Promise<string[]> {
  const rows = await service.store.read(reader => connectorStore.rejectedRows(reader, id, null, 200));
  return rows.map(({ reason }) => reason);
}

/** Reads the feed page by page until all of these games are found, or its end. */
async function feedOf(sourceEventIds: readonly string[]) {
  const fixtures: { sourceEventId: string; lines: { books: number }[] }[] = [];
  let cursor = '';
  do {
    const { body } = await service.call('GET', `/api/sports/feed?limit=200${cursor && `&cursor=${cursor}`}`);
    fixtures.push(...body.fixtures);
    cursor = body.nextCursor;
  } while (cursor && !sourceEventIds.every(id => fixtures.some(({ sourceEventId }) => sourceEventId === id)));
  return fixtures;
}

describe('names that every object has', () => {
  it('are treated as ordinary games, teams and bookmakers of The Odds API', async () => {
    const games = hostileNames.map((name, index) => {
      const one = { ...game(1_000 + index), id: name, home_team: name, away_team: `${name} II` };
      return { ...one, bookmakers: [...hostileNames.map(key => bookmaker(key, one)), bookmaker(huge, one)] };
    });
    const unknown = [...hostileNames, huge].map((key, index) => ({ ...game(1_100 + index), sport_key: key }));
    bodies.set('/sports/soccer_epl/odds', [...games, ...unknown, { ...game(1_200), id: huge }]);
    bodies.set('/sports/soccer_epl/scores', []);
    await configure('the-odds-api', 'odds', { leagues: ['epl'] });
    const perGame = 1 + hostileNames.length;
    expect(await run('the-odds-api')).toMatchObject({ inserted: 5 * perGame, rejected: 5 + 6 + 1 });
    const reasons = await rejectedReasons('the-odds-api');
    for (const key of hostileNames) expect(reasons).toContain(`sport_key ${key} is not in the catalogue`);
    expect(Math.max(...reasons.map(({ length }) => length))).toBeLessThan(300);
    const fixtures = await feedOf(hostileNames);
    for (const name of hostileNames) {
      const found = fixtures.find(({ sourceEventId }) => sourceEventId === name);
      expect(found, name).toMatchObject({ home: { name }, away: { name: `${name} II` } });
      expect(found?.lines.map(({ books }: { books: number }) => books)).toEqual([5, 5, 5]);
    }
  });

  it('do not allow two-way moneylines in a league whose games may end in a draw', async () => {
    const one = { ...game(2_000), sport_key: 'aussierules_afl' };
    const twoWay = { ...h2h(one, 1.7), outcomes: h2h(one, 1.7).outcomes.slice(0, 2) };
    bodies.set('/sports/aussierules_afl/odds', [
      { ...one, bookmakers: [bookmaker('book1', one, { markets: [twoWay] })] },
    ]);
    bodies.set('/sports/aussierules_afl/scores', []);
    await configure('the-odds-api', 'odds', { leagues: ['afl'] });
    expect(await run('the-odds-api')).toMatchObject({ inserted: 2, rejected: 0 });
  });

  it('are treated as ordinary teams and statuses of the ESPN scoreboard', async () => {
    const events = hostileNames.map((name, index) => {
      const teams = { home: [name, '1'], away: [`${name} II`, '0'] } as const;
      const event = espnEvent({ id: name, date: iso(index * minuteMs), type: 'in', ...teams });
      return index === 0 ? event : { ...event, status: { ...event.status, type: { ...types.in, id: name } } };
    });
    const teams = { home: [huge, '1'], away: ['Visitors', huge] } as const;
    const states = hostileNames.map((state, index) => {
      const event = espnEvent({
        ...{ id: `state-${index}`, date: iso(0), type: 'pre' },
        home: ['A', '0'],
        away: ['B', '0'],
      });
      return { ...event, status: { ...event.status, type: { ...types.pre, state } } };
    });
    const broken = espnEvent({ id: 'huge', date: iso(0), type: 'in', ...teams });
    bodies.set('/basketball/wnba/scoreboard', { events: [...events, ...states, broken] });
    await configure('espn', 'scores', { leagues: ['wnba'], daysBack: 0, daysAhead: 0 });
    expect(await run('espn')).toMatchObject({ inserted: hostileNames.length, rejected: hostileNames.length + 1 });
    expect(Math.max(...(await rejectedReasons('espn')).map(({ length }) => length))).toBeLessThan(300);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

const types = {
  pre: { id: '1', state: 'pre', completed: false },
  in: { id: '2', state: 'in', completed: false },
  post: { id: '3', state: 'post', completed: true },
  postponed: { id: '6', state: 'post', completed: false },
} as const;

interface EspnGame {
  readonly id: string;
  readonly date: string;
  readonly type: keyof typeof types;
  readonly home: readonly [name: string, score: string];
  readonly away: readonly [name: string, score: string];
}

function espnEvent({ id, date, type, home, away }: EspnGame) {
  const side = (homeAway: string, [displayName, score]: readonly [string, string]) => ({
    ...{ id: '1', homeAway, winner: false, score },
    team: { id: '9', abbreviation: displayName.slice(0, 3).toUpperCase(), displayName },
  });
  return {
    ...{ id, date, name: `${away[0]} at ${home[0]}`, shortName: 'A @ B', season: { year: 2026, type: 2 } },
    status: { period: type === 'pre' ? 0 : 2, displayClock: '5:12', type: { ...types[type], detail: '' } },
    competitions: [{ id, competitors: [side('home', home), side('away', away)] }],
  };
}

describe('ESPN’s scoreboard', () => {
  it('imports 2,000 rows with 3 % invalid ones, and a second run writes nothing', async () => {
    const events = Array.from({ length: 2_000 }, (_value, index) => {
      const date = iso(-dayMs + index * minuteMs);
      const whole = { id: `e${index}`, date, home: [`Hosts ${index}`, '0'], away: [`Guests ${index}`, '0'] } as const;
      const event = espnEvent({ ...whole, type: 'pre' });
      if (index % 100 > 2) return event;
      return [
        { ...event, date: null },
        { ...event, competitions: [] },
        { ...event, status: {} },
      ][index % 100];
    });
    bodies.set('/basketball/nba/scoreboard', { leagues: [], events });
    await configure('espn', 'scores', { leagues: ['nba'], daysBack: 0, daysAhead: 0 });
    expect(await run('espn')).toMatchObject({ received: 2_000, inserted: 1_940, rejected: 60, ignored: 0 });
    const before = await sportsLinesDigest(service.pool);
    expect(await run('espn')).toMatchObject({ inserted: 0, updated: 0, unchanged: 1_940, rejected: 60 });
    expect(await sportsLinesDigest(service.pool)).toBe(before);
  });

  it('reads a day per request, and status, period, clock and score of each game', async () => {
    requested.length = 0;
    const date = iso(-minuteMs);
    const games = [
      { id: 'h1', date, type: 'in', home: ['Boston Bruins', '2'], away: ['New York Rangers', '1'] },
      { id: 'h2', date, type: 'post', home: ['Dallas Stars', '4'], away: ['St. Louis Blues', '3'] },
      { id: 'h3', date, type: 'postponed', home: ['Utah Mammoth', '0'], away: ['Florida Panthers', '0'] },
    ] as const;
    for (const day of [-1, 0, 1, 2]) bodies.set('/hockey/nhl/scoreboard', { events: games.map(espnEvent), day });
    await configure('espn', 'scores', { leagues: ['nhl'] });
    await run('espn');
    expect(requested).toEqual([16, 17, 18, 19].map(day => `/hockey/nhl/scoreboard?dates=202603${day}&limit=500`));
    const { body } = await service.call('GET', '/api/sports/feed?league=nhl');
    expect(body.fixtures).toMatchObject([
      { sourceEventId: 'h1', status: 'live', period: 2, clock: '5:12', home: { abbreviation: 'BOS', score: 2 } },
      { sourceEventId: 'h2', status: 'final', period: 2, clock: null, home: { score: 4 }, away: { score: 3 } },
      { sourceEventId: 'h3', status: 'postponed', period: null, home: { score: null }, reviewRequired: true },
    ]);
  });
});

describe('both sources together', () => {
  it('completes the games that The Odds API lists under other names, and requires a review on disagreement', async () => {
    const commence_time = iso(-3 * 3_600_000);
    const listed = {
      id: 'x1',
      sport_key: 'icehockey_nhl',
      commence_time,
      home_team: 'LA Kings',
      away_team: 'Saint Louis Blues',
    };
    const names = [
      { name: 'LA Kings', score: '5' },
      { name: 'Saint Louis Blues', score: '4' },
    ];
    bodies.set('/sports/icehockey_nhl/odds', []);
    bodies.set('/sports/icehockey_nhl/scores', [{ ...listed, completed: true, scores: names, last_update: iso(0) }]);
    await configure('the-odds-api', 'odds', { leagues: ['nhl'] });
    await run('the-odds-api');
    const event = {
      id: 'k1',
      date: commence_time,
      type: 'post',
      home: ['Los Angeles Kings', '5'],
      away: ['St. Louis Blues', '3'],
    } as const;
    bodies.set('/hockey/nhl/scoreboard', { events: [espnEvent(event)] });
    await run('espn');
    const { body } = await service.call('GET', '/api/sports/feed?league=nhl&includeStale=1');
    const joined = body.fixtures.filter((fixture: { home: { name: string } }) => fixture.home.name === 'LA Kings');
    expect(joined).toHaveLength(1);
    expect(joined[0]).toMatchObject({ sourceEventId: 'x1', status: 'final', reviewRequired: true });
    expect(joined[0].home.abbreviation).toBe('LOS');
  });

  it('reports the error in a body that is not a scoreboard', async () => {
    bodies.set('/hockey/nhl/scoreboard', []);
    const state = await service.services.connectors.run('espn', 'operator');
    expect(state).toMatchObject({ kind: 'ended', run: { error: { code: 'BAD_FORMAT' } } });
  });
});

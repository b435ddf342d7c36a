import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerLines, reportGames } from '../../test/support/builders/sports-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { dayMs, hourMs, minuteMs } from '../kernel/time.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const fiveBooks = { a: [1.9, 1.9], b: [1.92, 1.88], c: [1.9, 1.95], d: [1.88, 1.93], e: [1.91, 1.91] } as const;

async function feed(query = '') {
  const reply = await service.call('GET', `/api/sports/feed${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const idsOf = (body: { fixtures: { sourceEventId: string }[] }) => body.fixtures.map(fixture => fixture.sourceEventId);

describe('the catalogue of sports', () => {
  it('lists sports and leagues with the rules of their games, cacheable', async () => {
    const reply = await service.call('GET', '/api/sports/catalog');
    expect(reply.headers.get('cache-control')).toContain('max-age=300');
    const leagues = reply.body.sports.flatMap((sport: { leagues: object[] }) => sport.leagues);
    expect(leagues.length).toBeGreaterThanOrEqual(10);
    expect(leagues[0].resolution).toMatchObject({ source: 'National Football League', url: expect.any(String) });
    const etag = reply.headers.get('etag') as string;
    const again = await service.call('GET', '/api/sports/catalog', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });
});

describe('the feed', () => {
  it('shows a fixture with the consensus of its lines and its confidence', async () => {
    const now = service.clock.now();
    await reportGames(service, {
      ...{ sourceEventId: 'g1', league: 'ncaab' },
      home: { name: 'Duke', abbreviation: 'DUK' },
      away: { name: 'Kansas' },
    });
    await offerLines(service, { sourceEventId: 'g1', prices: { ...fiveBooks, f: [1.3, 3.5] } });
    const { fixtures, nextCursor, asOf } = await feed();
    expect(nextCursor).toBeNull();
    expect(asOf).toBe(new Date(now).toISOString());
    expect(fixtures[0]).toMatchObject({
      ...{ source: 'scores', sourceEventId: 'g1', sport: 'basketball', league: 'ncaab', status: 'scheduled' },
      startsAt: new Date(now + dayMs).toISOString(),
      home: { name: 'Duke', abbreviation: 'DUK', score: null },
      away: { name: 'Kansas', abbreviation: null, score: null },
      ...{ period: null, clock: null, eventSlug: null, stale: false, reviewRequired: false, demo: false },
      lines: [
        { market: 'moneyline', selection: 'home', point: null, books: 6, outliers: 1 },
        { market: 'moneyline', selection: 'away', point: null, books: 6, outliers: 1 },
      ],
    });
    expect(fixtures[0].confidence).toBeCloseTo(1 - 2 / 12, 12);
    expect(fixtures[0].lines[0].consensusBps + fixtures[0].lines[1].consensusBps).toBeCloseTo(10_000, 6);
  });

  it('covers yesterday to the given number of days ahead: 7 by default, 60 at most', async () => {
    const now = service.clock.now();
    await reportGames(
      service,
      { sourceEventId: 'before-yesterday', league: 'nba', startsAt: now - 36 * hourMs - 1 },
      { sourceEventId: 'yesterday', league: 'nba', startsAt: now - 36 * hourMs },
      { sourceEventId: 'in-a-week', league: 'nba', startsAt: now + 7 * dayMs - 1 },
      { sourceEventId: 'later', league: 'nba', startsAt: now + 7 * dayMs },
      { sourceEventId: 'in-60-days', league: 'nba', startsAt: now + 60 * dayMs - 1 },
    );
    expect(idsOf(await feed('?league=nba'))).toEqual(['yesterday', 'in-a-week']);
    expect(idsOf(await feed('?league=nba&days=60'))).toEqual(['yesterday', 'in-a-week', 'later', 'in-60-days']);
    expect(idsOf(await feed('?league=nba&days=1'))).toEqual(['yesterday']);
    for (const days of ['0', '61', 'x']) {
      const reply = await service.call('GET', `/api/sports/feed?days=${days}`);
      expect(reply.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'days' });
    }
  });

  it('filters by league and by sport, and rejects unknown names', async () => {
    await reportGames(service, { sourceEventId: 'puck', league: 'nhl' });
    expect(idsOf(await feed('?league=nhl'))).toEqual(['puck']);
    expect(idsOf(await feed('?sport=ice-hockey'))).toEqual(['puck']);
    expect(idsOf(await feed('?sport=ice-hockey&league=nba'))).toEqual([]);
    expect((await service.call('GET', '/api/sports/feed?league=curling')).body).toMatchObject({ field: 'league' });
    expect((await service.call('GET', '/api/sports/feed?sport=chess')).body).toMatchObject({ field: 'sport' });
    expect((await service.call('GET', '/api/sports/feed?team=arsenal')).status).toBe(400);
  });
});

it('filters by status, and binds a cursor to it', async () => {
  const now = service.clock.now();
  await reportGames(
    service,
    { sourceEventId: 'over', league: 'nfl', status: 'final', startsAt: now - 3 * hourMs },
    { sourceEventId: 'soon', league: 'nfl', startsAt: now + hourMs },
    { sourceEventId: 'tomorrow', league: 'nfl', startsAt: now + dayMs },
  );
  expect(idsOf(await feed('?league=nfl&status=scheduled'))).toEqual(['soon', 'tomorrow']);
  expect(idsOf(await feed('?league=nfl&status=final'))).toEqual(['over']);
  expect(idsOf(await feed('?league=nfl&status=all'))).toEqual(['over', 'soon', 'tomorrow']);
  const { nextCursor } = await feed('?league=nfl&status=scheduled&limit=1');
  expect(idsOf(await feed(`?league=nfl&status=scheduled&cursor=${nextCursor}`))).toEqual(['tomorrow']);
  for (const query of [`status=final&cursor=${nextCursor}`, `cursor=${nextCursor}`]) {
    const { body } = await service.call('GET', `/api/sports/feed?league=nfl&${query}`);
    expect(body).toMatchObject({ field: 'cursor' });
  }
  expect((await service.call('GET', '/api/sports/feed?status=over')).body).toMatchObject({ field: 'status' });
});

describe('the feed: stale fixtures and pages', () => {
  it('omits stale fixtures by default: after 6 hours, live ones after 10 minutes', async () => {
    const now = service.clock.now();
    await reportGames(
      service,
      { sourceEventId: 'fresh', league: 'wnba', asOf: now - 6 * hourMs },
      { sourceEventId: 'old', league: 'wnba', asOf: now - 6 * hourMs - 1 },
      { sourceEventId: 'live', league: 'wnba', status: 'live', asOf: now - 10 * minuteMs },
      { sourceEventId: 'stuck', league: 'wnba', status: 'live', asOf: now - 10 * minuteMs - 1 },
    );
    expect(idsOf(await feed('?league=wnba')).sort()).toEqual(['fresh', 'live']);
    const all = await feed('?league=wnba&includeStale=true');
    const stale = all.fixtures.filter((fixture: { stale: boolean }) => fixture.stale);
    expect(idsOf({ fixtures: stale }).sort()).toEqual(['old', 'stuck']);
    service.clock.forward(10_000);
    expect(idsOf(await feed('?league=wnba'))).toEqual([]);
  });

  it('pages by starting time without gaps or repeats, with a cursor bound to the filters', async () => {
    const now = service.clock.now();
    const games = Array.from({ length: 7 }, (_value, index) => ({
      ...{ sourceEventId: `p${index}`, league: 'mlb', startsAt: now + Math.floor(index / 2) * hourMs },
    }));
    await reportGames(service, ...games);
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 4; pages += 1) {
      const page = await feed(`?league=mlb&limit=2${cursor}`);
      seen.push(...idsOf(page));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen).toHaveLength(7);
    expect([...seen].sort()).toEqual(games.map(game => game.sourceEventId));
    for (const query of [`?league=nba&limit=2${cursor}`, `?league=mlb&days=8${cursor}`, '?cursor=abc']) {
      expect((await service.call('GET', `/api/sports/feed${query}`)).body).toMatchObject({ field: 'cursor' });
    }
    expect((await service.call('GET', '/api/sports/feed?limit=201')).body).toMatchObject({ field: 'limit' });
  });
});

describe('the feed: credentials and caching', () => {
  it('accepts no credential or a valid one; an invalid one is 401 with a challenge', async () => {
    const agent = await service.anAgent();
    expect((await service.call('GET', '/api/sports/feed', { headers: agent.headers })).status).toBe(200);
    for (const authorization of [
      'Bearer nonsense',
      `Bearer ${agent.key.slice(0, -1)}${agent.key.endsWith('x') ? 'y' : 'x'}`,
    ]) {
      const reply = await service.call('GET', '/api/sports/feed', { headers: { authorization } });
      expect([reply.status, reply.body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
    const none = await service.call('GET', '/api/sports/feed');
    expect(none.headers.get('vary')).toMatch(/authorization/i);
  });

  it('keeps its ETag while nothing changes, and changes it with an import', async () => {
    const first = await service.call('GET', '/api/sports/feed?league=ncaab');
    const etag = first.headers.get('etag') as string;
    service.clock.forward(3_000);
    const same = await service.call('GET', '/api/sports/feed?league=ncaab', { headers: { 'if-none-match': etag } });
    expect(same.status).toBe(304);
    await offerLines(service, { sourceEventId: 'g1', prices: { a: [1.5, 2.6] } });
    const other = await service.call('GET', '/api/sports/feed?league=ncaab', { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });
});

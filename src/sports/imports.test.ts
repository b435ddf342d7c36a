import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gameReport, moneyline, offerLines, reportGames } from '../../test/support/builders/sports-builders.js';
import { sportsLinesDigest } from '../../test/support/builders/sports-rows.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { dayMs, hourMs, minuteMs } from '../kernel/time.js';
import { confirmGames, importGames } from './save-fixtures.js';
import { bookRowId, deleteOldLines, lineRetentionDays, withdrawMissing } from './save-lines.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const written = () => sportsLinesDigest(service.pool);

async function fixtures(league: string) {
  const { body } = await service.call('GET', `/api/sports/feed?league=${league}&includeStale=1&days=60`);
  return body.fixtures;
}

describe('importing games', () => {
  it('writes nothing on a repetition', async () => {
    const now = service.clock.now();
    const rows = Array.from({ length: 40 }, (_value, index) => `again-${index}`).flatMap(sourceEventId => [
      { kind: 'game', report: gameReport(now, { sourceEventId, league: 'nba' }) } as const,
      ...['a', 'b'].map(book => {
        const lines = moneyline(book, now, 1.8, 2.1);
        return { kind: 'book', book: { sourceEventId, book, lines, asOf: now } } as const;
      }),
    ]);
    const first = await importGames(service.services, { source: 'scores', at: now, rows });
    expect(first).toEqual(rows.map(() => 'inserted'));
    const before = await written();
    const second = await importGames(service.services, { source: 'scores', at: now, rows });
    expect(second).toEqual(rows.map(() => 'unchanged'));
    expect(await written()).toBe(before);
  });

  it('stores a line again only if its quote has changed', async () => {
    await reportGames(service, { sourceEventId: 'q', league: 'mlb' });
    const offer = (home: number) =>
      offerLines(service, { sourceEventId: 'q', prices: { a: [home, 2.1], b: [1.8, 2.1] } });
    expect(await offer(1.8)).toEqual(['inserted', 'inserted']);
    service.clock.forward(minuteMs);
    expect(await offer(1.8)).toEqual(['unchanged', 'unchanged']);
    expect(await offer(1.75)).toEqual(['updated', 'unchanged']);
    const { body } = await service.call('GET', '/api/sports/lines/history?sourceEventId=q');
    expect(body.lines.map((line: { book: string }) => line.book).sort()).toEqual(['a', 'a', 'a', 'a', 'b', 'b']);
  });
});

describe('games of two sources', () => {
  it('joins the reports of two sources with different team names', async () => {
    const startsAt = service.clock.now() + dayMs;
    await reportGames(service, {
      ...{ source: 'odds', sourceEventId: 'abc', part: 'listing', status: null, startsAt },
      ...{ home: { name: 'Tottenham Hotspur' }, away: { name: 'Wolverhampton Wanderers' } },
    });
    await offerLines(service, { source: 'odds', sourceEventId: 'abc', prices: { a: [1.8, 4.4, 3.7] } });
    await reportGames(service, {
      ...{
        source: 'espn',
        sourceEventId: '777',
        startsAt: startsAt + 5 * minuteMs,
        status: 'live',
        period: 1,
        clock: "12'",
      },
      home: { name: 'Tottenham', abbreviation: 'TOT', score: 1 },
      away: { name: 'Wolves', abbreviation: 'WOL', score: 0 },
    });
    const found = await fixtures('epl');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      ...{ source: 'odds', sourceEventId: 'abc', status: 'live', period: 1, clock: "12'" },
      home: { name: 'Tottenham Hotspur', abbreviation: 'TOT', score: 1 },
      away: { name: 'Wolverhampton Wanderers', abbreviation: 'WOL', score: 0 },
    });
    expect(found[0].lines).toHaveLength(3);
    const history = await service.call('GET', '/api/sports/lines/history?sourceEventId=777');
    expect(history.body.lines.map((line: { sourceEventId: string }) => line.sourceEventId)).toEqual([
      'abc',
      'abc',
      'abc',
    ]);
  });

  it('requires a review if sources disagree on the final score, until they agree', async () => {
    const teams = (home: number, away: number) =>
      ({
        league: 'nhl',
        status: 'final',
        startsAt: service.clock.now() - 4 * hourMs,
        home: { name: 'Boston Bruins', score: home },
        away: { name: 'Toronto Maple Leafs', score: away },
      }) as const;
    await reportGames(service, { ...teams(3, 2), source: 'espn', sourceEventId: 'n1' });
    for (let index = 0; index < 5; index += 1) {
      await offerLines(service, { source: 'espn', sourceEventId: 'n1', prices: { [`b${index}`]: [1.9, 1.9] } });
    }
    expect((await fixtures('nhl'))[0]).toMatchObject({ confidence: 1, reviewRequired: false });
    await reportGames(service, { ...teams(3, 3), source: 'odds', sourceEventId: 'o1' });
    const disputed = await fixtures('nhl');
    expect(disputed).toHaveLength(1);
    expect(disputed[0]).toMatchObject({ status: 'final', reviewRequired: true });
    service.clock.forward(minuteMs);
    await reportGames(service, { ...teams(3, 2), source: 'odds', sourceEventId: 'o1' });
    expect((await fixtures('nhl'))[0]).toMatchObject({ home: { score: 3 }, away: { score: 2 }, reviewRequired: false });
  });

  it('adds one fixture when two sources report a new game at the same time', async () => {
    const game = { league: 'wnba', home: { name: 'Aces' }, away: { name: 'Liberty' } };
    await Promise.all([
      reportGames(service, { ...game, source: 'one', sourceEventId: '1' }),
      reportGames(service, { ...game, source: 'two', sourceEventId: '2' }),
    ]);
    expect(await fixtures('wnba')).toHaveLength(1);
  });
});

describe('a source that keeps listing a game', () => {
  it('keeps it fresh with one write every ten minutes', async () => {
    await reportGames(service, { sourceEventId: 'c1', league: 'mls' });
    const confirm = () => confirmGames(service.services, 'scores', new Set(['c1']), service.clock.now());
    service.clock.forward(5 * hourMs);
    await confirm();
    const before = await written();
    service.clock.forward(9 * minuteMs);
    await confirm();
    expect(await written()).toBe(before);
    service.clock.forward(5 * hourMs);
    expect((await fixtures('mls'))[0].stale).toBe(false);
  });

  it('withdraws the lines of a bookmaker that it no longer lists, and those of no other game', async () => {
    await reportGames(service, { sourceEventId: 'w1', league: 'ligue-1' }, { sourceEventId: 'w2', league: 'ligue-1' });
    for (const sourceEventId of ['w1', 'w2']) {
      await offerLines(service, { sourceEventId, prices: { a: [1.8, 4, 3.7], b: [1.9, 4, 3.7] } });
    }
    await withdrawMissing(service.services, 'scores', new Set(['w1', bookRowId('w1', 'b')]));
    const books = (await fixtures('ligue-1')).map((fixture: { lines: { books: number }[] }) => fixture.lines[0].books);
    expect(books.sort()).toEqual([1, 2]);
    const { body } = await service.call('GET', '/api/sports/lines/history?sourceEventId=w1');
    expect(body.lines).toHaveLength(6);
  });
});

describe('lines past their retention', () => {
  it('are deleted with fixtures that are a year old', async () => {
    service.clock.forward((lineRetentionDays + 1) * dayMs);
    await deleteOldLines(service.services, () => true);
    expect((await service.call('GET', '/api/sports/lines/history')).body.lines).toEqual([]);
    service.clock.forward(365 * dayMs);
    await deleteOldLines(service.services, () => true);
    const [{ count }] = await service.pool<{ count: number }[]>`select count(*)::int as count from fixture_reports`;
    expect(count).toBe(0);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offerLines, reportGames } from '../../test/support/builders/sports-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import type { Line } from './rules/lines.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await reportGames(service, { sourceEventId: 'g1' }, { sourceEventId: 'g2' });
});
afterAll(() => service.stop());

async function history(query = '') {
  const reply = await service.call('GET', `/api/sports/lines/history${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const total = (book: string): Line[] =>
  (['over', 'under'] as const).map(selection => {
    return { book, market: 'total', selection, point: 2.5, decimalPrice: 1.95, at: service.clock.now() };
  });

describe('the history of lines', () => {
  it('has each line with its implied and fair probability, newest first', async () => {
    await offerLines(service, { sourceEventId: 'g1', prices: { acme: [1.8, 4.2, 3.6] }, lines: total('acme') });
    service.clock.forward(60_000);
    await offerLines(service, { sourceEventId: 'g1', prices: { acme: [1.7, 4.4, 3.7] }, lines: total('acme') });
    const { lines } = await history('?sourceEventId=g1');
    expect(lines).toHaveLength(8);
    const times = lines.map((line: { at: string }) => line.at);
    expect(times).toEqual([...times].sort().reverse());
    const home = lines.find((line: { selection: string }) => line.selection === 'home');
    expect(home).toMatchObject({
      source: 'scores',
      sourceEventId: 'g1',
      book: 'acme',
      market: 'moneyline',
      point: null,
    });
    expect(home).toMatchObject({ decimalPrice: 1.7, outlier: false, demo: false });
    expect(home.impliedBps).toBeCloseTo(10_000 / 1.7, 9);
    expect(home.fairBps).toBeCloseTo(10_000 / 1.7 / (1 / 1.7 + 1 / 4.4 + 1 / 3.7), 9);
  });

  it('filters by game and by market', async () => {
    await offerLines(service, { sourceEventId: 'g2', prices: { acme: [2, 4, 4] } });
    const idsOf = (body: { lines: { sourceEventId: string }[] }) => body.lines.map(line => line.sourceEventId);
    expect(idsOf(await history('?sourceEventId=g2'))).toEqual(['g2', 'g2', 'g2']);
    expect((await history()).lines).toHaveLength(11);
    const totals = await history('?sourceEventId=g1&market=total');
    expect(totals.lines.map((line: { selection: string }) => line.selection).sort()).toEqual(['over', 'under']);
    expect((await history('?market=spread')).lines).toEqual([]);
    expect((await service.call('GET', '/api/sports/lines/history?market=props')).body).toMatchObject({
      field: 'market',
    });
  });

  it('returns 404 for a game that no source lists', async () => {
    const reply = await service.call('GET', '/api/sports/lines/history?sourceEventId=unknown');
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ code: 'NOT_FOUND', field: 'sourceEventId' });
  });

  it('pages without gaps or repeats', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 5; pages += 1) {
      const page = await history(`?limit=3${cursor}`);
      seen.push(...page.lines.map((line: { id: string }) => line.id));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(11);
    const foreign = await service.call('GET', `/api/sports/lines/history?market=total${cursor}`);
    expect(foreign.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'cursor' });
    expect((await service.call('GET', '/api/sports/lines/history?limit=0')).body).toMatchObject({ field: 'limit' });
  });

  it('ignores credentials', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expect((await service.call('GET', '/api/sports/lines/history', { headers })).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;
const slugs: string[] = [];
beforeAll(async () => {
  service = await startTestService();
  const ann = await service.anAgent('pro');
  headers = ann.headers;
  for (let index = 0; index < 5; index += 1) {
    const { slug } = await aMarket(service.pool, service.clock.now());
    slugs.push(slug);
    const json = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9999 };
    const reply = await service.call('POST', '/api/play/v1/orders', {
      headers,
      json: { ...json, clientOrderId: `t-${index}` },
    });
    expect(reply.status, reply.text).toBe(201);
  }
});
afterAll(() => stopBalanced(service));
let headers: Record<string, string> = {};

const lists: readonly (readonly [method: 'GET' | 'POST', path: string, member: string])[] = [
  ['GET', '/api/events/top', 'events'],
  ['GET', '/api/events/health', 'health'],
  ['GET', '/api/events/snapshots', 'snapshots'],
  ['POST', '/api/events/snapshots', 'snapshots'],
  ['GET', '/api/events/health-snapshots', 'health'],
  ['POST', '/api/events/health-snapshots', 'health'],
  ['POST', '/api/events/bot-snapshot', 'markets'],
  ['GET', '/api/bot/quant', 'markets'],
  ['POST', '/api/bot/quant', 'markets'],
];

const ask = (method: string, path: string, limit: number) =>
  method === 'GET'
    ? service.call('GET', `${path}?limit=${limit}`, { headers })
    : service.call('POST', path, { headers, json: { limit } });

describe('a list without pages', () => {
  it.each(lists)('reports how many markets it omits: %s %s', async (method, path, member) => {
    const cut = await ask(method, path, 3);
    expect([cut.status, cut.body[member]?.length]).toEqual([200, 3]);
    expect(cut.body).toMatchObject({ total: 5, truncated: true });
    const whole = await ask(method, path, 5);
    expect(whole.body[member]).toHaveLength(5);
    expect(whole.body).toMatchObject({ total: 5, truncated: false });
  });

  it('is not truncated if markets are named', async () => {
    const { body } = await service.call('GET', `/api/events/snapshots?slugs=${slugs[0]},${slugs[1]},nope&limit=1`);
    expect(body).toMatchObject({ total: 2, truncated: false, missing: ['nope'] });
    expect(body.snapshots).toHaveLength(2);
  });

  it.each(['GET', 'POST'])('reports how many markets strategies examined: %s', async method => {
    const cut = await ask(method, '/api/bot/strategies', 3);
    expect(cut.body).toMatchObject({ total: 5, truncated: true });
    const { body } = await ask(method, '/api/bot/strategies', 5);
    expect(body).toMatchObject({ total: 5, truncated: false });
    for (const { markets, total, truncated } of body.strategies) {
      expect([total, truncated]).toEqual([markets.length, false]);
    }
  });

  it('counts beyond one response', async () => {
    const other = await startTestService();
    const now = other.clock.now();
    for (let index = 0; index < 203; index += 1) await aMarket(other.pool, now);
    const { body } = await other.call('GET', '/api/events/snapshots?limit=200');
    expect([body.snapshots.length, body.total, body.truncated]).toEqual([200, 203, true]);
    const strategies = (await other.call('GET', '/api/bot/strategies?limit=200')).body.strategies;
    const full = strategies.find(({ markets }: { markets: unknown[] }) => markets.length === 10);
    expect(full).toMatchObject({ truncated: true });
    expect(full.total).toBeGreaterThan(10);
    await other.stop();
  });
});

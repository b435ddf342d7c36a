import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;
let slug: string;
beforeAll(async () => {
  service = await startTestService();
  ({ slug } = await aMarket(service.pool, service.clock.now()));
});
afterAll(() => service.stop());

const lists = ['/api/events', '/api/v1/events', '/api/v1/markets'];

describe('credentials on the list of events', () => {
  it.each(lists)('%s accepts none, or a valid one', async path => {
    expect((await service.call('GET', path)).status).toBe(200);
    const { headers } = await service.anAgent();
    const reply = await service.call('GET', path, { headers });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('ratelimit-policy')).toContain('reads');
    expect(reply.headers.get('vary')).toContain('Authorization');
  });

  it.each(lists)('%s rejects an invalid one with a challenge', async path => {
    for (const [name, value] of [
      ['authorization', 'Bearer presage_agent_nonsense'],
      ['x-api-key', 'nonsense'],
    ]) {
      const reply = await service.call('GET', path, { headers: { [name]: value } });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toContain('invalid_token');
    }
  });
});

describe('caching, HEAD and CORS', () => {
  const paths = () => [
    ...lists,
    '/api/events/top',
    `/api/events/${slug}`,
    `/api/v1/markets/${slug}`,
    `/api/events/${slug}/activity`,
    `/api/v1/markets/${slug}/trades`,
    `/api/markets/${slug}/candles`,
    `/api/markets/${slug}/history`,
    `/api/v1/markets/${slug}/history`,
    '/api/markets/policy',
    '/api/search?q=event',
  ];

  it('are as on every public read', async () => {
    for (const path of paths()) {
      const reply = await service.call('GET', path);
      expect(reply.status, path).toBe(200);
      expect(reply.headers.get('cache-control'), path).toMatch(/^public, /);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      const etag = reply.headers.get('etag') as string;
      expect((await service.call('GET', path, { headers: { 'if-none-match': etag } })).status, path).toBe(304);
      expect((await service.call('HEAD', path)).headers.get('etag'), path).toBe(etag);
      expect((await service.call('OPTIONS', path)).status).toBe(204);
      expect((await service.call('POST', path, { json: {} })).status, path).toBe(405);
    }
  });
});

describe('lists reject', () => {
  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=201'],
    ['limit', 'limit=ten'],
    ['status', 'status=open'],
    ['sort', 'sort=random'],
    ['staleDays', 'staleDays=91'],
    ['includeStale', 'includeStale=yes'],
    ['q', 'q='],
    ['cursor', 'cursor=bm90aGluZw'],
    ['limit', 'limit=1&limit=2'],
  ])('a bad %s', async (field, query) => {
    const { body } = await service.call('GET', `/api/events?${query}`);
    expect(body).toMatchObject({ code: 'INVALID_PAYLOAD', field });
  });

  it('a cursor with other filters, of another list, and one whose ranking is gone', async () => {
    await aMarket(service.pool, service.clock.now());
    const { nextCursor } = (await service.call('GET', '/api/events?limit=1')).body;
    for (const path of [
      `/api/events?limit=1&status=all&cursor=${nextCursor}`,
      `/api/events?limit=1&sort=traders&cursor=${nextCursor}`,
      `/api/play/v1/discovery?limit=1&cursor=${nextCursor}`,
    ]) {
      expect((await service.call('GET', path)).body, path).toMatchObject({ field: 'cursor' });
    }
    const go = () => service.call('GET', `/api/events?limit=1&cursor=${nextCursor}`);
    for (const wait of [1_800_000, 1_700_000, 3_500_000]) {
      expect((await go()).status).toBe(200);
      service.clock.forward(wait);
      await service.call('GET', '/api/events');
    }
    expect((await go()).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'cursor' });
  });
});

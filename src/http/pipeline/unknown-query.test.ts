import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../../test/support/test-service.js';
import { routes } from '../../features.js';

let service: TestService;
let slug: string;
let ann: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  ({ slug } = await aMarket(service.pool, service.clock.now()));
  ann = await service.anAgent();
});
afterAll(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

describe('an unknown query parameter', () => {
  it.each([
    ['/api/events?statsu=resolved', 'statsu', 'did you mean status?'],
    ['/api/events?Limit=5', 'Limit', 'did you mean limit?'],
    ['/api/events/health?min_volume_usd=5', 'min_volume_usd', 'did you mean minVolumeUsd?'],
    ['/api/search?q=rain&page=2', 'page', 'known parameters: '],
    ['/api/agent/card?verbose=1', 'verbose', 'this path has none'],
    ['/api/events/SLUG?expand=all', 'expand', 'this path has none'],
    ['/api/events/SLUG/stream?boook=1', 'boook', 'did you mean book?'],
    ['/api/events/SLUG/orderbook/stream?dept=5', 'dept', 'did you mean depth?'],
    ['/api/v1/markets/SLUG/trades?ordr=asc', 'ordr', 'did you mean order?'],
    ['/api/v1/ws?token=x', 'token', 'this path has none'],
  ])('is rejected with the nearest name: %s', async (path, field, advice) => {
    const { status, body } = await get(path.replace('SLUG', slug));
    expect([status, body.code, body.field]).toEqual([400, 'INVALID_PAYLOAD', field]);
    expect(body.error).toContain(`${field} is not a known query parameter; `);
    expect(body.error).toContain(advice);
  });

  it('is rejected on private reads and on writes, which change nothing', async () => {
    const reply = await get('/api/play/v1/orders?clientOrderID=a', ann.headers);
    expect([reply.status, reply.body.error]).toEqual([400, expect.stringContaining('did you mean clientOrderId?')]);
    const cancel = await service.call('DELETE', '/api/play/v1/orders?eventSlg=x', { headers: ann.headers });
    expect([cancel.status, cancel.body.field]).toEqual([400, 'eventSlg']);
    const json = { eventSlug: slug, outcomeIndex: 0, probability: 60, clientForecastId: 'one' };
    const write = await service.call('POST', '/api/play/v1/forecasts?dryRun=1', { json, headers: ann.headers });
    expect([write.status, write.body.field]).toEqual([400, 'dryRun']);
    expect((await get('/api/play/v1/forecasts', ann.headers)).body.forecasts).toEqual([]);
  });

  it('is rejected on reads by POST, whose open members are in the body', async () => {
    const reply = await service.call('POST', '/api/events/snapshots?slugs=x', { json: { slugs: [slug], more: 1 } });
    expect([reply.status, reply.body.field]).toEqual([400, 'slugs']);
    expect((await service.call('POST', '/api/events/snapshots', { json: { slugs: [slug], more: 1 } })).status).toBe(
      200,
    );
  });

  it('is rejected by every public read under /api', async () => {
    const open = routes.filter(
      ({ method, path, auth, ignoresInput }) =>
        !ignoresInput &&
        method === 'GET' &&
        path.startsWith('/api/') &&
        !path.includes('{') &&
        (auth === 'none' || auth === 'optional'),
    );
    expect(open.length).toBeGreaterThan(25);
    for (const { path } of open) {
      const { status, body } = await get(`${path}?zzz=1`);
      expect([path, status, body?.field]).toEqual([path, 400, 'zzz']);
    }
  });

  it('is truncated in the message if it is long, at little cost', async () => {
    const { status, body } = await get(`/api/events?${'limit'.repeat(1200)}=1`);
    expect([status, body.error.length < 400]).toEqual([400, true]);
  });
});

describe('parameters that caches and trackers add', () => {
  it.each(['_=1700000000', 'utm_source=mail&utm_medium=x', '_=1&limit=5'])('are ignored: %s', async query => {
    expect((await get(`/api/events?${query}`)).status).toBe(200);
    expect((await get(`/api/play/v1/account?${query.replace('&limit=5', '')}`, ann.headers)).status).toBe(200);
  });

  it('are ignored on pages and probes outside /api', async () => {
    for (const path of ['/healthz?probe=1', '/openapi.json?v=2', '/llms.txt?x=1']) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
  });
});

/** The parameters in the specification, with values that every route accepts. */
const listed: readonly (readonly [path: string, names: string])[] = [
  ['/api/play/v1/discovery', 'limit status'],
  ['/api/events', 'slugs status sort cursor limit includeEmptyV2 includeStale staleDays'],
  ['/api/v1/events', 'slugs status sort cursor limit includeEmptyV2 includeStale staleDays'],
  ['/api/v1/markets', 'slugs status sort cursor limit includeEmptyV2 includeStale staleDays'],
  ['/api/events/top', 'limit lookbackHours outcomeLimit includeResolved'],
  ['/api/events/health', 'limit lookbackHours includeResolved includeStale staleDays minVolumeUsd minOpenOrders'],
  ['/api/events/snapshots', 'slugs eventPubkeys lookbackHours outcomeLimit includeResolved'],
  ['/api/bot/quant', 'slugs eventPubkeys lookbackHours outcomeLimit includeResolved'],
  ['/api/bot/strategies', 'slugs eventPubkeys lookbackHours outcomeLimit includeResolved'],
  ['/api/clob/v2/orderbook', 'eventPubkey outcomeIndex depth'],
  ['/api/v1/streams/replay', 'channel key afterSequence limit'],
];

describe('parameters that the specification lists', () => {
  it.each(listed)('are known: %s', (path, names) => {
    const route = routes.find(each => each.path === path || each.aliases?.includes(path));
    const query = route?.request?.query as { properties?: object } | undefined;
    expect(Object.keys(query?.properties ?? {})).toEqual(expect.arrayContaining(names.split(' ')));
  });
});

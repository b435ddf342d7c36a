import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { countReads } from '../../test/support/queries/count-reads.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitForListening } from '../../test/support/wait-until.js';
import { routes } from '../features.js';

let service: OperatorService;
let ada: TestAgent;
const slugs: string[] = [];
let queries: () => number;

async function counted<T>(work: () => Promise<T>): Promise<{ result: T; queries: number }> {
  const before = queries();
  const result = await work();
  return { result, queries: queries() - before };
}

beforeAll(async () => {
  service = await startOperatorService();
  queries = countReads(service.store);
  ada = await service.anAgent();
  await waitForListening(service);
  for (let index = 0; index < 205; index += 1) {
    slugs.push((await aMarket(service.pool, service.clock.now())).slug);
  }
  for (const [index, slug] of slugs.slice(0, 20).entries()) {
    await service.order(ada, { eventSlug: slug, amountCredits: 50 - index });
  }
});
afterAll(() => service.stop());

const post = (path: string, json?: unknown) => service.call('POST', path, { json });

describe('many snapshots', () => {
  it('take a fixed number of queries, and none without changes', async () => {
    const some = await counted(() => post('/api/events/snapshots', { slugs: slugs.slice(200, 203) }));
    const all = await counted(() => post('/api/events/snapshots', { slugs: slugs.slice(0, 200) }));
    expect(all.result.status, all.result.text.slice(0, 500)).toBe(200);
    expect(all.result.body.snapshots.map(({ slug }: { slug: string }) => slug)).toEqual(slugs.slice(0, 200));
    expect(all.queries).toBeLessThanOrEqual(some.queries + 3);
    expect(all.queries).toBeLessThanOrEqual(6);
    const again = await counted(() => post('/api/events/snapshots', { slugs: slugs.slice(0, 200) }));
    expect([again.queries, again.result.text]).toEqual([0, all.result.text]);
    service.clock.forward(11_000);
    const later = await counted(() => post('/api/events/snapshots', { slugs: slugs.slice(0, 200) }));
    expect(later.queries).toBe(0);
    expect(later.result.body.asOf).not.toBe(all.result.body.asOf);
  });

  it('show a trade immediately, without a query', async () => {
    const wanted = slugs.slice(30, 50);
    const before = await post('/api/events/snapshots', { slugs: wanted });
    await service.order(ada, { eventSlug: wanted[3], amountCredits: 5 });
    const { result, queries: asked } = await counted(() => post('/api/events/snapshots', { slugs: wanted }));
    const { snapshots } = result.body;
    expect(snapshots[3]).toMatchObject({ sequence: 2, volume24hCredits: 5, traders: 1 });
    expect(snapshots.toSpliced(3, 1)).toEqual(before.body.snapshots.toSpliced(3, 1));
    expect(asked).toBe(0);
  });

  it('are found by slug or key, each once, and list unknown markets', async () => {
    const [{ eventPubkey }] = (await post('/api/events/snapshots', { slugs: [slugs[5]] })).body.snapshots;
    const listed = `slugs=${slugs[4]},nope,${slugs[5]}&eventPubkeys=${eventPubkey},neither`;
    const { body } = await service.call('GET', `/api/events/snapshots?${listed}`);
    expect(body.snapshots.map(({ slug }: { slug: string }) => slug)).toEqual([slugs[4], slugs[5]]);
    expect(body.missing).toEqual(['nope', 'neither']);
    expect((await post('/api/events/snapshots', { slugs: [] })).body).toMatchObject({ snapshots: [], missing: [] });
  });

  it('contain the most traded active markets by default', async () => {
    const { body } = await service.call('GET', '/api/events/snapshots?limit=3');
    expect(body.snapshots.map(({ slug }: { slug: string }) => slug)).toEqual(slugs.slice(0, 3));
    expect((await post('/api/events/snapshots')).body.snapshots).toHaveLength(50);
    expect((await post('/api/events/snapshots', { limit: 200 })).body.snapshots).toHaveLength(200);
  });
});

describe('the selection of snapshots', () => {
  it('omit members that were not requested', async () => {
    const fields = ['status', 'outcomes'];
    const { body } = await post('/api/events/snapshots', { slugs: [slugs[0]], fields, somethingElse: { x: 1 } });
    const always = ['slug', 'eventPubkey', 'sequence', 'tradesSequence', 'asOf'];
    expect(Object.keys(body.snapshots[0]).sort()).toEqual([...always, ...fields].sort());
  });

  it('include a named resolved market, and list it only on request', async () => {
    const { slug } = await service.anEvent({ slug: 'to-be-resolved' });
    await service.order(ada, { eventSlug: slug, amountCredits: 500 });
    const resolution = { winningOutcomeIndex: 0, source: 'The test', note: '' };
    await service.operate('POST', `/events/${slug}/resolve`, resolution);
    const named = await post('/api/events/snapshots', { slugs: [slug] });
    expect(named.body.snapshots[0].status).toBe('resolved');
    service.clock.forward(11_000);
    const firstOf = async (query: string) =>
      (await service.call('GET', `/api/events/snapshots?limit=1${query}`)).body.snapshots[0].slug;
    expect([await firstOf(''), await firstOf('&includeResolved=true')]).toEqual([slugs[0], slug]);
  });

  it.each([
    ['slugs', { slugs: Array(201).fill('x') }],
    ['limit', { limit: 201 }],
    ['limit', { limit: '3' }],
    ['lookbackHours', { lookbackHours: 721 }],
    ['outcomeLimit', { outcomeLimit: 0 }],
    ['fields[0]', { fields: ['nonsense'] }],
    ['body', []],
  ])('reject an invalid %s', async (field, json) => {
    const reply = await post('/api/events/snapshots', json);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([400, 'INVALID_PAYLOAD', field]);
  });

  it('reject more than 200 names in a query', async () => {
    const names = Array.from({ length: 201 }, (_value, index) => `event-${index}`).join(',');
    const reply = await service.call('GET', `/api/events/snapshots?slugs=${names}`);
    expect([reply.status, reply.body.field]).toEqual([400, 'slugs']);
  });
});

describe('one iteration of a bot', () => {
  it('combines snapshot and health', async () => {
    const reply = await post('/api/events/bot-snapshot?limit=2&lookbackHours=48');
    expect(reply.status, reply.text).toBe(200);
    const { body } = reply;
    expect(body).toMatchObject({ lookbackHours: 48, tradingPaused: false, missing: [] });
    expect(body.markets).toHaveLength(2);
    const [{ snapshot, health }] = body.markets;
    expect([snapshot.slug, health.slug, snapshot.sequence]).toEqual([slugs[0], slugs[0], health.sequence]);
    const named = await post('/api/events/bot-snapshot?limit=2', { slugs: [slugs[7]], fields: ['status'] });
    expect(named.body.markets).toHaveLength(1);
    expect(named.body.markets[0].snapshot.title).toBeUndefined();
  });
});

/** Every route with a look-back, with the names of an event in its path. */
const withLookback = routes
  .filter(({ request }) => JSON.stringify(request?.query ?? null).includes('"lookbackHours"'))
  .map(route => [`${route.method} ${route.path}`, route] as const);

describe('the look-back', () => {
  it.each(withLookback)('of %s is a whole number of hours from 1 to 720', async (_name, { method, path }) => {
    const { headers } = await service.anAgent('pro');
    const send = (hours: string) => {
      const address = path.replace(/\{\w+\}/, slugs[0]);
      const names = address === '/api/events/snapshots' ? `&slugs=${slugs[0]}` : '';
      return service.call(method, `${address}?lookbackHours=${hours}${names}`, { headers });
    };
    for (const [hours, bound] of [
      ['1.5', 'a whole number'],
      ['24.0001', 'a whole number'],
      ['0', 'at least 1'],
      ['-24', 'at least 1'],
      ['721', 'at most 720'],
      ['99999', 'at most 720'],
      ['day', 'a whole number'],
    ]) {
      const { status, body } = await send(hours);
      expect([status, body.code, body.field], hours).toEqual([400, 'INVALID_PAYLOAD', 'lookbackHours']);
      expect(body.error, hours).toContain('lookbackHours');
      expect(body.error, hours).toContain(bound);
      expect(body.error, hours).toContain(`(got ${hours})`);
    }
    for (const hours of ['1', '720']) expect((await send(hours)).status, hours).toBe(200);
  });
});

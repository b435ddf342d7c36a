import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { enableDemoVenues } from './demo-venues.js';
import { syncOwnMarkets } from './save-venue-markets.js';

let service: OperatorService;
const events = 12;

beforeAll(async () => {
  service = await startOperatorService({ demoVenues: true });
  for (let n = 0; n < events; n += 1)
    await service.anEvent({ title: `Will the demonstration number ${n} draw a crowd?` });
});
afterAll(() => service.stop());

const feed = (query: string) => service.call('GET', `/api/v1/aggregator/markets?${query}`);
const sync = () => syncOwnMarkets(service.services, 'http://presage.test', () => true);
/** Enabled venues also run on schedule, so a run may be about to end. */
async function run(id: string) {
  let reply = await service.operate('POST', `/connectors/${id}/run`);
  await waitUntil('the end of the other run', async () => {
    if (reply.status !== 409) return true;
    reply = await service.operate('POST', `/connectors/${id}/run`);
    return false;
  });
  return reply.body.run;
}

it('has no simulated venues in an arena without demo events', async () => {
  await sync();
  await enableDemoVenues(service.services);
  const sources = (await feed('')).body.sources.map(({ source }: { source: string }) => source);
  expect(sources).toEqual(['presage']);
});

it('updates only rows of changed events', async () => {
  expect(await sync()).toBe(0);
  const { slug } = await service.anEvent({ title: 'Will the name change?' });
  expect(await sync()).toBe(1);
  await service.operate('PATCH', `/events/${slug}`, { category: 'renamed' });
  expect(await sync()).toBe(1);
  expect((await feed('category=renamed')).body.markets).toHaveLength(1);
  expect((await feed('category=test&q=name')).body.markets).toHaveLength(0);
});

it('finds and shows the category of an event in lower case', async () => {
  const { slug } = await service.anEvent({ title: 'Will rates fall?', category: 'Economics' });
  await sync();
  for (const category of ['economics', 'Economics']) {
    const { body } = await feed(`category=${category}`);
    expect(body.markets).toMatchObject([{ eventSlug: slug, category: 'economics' }]);
  }
});

it('saves rows of an earlier version again', async () => {
  await service.pool`update venue_markets set digest = substr(digest, 3), category = 'Economics' where category = 'economics'`;
  await sync();
  expect((await feed('category=economics')).body.markets).toHaveLength(1);
});

it('shows the odds of an event by its slug and its eventPubkey', async () => {
  const { id, slug } = await service.anEvent({
    title: 'Is it found?',
    slug: 'long-'.repeat(16).slice(0, -1),
  });
  const { eventPubkey } = (await service.call('GET', `/api/events/${slug}`)).body.event;
  for (const reference of [id, slug, eventPubkey]) {
    const { status, body } = await service.call('GET', `/api/v1/aggregator/markets/${reference}/odds`);
    expect([status, body.market?.id], reference).toEqual([200, id]);
  }
  expect((await service.call('GET', '/api/v1/aggregator/markets/no-such-event/odds')).status).toBe(404);
});

it('returns 304 for equal data within ten seconds', async () => {
  service.clock.forward(10_000 - (service.clock.now() % 10_000));
  const { slug } = await service.anEvent({ title: 'Will the tag stay?' });
  for (const path of ['/api/v1/aggregator/markets?limit=2', `/api/v1/aggregator/markets/${slug}/odds`]) {
    const first = await service.call('GET', path);
    const headers = { 'if-none-match': first.headers.get('etag') as string };
    service.clock.forward(3_000);
    expect((await service.call('GET', path, { headers })).status, path).toBe(304);
  }
  service.clock.forward(4_000);
  const { body } = await feed('limit=2');
  expect(body.asOf).toBe(new Date(service.clock.now()).toISOString());
});

it('simulates two venues over demo events, marked as demo and linked with them', async () => {
  await service.pool`update events set demo = true`;
  await sync();
  await enableDemoVenues(service.services);
  for (const id of ['demo-a', 'demo-b']) {
    const first = await run(id);
    expect(first).toMatchObject({ error: null, updated: 0, rejected: 0 });
    const total = first.inserted + first.unchanged;
    expect(total).toBeGreaterThan(3);
    expect(await run(id)).toMatchObject({ inserted: 0, updated: 0, unchanged: total });
  }
  const { body } = await feed('source=demo-a,demo-b&limit=200');
  const sources = new Set(body.markets.map(({ source }: { source: string }) => source));
  expect(sources).toEqual(new Set(['demo-a', 'demo-b']));
  for (const market of body.markets) {
    expect(market).toMatchObject({ demo: true, url: null, stale: false });
    const sum = market.outcomes.reduce((total: number, { priceBps }: { priceBps: number }) => total + priceBps, 0);
    expect(sum).toBe(10_000);
  }
  const linked = body.markets.find(({ source }: { source: string }) => source === 'demo-a');
  expect(linked.eventSlug).toBe(linked.sourceMarketId);
  const odds = await service.call('GET', `/api/v1/aggregator/markets/${linked.id}/odds`);
  expect(odds.body.venues.map(({ source }: { source: string }) => source)).toContain('presage');
});

it('shows simulated venues only in a service that has them', async () => {
  const other = await startOperatorService({ beside: service });
  const { body } = await other.call('GET', '/api/v1/aggregator/markets?limit=200');
  expect(body.sources.map(({ source }: { source: string }) => source)).toEqual(['presage']);
  expect((await other.call('GET', '/api/v1/aggregator/markets?source=demo-a')).status).toBe(400);
  await other.stop();
});

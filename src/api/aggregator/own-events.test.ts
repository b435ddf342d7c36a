import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import { enableDemoVenues } from '../../operations/aggregator/enable-demo-venues.js';
import { syncOwnMarkets } from '../../operations/aggregator/sync-own-markets.js';

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
const run = async (id: string) => (await service.operate('POST', `/connectors/${id}/run`)).body.run;

it('has no simulated venues in an arena without demo events', async () => {
  await sync();
  await enableDemoVenues(service.services);
  const sources = (await feed('')).body.sources.map(({ source }: { source: string }) => source);
  expect(sources).toEqual(['presage']);
});

it('updates rows of events that changed and no others', async () => {
  expect(await sync()).toBe(0);
  const { slug } = await service.anEvent({ title: 'Will the name change?' });
  expect(await sync()).toBe(1);
  await service.operate('PATCH', `/events/${slug}`, { category: 'renamed' });
  expect(await sync()).toBe(1);
  expect((await feed('category=renamed')).body.markets).toHaveLength(1);
  expect((await feed('category=test&q=name')).body.markets).toHaveLength(0);
});

it('simulates two venues over demo events, marked as demo and linked with them', async () => {
  await service.pool`update events set demo = true`;
  await sync();
  await enableDemoVenues(service.services);
  for (const id of ['demo-a', 'demo-b']) {
    const first = await run(id);
    expect(first).toMatchObject({ error: null, updated: 0, rejected: 0 });
    expect(first.inserted).toBeGreaterThan(3);
    expect(await run(id)).toMatchObject({ inserted: 0, updated: 0, unchanged: first.inserted });
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

import { afterAll, beforeAll, expect, it } from 'vitest';
import { aVenueRow as aRow, startVenueArena, type VenueArena } from '../../test/support/builders/venue-arena.js';
import { suggestLinks } from './links.js';

let service: VenueArena;

beforeAll(async () => {
  service = await startVenueArena();
});
afterAll(() => service.stop());

const feed = (query: string) => service.feed(query);
const push: VenueArena['push'] = (...args) => service.push(...args);

const question = 'Will the European Central Bank raise rates before December 2027?';
const closesAt = '2027-12-01T00:00:00.000Z';
const suggested = async () => (await service.operate('GET', '/links')).body.links;
let link: { id: string; score: number; markets: { id: string }[] };
let slug: string;

it('suggests the same question on another venue only', async () => {
  ({ slug } = await service.anEvent({ title: question, endsAt: closesAt }));
  await push(
    'house-one',
    aRow('ecb', {
      title: 'European Central Bank raises rates before December 2027',
      closesAt,
      outcomes: [
        { label: 'YES', priceBps: 6100, bidBps: 6000, askBps: 6200 },
        { label: 'no', priceBps: 3900 },
      ],
    }),
    aRow('ecb-2029', { title: 'European Central Bank raises rates before December 2029', closesAt: '2029-12-01' }),
    aRow('boe', { title: 'Bank of England names a new governor before December 2027', closesAt }),
  );
  await feed('source=presage&limit=1');
  await suggestLinks(service.services, () => true);
  const links = (await suggested()).filter((each: typeof link) =>
    each.markets.some(market => (market as { eventSlug?: string }).eventSlug === slug),
  );
  expect(links).toHaveLength(1);
  [link] = links;
  expect(link.score).toBeGreaterThan(0.8);
  expect(link.markets).toMatchObject([{ source: 'presage' }, { sourceMarketId: 'ecb' }]);
});

it('shows venues side by side once an operator confirms the link', async () => {
  const [own, other] = link.markets;
  const odds = async () => (await service.call('GET', `/api/v1/aggregator/markets/${own.id}/odds`)).body;
  expect((await odds()).venues).toEqual([]);
  const reply = await service.operate('PUT', `/links/${link.id}`, { confirmed: true });
  expect(reply).toMatchObject({ status: 200, body: { link: { status: 'confirmed', decidedBy: 'operator' } } });
  const { venues, outcomes, market } = await odds();
  expect(market.links).toMatchObject([{ id: link.id, marketId: other.id, source: 'house-one', confirmed: true }]);
  expect(venues).toMatchObject([{ id: other.id, eventSlug: slug }]);
  expect(outcomes[0].label).toBe('Yes');
  expect(outcomes[0].quotes[1]).toMatchObject({ source: 'house-one', priceBps: 6100, differenceBps: 1100 });
  expect(outcomes[0].bestBid).toMatchObject({ source: 'house-one', bidBps: 6000 });
  const linked = await service.services.aggregator.feed.linkedVenueMarkets([slug, 'unknown']);
  expect(linked).toMatchObject([{ eventSlug: slug, market: { id: other.id, stale: false } }]);
});

it('connects venues through a third one', async () => {
  await push('house-two', aRow('ecb-too', { title: 'ECB hike', closesAt }));
  const [{ id }] = (await feed('source=house-two&q=ecb%20hike')).body.markets;
  const made = await service.operate('POST', '/links', { marketIds: [id, link.markets[1].id] });
  expect(made, made.text).toMatchObject({ status: 200, body: { link: { status: 'confirmed', score: 1 } } });
  const again = await service.operate('POST', '/links', { marketIds: [link.markets[1].id, id] });
  expect(again.body.link.id).toBe(made.body.link.id);
  const { body } = await service.call('GET', `/api/v1/aggregator/markets/${id}/odds`);
  expect(body.venues.map(({ source }: { source: string }) => source).sort()).toEqual(['house-one', 'presage']);
});

it('does not suggest a rejected pair again', async () => {
  const rejected = await service.operate('DELETE', `/links/${link.id}`);
  expect(rejected.body.link.status).toBe('rejected');
  await service.pool`update venue_markets set link_checked = false`;
  await suggestLinks(service.services, () => true);
  expect((await service.operate('GET', `/links/${link.id}`)).body.link.status).toBe('rejected');
  const { body } = await service.call('GET', `/api/v1/aggregator/markets/${link.markets[0].id}/odds`);
  expect(body.venues).toEqual([]);
});

it('rejects links within one source, to itself and to unknown markets', async () => {
  const ids = (await feed('source=house-one&limit=2')).body.markets.map(({ id }: { id: string }) => id);
  const post = (marketIds: string[]) => service.operate('POST', '/links', { marketIds });
  expect(await post(ids)).toMatchObject({ status: 400, body: { field: 'marketIds' } });
  expect(await post([ids[0], ids[0]])).toMatchObject({ status: 400, body: { field: 'marketIds' } });
  expect(await post([ids[0], 'vmk_unknown'])).toMatchObject({ status: 404, body: { field: 'marketIds[1]' } });
  expect((await service.operate('GET', '/links/lnk_unknown')).status).toBe(404);
  expect((await service.call('GET', '/api/v1/aggregator/markets/vmk_unknown/odds')).status).toBe(404);
});

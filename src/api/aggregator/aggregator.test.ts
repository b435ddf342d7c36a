import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';

import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import { suggestLinks } from '../../operations/aggregator/suggest-links.js';

let service: OperatorService;
const minute = 60_000;

beforeAll(async () => {
  service = await startOperatorService();
  for (const id of ['house-one', 'house-two']) {
    const reply = await service.operate('PUT', `/connectors/${id}`, {
      enabled: true,
      format: 'push',
      settings: { intervalSeconds: 600 },
    });
    expect(reply.status, reply.text).toBe(200);
  }
});
afterAll(() => service.stop());

async function push(id: string, ...rows: Record<string, unknown>[]) {
  const reply = await service.operate('POST', `/connectors/${id}/rows`, { rows });
  expect(reply.status, reply.text).toBe(200);
  for (const { result, reason } of reply.body.results) expect(result, reason).not.toBe('rejected');
}

const aRow = (rowId: string, fields: Record<string, unknown> = {}) => ({
  rowId,
  title: `Will ${rowId} happen?`,
  tradable: true,
  outcomes: [
    { label: 'Yes', priceBps: 5000 },
    { label: 'No', priceBps: 5000 },
  ],
  volumeUnit: 'votes',
  ...fields,
});

const feed = (query: string) => service.call('GET', `/api/v1/aggregator/markets?${query}`);
const idsOf = async (query: string) => {
  const reply = await feed(query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.markets.map(({ sourceMarketId }: { sourceMarketId: string }) => sourceMarketId);
};

describe('the feed', () => {
  it('shows our events with the prices and quotes of this moment, from the creator’s next read on', async () => {
    const { slug, id } = await service.anEvent({ title: 'Will the quokka census rise?' });
    const [row] = (await feed('source=presage&q=quokka')).body.markets;
    expect(row).toMatchObject({
      id,
      source: 'presage',
      sourceMarketId: slug,
      eventSlug: slug,
      status: 'active',
      tradable: true,
    });
    expect(row.outcomes).toHaveLength(2);
    expect(row.outcomes[0]).toMatchObject({ priceBps: 5000, bidBps: expect.any(Number), askBps: expect.any(Number) });
    expect(row).toMatchObject({ stale: false, volume: { amount: 0, unit: 'credits' }, demo: false });
    const agent = await service.anAgent();
    await service.order(agent, { eventSlug: slug, amountCredits: 100 });
    const [moved] = (await feed('source=presage&q=quokka')).body.markets;
    expect(moved.outcomes[0].priceBps).toBeGreaterThan(5000);
    expect(moved.volume.amount).toBeGreaterThan(0);
    await assertBooksBalance(service.store);
  });

  it('follows the status of our events', async () => {
    const { slug } = await service.anEvent({ title: 'Will the wombat census rise?' });
    await feed('source=presage&q=wombat');
    await service.operate('POST', `/events/${slug}/pause`);
    expect((await feed('source=presage&q=wombat')).body.markets).toMatchObject([{ status: 'active', tradable: false }]);
    expect(await idsOf('source=presage&q=wombat&tradableOnly=true')).toEqual([]);
  });

  it('leaves out practice events', async () => {
    const [{ count }] = await service.pool<{ count: number }[]>`
      select count(*)::int from venue_markets v join events e on e.id = v.event_id where e.practice`;
    expect(count).toBe(0);
  });

  it('interleaves sources by rank within each', async () => {
    await push('house-one', aRow('a1', { volume: 10 }), aRow('a2', { volume: 30 }), aRow('a3', { volume: 20 }));
    await push('house-two', aRow('b1', { volume: 9_000 }), aRow('b2', { volume: 8_000 }), aRow('b3', { volume: null }));
    const rows = await idsOf('source=house-one,house-two');
    expect([rows.slice(0, 2).sort(), rows.slice(2, 4).sort(), rows.slice(4).sort()]).toEqual([
      ['a2', 'b1'],
      ['a3', 'b2'],
      ['a1', 'b3'],
    ]);
  });

  it('pages through every sort without gaps or repeats', async () => {
    await push(
      'house-one',
      ...Array.from({ length: 23 }, (_value, n) =>
        aRow(`p${n}`, { volume: n, category: 'paging', closesAt: `2027-01-${String(1 + (n % 28)).padStart(2, '0')}` }),
      ),
    );
    for (const sort of ['volume', 'newest', 'ending', 'movers']) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { body } = await feed(`source=house-one&category=paging&sort=${sort}&limit=5${cursor}`);
        seen.push(...body.markets.map(({ sourceMarketId }: { sourceMarketId: string }) => sourceMarketId));
        cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
      } while (cursor !== '');
      expect(new Set(seen).size, sort).toBe(23);
      expect(seen, sort).toHaveLength(23);
    }
    expect((await idsOf('source=house-one&category=paging&sort=ending')).slice(0, 2)).toEqual(['p0', 'p1']);
  });

  it('filters by status, adds resolved markets and drops the closed ones by the clock', async () => {
    const soon = new Date(service.clock.now() + minute).toISOString();
    await push(
      'house-two',
      aRow('open', { category: 'states' }),
      aRow('ending', { category: 'states', closesAt: soon }),
    );
    await push('house-two', aRow('shut', { category: 'states', status: 'closed' }));
    await push('house-two', aRow('done', { category: 'states', status: 'resolved', resolution: 'Yes' }));
    const states = async (query: string) => (await idsOf(`category=states&${query}`)).sort();
    expect(await states('')).toEqual(['ending', 'open']);
    expect(await states('includeResolved=true')).toEqual(['done', 'ending', 'open']);
    expect(await states('status=closed')).toEqual(['shut']);
    expect(await states('status=resolved')).toEqual(['done']);
    expect(await states('status=all')).toEqual(['done', 'ending', 'open', 'shut']);
    expect(await states('status=closed&tradableOnly=true')).toEqual([]);
    service.clock.forward(minute);
    expect(await states('')).toEqual(['open']);
    await service.store.transact(writes => writes.aggregator.closeDue(service.clock.now(), 10));
    expect(await states('status=closed')).toEqual(['ending', 'shut']);
  });

  it('finds words and beginnings of words', async () => {
    await push('house-one', aRow('zebra', { title: 'Will zebras outnumber giraffes?', category: 'wildlife' }));
    expect(await idsOf('q=zebra%20gir')).toEqual(['zebra']);
    expect(await idsOf('q=wildlife')).toEqual(['zebra']);
    expect(await idsOf('q=zebra%20lion')).toEqual([]);
  });

  it('sorts movers by the largest price change over 24 hours', async () => {
    const rows = (yes: readonly number[]) =>
      yes.map((priceBps, n) => aRow(`mover-${n}`, { category: 'moving', outcomes: [{ label: 'Yes', priceBps }] }));
    await push('house-one', ...rows([1000, 5000, 9000]));
    service.clock.forward(25 * 60 * minute);
    await push('house-one', ...rows([1200, 2000, 9000]));
    expect(await idsOf('category=moving&sort=movers')).toEqual(['mover-1', 'mover-0', 'mover-2']);
  });

  it('never invents a price', async () => {
    await push(
      'house-one',
      aRow('silent', { category: 'silent', outcomes: [{ label: 'Yes' }, { label: 'No', priceBps: 4000 }] }),
    );
    const [row] = (await feed('category=silent')).body.markets;
    expect(row.outcomes).toEqual([
      { index: 0, label: 'Yes', priceBps: null, bidBps: null, askBps: null },
      { index: 1, label: 'No', priceBps: 4000, bidBps: null, askBps: null },
    ]);
    expect(row).toMatchObject({ closesAt: null, url: null, volume: { amount: null, unit: 'votes' }, confidence: 0.5 });
  });

  it('lets confidence fall with age and marks a row as stale after three intervals', async () => {
    const quoted = [{ label: 'Yes', priceBps: 5000, bidBps: 4900, askBps: 5100 }];
    await push('house-two', aRow('ageing', { category: 'ageing', outcomes: quoted }));
    const read = async () => (await feed('category=ageing')).body.markets[0];
    expect(await read()).toMatchObject({ confidence: 0.98, stale: false });
    service.clock.forward(10 * minute);
    expect(await read()).toMatchObject({ confidence: 0.98, stale: false });
    service.clock.forward(20 * minute);
    expect(await read()).toMatchObject({ confidence: 0.588, stale: true });
    service.clock.forward(30 * minute);
    expect(await read()).toMatchObject({ confidence: 0, stale: true });
    await push('house-two', aRow('ageing', { category: 'ageing', outcomes: quoted }));
    expect(await read()).toMatchObject({ confidence: 0.98, stale: false });
  });

  it('answers a repeated read with 304 and names parameters it does not know', async () => {
    const first = await feed('category=silent');
    const etag = first.headers.get('etag') as string;
    expect(
      (await service.call('GET', '/api/v1/aggregator/markets?category=silent', { headers: { 'if-none-match': etag } }))
        .status,
    ).toBe(304);
    expect(await feed('sources=presage')).toMatchObject({ status: 400, body: { field: 'sources' } });
    expect(await feed('source=nowhere')).toMatchObject({ status: 400, body: { field: 'source' } });
    expect(await feed('limit=201')).toMatchObject({ status: 400, body: { field: 'limit' } });
    expect(await feed('cursor=abc')).toMatchObject({ status: 400, body: { field: 'cursor' } });
  });
});

describe('links', () => {
  const question = 'Will the European Central Bank raise rates before December 2027?';
  const closesAt = '2027-12-01T00:00:00.000Z';
  const suggested = async () => (await service.operate('GET', '/links')).body.links;
  let link: { id: string; score: number; markets: { id: string }[] };
  let slug: string;

  it('suggests the same question on another venue and no other one', async () => {
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

  it('refuses links within one source, to itself and to unknown markets', async () => {
    const ids = (await feed('source=house-one&limit=2')).body.markets.map(({ id }: { id: string }) => id);
    const post = (marketIds: string[]) => service.operate('POST', '/links', { marketIds });
    expect(await post(ids)).toMatchObject({ status: 400, body: { field: 'marketIds' } });
    expect(await post([ids[0], ids[0]])).toMatchObject({ status: 400, body: { field: 'marketIds' } });
    expect(await post([ids[0], 'vmk_unknown'])).toMatchObject({ status: 404, body: { field: 'marketIds[1]' } });
    expect((await service.operate('GET', '/links/lnk_unknown')).status).toBe(404);
    expect((await service.call('GET', '/api/v1/aggregator/markets/vmk_unknown/odds')).status).toBe(404);
  });
});

it('searches venues as an MCP tool', () => {
  const tools = service.services.service.contract.tools().map(({ name }) => name);
  expect(tools).toContain('search_venues');
});

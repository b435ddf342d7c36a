import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aVenueRow as aRow, startVenueArena, type VenueArena } from '../../test/support/builders/venue-arena.js';
import * as venueStore from './store/aggregator-store.js';

let service: VenueArena;
const minute = 60_000;

beforeAll(async () => {
  service = await startVenueArena();
});
afterAll(() => service.stop());

const feed = (query: string) => service.feed(query);
const push: VenueArena['push'] = (...args) => service.push(...args);

const idsOf = async (query: string) => {
  const reply = await feed(query);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.markets.map(({ sourceMarketId }: { sourceMarketId: string }) => sourceMarketId);
};

it('shows events of this arena with current prices and quotes, as of the creator’s next read', async () => {
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

it('follows the status of the arena’s events', async () => {
  const { slug } = await service.anEvent({ title: 'Will the wombat census rise?' });
  await feed('source=presage&q=wombat');
  await service.operate('POST', `/events/${slug}/pause`);
  expect((await feed('source=presage&q=wombat')).body.markets).toMatchObject([{ status: 'active', tradable: false }]);
  expect(await idsOf('source=presage&q=wombat&tradableOnly=true')).toEqual([]);
});

it('excludes practice events', async () => {
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

it('cuts pages of different limits from one load, each with its cursor', async () => {
  const path = 'source=house-one&category=paging&sort=ending';
  const whole = await idsOf(path);
  for (const limit of [1, 7, 22, 23, 50, 51, 200]) {
    const { body } = await feed(`${path}&limit=${limit}`);
    expect(body.markets).toHaveLength(Math.min(limit, 23));
    if (limit >= 23) expect(body.nextCursor).toBeNull();
    else expect(await idsOf(`${path}&cursor=${body.nextCursor}`)).toEqual(whole.slice(limit));
  }
});

it('filters by status, adds resolved markets and drops closed ones by the clock', async () => {
  const soon = new Date(service.clock.now() + minute).toISOString();
  await push('house-two', aRow('open', { category: 'states' }), aRow('ending', { category: 'states', closesAt: soon }));
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
  await service.store.transact(tx => venueStore.closeDue(tx, service.clock.now(), 10));
  expect(await states('status=closed')).toEqual(['ending', 'shut']);
});

it('finds words and word prefixes', async () => {
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

it('never derives a price', async () => {
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

it('lowers confidence with age and marks a row as stale after three intervals', async () => {
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

it('returns 304 for a repeated read and names unknown parameters', async () => {
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

it('searches venues as an MCP tool', () => {
  const tools = service.services.service.contract.tools().map(({ name }) => name);
  expect(tools).toContain('search_venues');
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { aVenueRow as aRow, startVenueArena, type VenueArena } from '../../test/support/builders/venue-arena.js';

let service: VenueArena;
const minute = 60_000;
const markets = 30;

beforeAll(async () => {
  service = await startVenueArena();
});
afterAll(() => service.stop());

/** Pushes the markets of both sources with volumes and prices that depend on the round. */
async function pushRound(category: string, round: number): Promise<void> {
  for (const [at, source] of ['house-one', 'house-two'].entries()) {
    const rows = Array.from({ length: markets }, (_value, n) => {
      const shuffled = (n * 7 + round * 11 + at * 5) % markets;
      const outcomes = [{ label: 'Yes', priceBps: 100 + ((shuffled * 331) % 9_000) }];
      return aRow(`${category}-${at}-${n}`, { category, volume: shuffled * 10, outcomes });
    });
    await service.push(source, ...rows);
  }
}

const read = async (query: string) => {
  const reply = await service.feed(`source=house-one,house-two&${query}`);
  expect(reply.status, reply.text).toBe(200);
  const ids: string[] = reply.body.markets.map(({ sourceMarketId }: { sourceMarketId: string }) => sourceMarketId);
  return { ids, nextCursor: reply.body.nextCursor as string | null };
};

it.each(['volume', 'movers'])('pages through one version of the ranking by %s while ranks change', async sort => {
  const category = `moving-${sort}`;
  await pushRound(category, 0);
  service.clock.forward(25 * 60 * minute);
  await pushRound(category, 1);
  const { ids: first } = await read(`category=${category}&sort=${sort}&limit=200`);
  expect(first).toHaveLength(2 * markets);
  const seen: string[] = [];
  let query = `category=${category}&sort=${sort}&limit=7`;
  for (let round = 2; ; round += 1) {
    const { ids, nextCursor } = await read(query);
    seen.push(...ids);
    if (nextCursor === null) break;
    query = `category=${category}&sort=${sort}&limit=7&cursor=${nextCursor}`;
    await pushRound(category, round);
    service.clock.forward(minute);
  }
  expect(seen).toEqual(first);
  const { ids: last } = await read(`category=${category}&sort=${sort}&limit=200`);
  expect([...last].sort()).toEqual([...first].sort());
  expect(last).not.toEqual(first);
});

it('keeps the order for a search and for all categories', async () => {
  await pushRound('wide', 0);
  for (const filter of ['q=wide', 'status=all']) {
    const { ids: first } = await read(`${filter}&limit=200`);
    const { ids, nextCursor } = await read(`${filter}&limit=20`);
    await pushRound('wide', first.length);
    const rest = await read(`${filter}&limit=200&cursor=${nextCursor}`);
    expect([...ids, ...rest.ids]).toEqual(first);
  }
});

it('lists a market that is added between pages at most once', async () => {
  await pushRound('growing', 0);
  const { ids, nextCursor } = await read('category=growing&limit=20');
  await service.push('house-one', aRow('growing-new', { category: 'growing', volume: 100_000 }));
  const rest = await read(`category=growing&limit=200&cursor=${nextCursor}`);
  const seen = [...ids, ...rest.ids].filter(id => id !== 'growing-new');
  expect(new Set(seen).size).toBe(2 * markets);
  expect(seen).toHaveLength(2 * markets);
  expect((await read('category=growing')).ids.slice(0, 2)).toContain('growing-new');
});

it('rejects a cursor whose version was replaced more than an hour ago', async () => {
  await pushRound('ageing', 0);
  const { nextCursor } = await read('category=ageing&limit=20');
  const next = `source=house-one,house-two&category=ageing&limit=20&cursor=${nextCursor}`;
  await pushRound('ageing', 1);
  service.clock.forward(59 * minute);
  await pushRound('ageing', 2);
  expect((await service.feed(next)).status).toBe(200);
  service.clock.forward(2 * minute);
  await pushRound('ageing', 3);
  const gone = await service.feed(next);
  expect(gone).toMatchObject({ status: 400, body: { code: 'INVALID_PAYLOAD' } });
  expect(gone.text).toContain('belongs to a ranking that is more than an hour old');
  const [{ kept }] = await service.pool<{ kept: number }[]>`
    select count(*)::int as kept from venue_ranks where until <= (select min(version) from venue_rank_versions)`;
  expect(kept).toBe(0);
});

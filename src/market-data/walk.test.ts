import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { dayMs } from '../kernel/time.js';

let service: TestService;
/** Another node on the same database. */
let other: TestService;
beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ store: service.store, clock: service.clock.now });
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await other.stop();
  await service.stop();
});

const eventCount = 60;
const tradeCount = 1_000;
const agentCount = 10;

interface Listed {
  readonly slug: string;
  readonly volumeCredits: number;
}

async function walk(
  sort: string,
  afterPage: () => unknown = () => {},
  category: string = 'walking',
): Promise<Listed[]> {
  const seen: Listed[] = [];
  let cursor: string | null = null;
  for (let page = 0; ; page += 1) {
    const query = `category=${category}&sort=${sort}&limit=7${cursor ? `&cursor=${cursor}` : ''}`;
    // Pages come from either node.
    const node = page % 2 === 0 ? service : other;
    const { body } = await node.call('GET', `/api/events?${query}`);
    seen.push(...body.events);
    cursor = body.nextCursor;
    if (cursor === null) return seen;
    await afterPage();
  }
}

/** Sequentially for each agent, all agents concurrently. */
async function tradeAll(slugs: readonly string[]): Promise<number> {
  const agents = await Promise.all(Array.from({ length: agentCount }, () => service.anAgent()));
  const placed = agents.map(async ({ headers }: TestAgent, first) => {
    let count = 0;
    for (let index = 0; index < tradeCount / agentCount; index += 1) {
      const json = {
        clientOrderId: randomBytes(8).toString('hex'),
        eventSlug: slugs[(first * 7 + index * 13) % slugs.length],
        outcomeIndex: index % 2,
        side: 'buy',
        amountCredits: 1 + (index % 50),
        limitPriceBps: 9999,
      };
      const { status } = await service.call('POST', '/api/play/v1/orders', { headers, json });
      if (status === 201) count += 1;
    }
    return count;
  });
  return (await Promise.all(placed)).reduce((sum, count) => sum + count, 0);
}

describe('paging through a changing ranking', () => {
  it(`shows every event exactly once during ${tradeCount} concurrent trades`, { timeout: 120_000 }, async () => {
    const { pool, clock } = service;
    const slugs: string[] = [];
    for (let index = 0; index < eventCount; index += 1) {
      const { slug } = await aMarket(pool, clock.now(), { category: 'walking', liquidityCredits: 100 });
      slugs.push(slug);
    }
    const expected = [...slugs].sort();
    let placed = 0;
    const trading = tradeAll(slugs).then(count => {
      placed = count;
    });
    const sorts = ['volume', 'movers', 'traders'];
    for (let turn = 0; placed === 0 || turn < 3; turn += 1) {
      // After every page there is a newer ranking, and pagination continues in its own.
      const seen = await walk(sorts[turn % 3], () => clock.forward(20_000));
      expect(seen.map(event => event.slug).sort(), sorts[turn % 3]).toEqual(expected);
    }
    await trading;
    expect(placed).toBe(tradeCount);
    const [{ versions }] = await pool`select count(*)::int as versions from ranking_versions`;
    expect(versions).toBeGreaterThan(2);
    clock.forward(20_000);
    const volumes = (await walk('volume')).map(event => event.volumeCredits);
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
    expect(volumes[0]).toBeGreaterThan(volumes[eventCount - 1]);
  });
});

describe('paging through live rows', () => {
  it.each(['newest', 'ending'])('shows every event exactly once by %s while others are created', async sort => {
    const { pool, clock } = service;
    const category = `created-${sort}`;
    const slugs: string[] = [];
    const create = async (endsInDays: number) => {
      const { slug } = await aMarket(pool, clock.now(), { category, endsAt: clock.now() + endsInDays * dayMs });
      slugs.push(slug);
    };
    // Some are created at the same time, and some end at the same time.
    for (let index = 0; index < 30; index += 1) {
      if (index % 3 === 0) clock.forward(1_000);
      await create(1 + Math.floor(((index * 7) % 30) / 4));
    }
    const whole = (await walk(sort, undefined, category)).map(({ slug }) => slug);
    expect(whole.toSorted()).toEqual(slugs.toSorted());
    let pages = 0;
    const seen = await walk(
      sort,
      async () => {
        pages += 1;
        clock.forward(1_000);
        await Promise.all([create(1), create(pages), create(40)]);
      },
      category,
    );
    const seenSlugs = seen.map(({ slug }) => slug);
    expect(slugs.length).toBeGreaterThan(whole.length + 10);
    expect(seenSlugs.filter(slug => whole.includes(slug))).toEqual(whole);
    expect(new Set(seenSlugs).size).toBe(seenSlugs.length);
  });
});

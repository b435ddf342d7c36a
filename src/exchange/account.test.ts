import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const get = (agent: TestAgent, path: string) => service.call('GET', `/api/play/v1/${path}`, { headers: agent.headers });

let ids = 0;
function buy(agent: TestAgent, slug: string, change: object = {}) {
  ids += 1;
  const json = {
    eventSlug: slug,
    outcomeIndex: 0,
    side: 'buy',
    amountCredits: 100,
    limitPriceBps: 9999,
    clientOrderId: `c-${ids}`,
    ...change,
  };
  return service.call('POST', '/api/play/v1/orders', { json, headers: agent.headers });
}

describe('the account', () => {
  it('starts with 10,000 credits and is always consistent', async () => {
    const ann = await service.anAgent();
    const { slug } = await aMarket(service.pool, service.clock.now());
    expect((await get(ann, 'account')).body).toMatchObject({
      availableBalance: 10_000,
      equity: 10_000,
      profit: 0,
      grantedTotal: 10_000,
    });
    await buy(ann, slug);
    await buy(ann, slug, { limitPriceBps: 1000, amountCredits: 40 });
    const { body } = await get(ann, 'account');
    expect(body.availableBalance).toBeCloseTo(9860, 4);
    expect(body.reservedBalance).toBe(40);
    expect(body.positionsValue).toBeGreaterThan(99.99);
    expect(body.equity).toBeCloseTo(body.availableBalance + body.reservedBalance + body.positionsValue, 6);
    expect(body.profit).toBeCloseTo(body.equity - 10_000, 6);
    expect(body.limits.orders).toEqual({ quota: 120, windowSeconds: 3600, remaining: 118 });
    expect(body.player).toMatchObject({ id: ann.playerId, kind: 'agent' });
  });

  it('credits the grant on the first read of each day, including missed days', async () => {
    const ann = await service.anAgent();
    service.clock.forward(2 * 86_400_000);
    const replies = await Promise.all([1, 2, 3, 4].map(() => get(ann, 'account')));
    for (const { body } of replies) expect(body.availableBalance).toBe(12_000);
    const { body } = await get(ann, 'activity?kind=grant');
    expect(body.activity.map((row: { credits: number }) => row.credits)).toEqual([1000, 1000, 10_000]);
    expect(body.activity[0].balanceAfter).toBe(12_000);
  });

  it('shows a person the reads of the client address', async () => {
    const other = await startTestService({ addressReadsPerMinute: 50 });
    const { headers } = await other.aPerson();
    const reply = await other.call('GET', '/api/play/v1/account', { headers });
    const remaining = Number(/^"address";r=(\d+)/.exec(reply.headers.get('ratelimit') ?? '')?.[1]);
    expect(reply.body.limits.reads).toEqual({ quota: 50, windowSeconds: 60, per: 'address', remaining });
    const agent = await other.anAgent();
    const own = await other.call('GET', '/api/play/v1/account', { headers: agent.headers });
    expect(own.body.limits.reads).toEqual({ quota: 600, windowSeconds: 3600, per: 'agent', remaining: 599 });
    await other.stop();
  });

  it('shows a person no read quota if the arena sets none', async () => {
    const { headers } = await service.aPerson();
    const { body } = await service.call('GET', '/api/play/v1/account', { headers });
    expect(body.limits.reads).toEqual({ quota: 0, windowSeconds: 60, per: 'address', remaining: null });
  });

  it('needs a credential', async () => {
    for (const path of ['account', 'positions', 'activity', 'orders']) {
      expect((await service.call('GET', `/api/play/v1/${path}`)).status).toBe(401);
    }
  });
});

describe('positions', () => {
  it('are shown at average cost with their current value', async () => {
    const ann = await service.anAgent();
    const { slug } = await aMarket(service.pool, service.clock.now(), { outcomes: ['A', 'B', 'C'] });
    const bought = await buy(ann, slug, { outcomeIndex: 1 });
    const { body } = await get(ann, 'positions');
    expect(body.positions).toHaveLength(1);
    const [position] = body.positions;
    expect(position).toMatchObject({
      eventSlug: slug,
      outcomeIndex: 1,
      outcomeLabel: 'B',
      status: 'open',
      realizedProfit: 0,
    });
    expect(position.shares).toBe(bought.body.order.filledShares);
    expect(position.costCredits).toBe(bought.body.order.filledCredits);
    expect(position.valueCredits).toBeGreaterThan(position.costCredits - 0.001);
    await buy(ann, slug, {
      side: 'sell',
      amountCredits: undefined,
      amountShares: position.shares,
      outcomeIndex: 1,
      limitPriceBps: 1,
    });
    expect((await get(ann, 'positions')).body.positions).toEqual([]);
    expect((await get(ann, 'positions?status=all')).body.positions).toHaveLength(1);
  });
});

describe('pages of positions', () => {
  it('show each position once, newest events first, while they change', async () => {
    const ann = await service.anAgent();
    const slugs: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      service.clock.forward(1);
      const { slug } = await aMarket(service.pool, service.clock.now());
      slugs.unshift(slug);
      await buy(ann, slug, { amountCredits: 10 });
      await buy(ann, slug, { amountCredits: 10, outcomeIndex: 1 });
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await get(ann, `positions?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(
        ...body.positions.map(
          (row: { eventSlug: string; outcomeIndex: number }) => `${row.eventSlug} ${row.outcomeIndex}`,
        ),
      );
      cursor = body.nextCursor;
      await buy(ann, slugs[3], { amountCredits: 1 });
    } while (cursor);
    expect(seen).toEqual(slugs.flatMap(slug => [`${slug} 0`, `${slug} 1`]));
    expect((await get(ann, 'positions?status=settled')).body).toEqual({ positions: [], nextCursor: null });
    const { nextCursor } = (await get(ann, 'positions?limit=1')).body;
    expect((await get(ann, `positions?limit=1&status=all&cursor=${nextCursor}`)).body).toMatchObject({
      field: 'cursor',
    });
    expect((await get(ann, 'positions?limit=201')).body).toMatchObject({ field: 'limit' });
  });
});

describe('activity', () => {
  it('pages without gaps or repetitions, and its balances chain', async () => {
    const ann = await service.anAgent();
    const { slug } = await aMarket(service.pool, service.clock.now());
    for (let index = 0; index < 6; index += 1) {
      service.clock.forward(1000);
      // Every second order fills in part and rests with the remainder.
      await buy(ann, slug, index % 2 === 0 ? {} : { limitPriceBps: 5700 + 100 * index, amountCredits: 300 });
    }
    const rows: { id: string; credits: number; balanceAfter: number }[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await get(ann, `activity?limit=4${cursor ? `&cursor=${cursor}` : ''}`);
      rows.push(...body.activity);
      cursor = body.nextCursor;
    } while (cursor);
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length);
    rows.reverse();
    let balance = 0;
    for (const row of rows) {
      balance = Math.round((balance + row.credits) * 1e6) / 1e6;
      expect(row.balanceAfter).toBe(balance);
    }
  });

  it('rejects cursors of other lists, other players and damaged ones', async () => {
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    const { slug } = await aMarket(service.pool, service.clock.now());
    for (let index = 0; index < 3; index += 1) await buy(ann, slug);
    const { nextCursor } = (await get(ann, 'activity?limit=1')).body;
    for (const path of [
      `orders?status=all&cursor=${nextCursor}`,
      `activity?kind=grant&cursor=${nextCursor}`,
      `activity?cursor=${nextCursor}x`,
      'activity?cursor=AAAA',
    ]) {
      expect((await get(ann, path)).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'cursor' });
    }
    expect((await get(bob, `activity?limit=1&cursor=${nextCursor}`)).status).toBe(400);
  });
});

describe('discovery', () => {
  it('needs no credential, filters, sorts and pages each event once while they move', async () => {
    const now = service.clock.now();
    const made = [];
    for (let index = 0; index < 7; index += 1)
      made.push(await aMarket(service.pool, now, { category: 'paging', slug: `paging-${index}` }));
    const ann = await service.anAgent();
    await buy(ann, 'paging-3', { amountCredits: 50 });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const reply = await service.call(
        'GET',
        `/api/play/v1/discovery?category=paging&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...reply.body.events.map((event: { slug: string }) => event.slug));
      cursor = reply.body.nextCursor;
      await buy(ann, `paging-${seen.length % 7}`, { amountCredits: 60 + seen.length });
    } while (cursor);
    expect(seen[0]).toBe('paging-3');
    expect([...seen].sort()).toEqual(made.map(market => market.slug));
    const found = await service.call('GET', '/api/play/v1/discovery?q=PAGING-4');
    expect(found.body.events.map((event: { slug: string }) => event.slug)).toEqual(['paging-4']);
    expect((await service.call('GET', '/api/play/v1/discovery?q=%25')).body.events).toEqual([]);
    expect((await service.call('GET', '/api/play/v1/discovery?limit=101')).status).toBe(400);
  });
});

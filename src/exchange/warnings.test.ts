import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
let ann: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  ann = await service.anAgent();
});
afterEach(() => assertBooksBalance(service.store));
afterAll(() => service.stop());

let ids = 0;
function anOrder(eventSlug: string, change: object = {}) {
  ids += 1;
  const clientOrderId = `w-${ids}`;
  return { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 5, limitPriceBps: 9000, clientOrderId, ...change };
}
const place = (json: object) => service.call('POST', '/api/play/v1/orders', { json, headers: ann.headers });
const preview = (json: object) => service.call('POST', '/api/play/v1/orders/preview', { json, headers: ann.headers });
const aSlug = async (prior?: number[]) => (await aMarket(service.pool, service.clock.now(), { prior })).slug;
const selling = (amountShares: number, limitPriceBps: number) => ({
  side: 'sell',
  amountCredits: undefined,
  amountShares,
  limitPriceBps,
});

describe('an order whose limit looks like a percentage', () => {
  const warned = [
    { code: 'LIMIT_LOOKS_LIKE_PERCENT', field: 'limitPriceBps', message: expect.stringContaining('send 6200') },
  ];

  it('is placed with a warning that its preview and its replay repeat', async () => {
    const order = anOrder(await aSlug(), { limitPriceBps: 62 });
    const previewed = await preview(order);
    expect([previewed.status, previewed.body.warnings]).toEqual([200, warned]);
    expect(previewed.body.warnings[0].message).toMatch(/^limitPriceBps 62 is 0\.62 %.*5000 bps/);
    const placed = await place(order);
    expect([placed.status, placed.body.order.status]).toEqual([201, 'open']);
    expect(placed.body.warnings).toEqual(previewed.body.warnings);
    const replayed = await place(order);
    expect([replayed.status, replayed.body.replayed]).toEqual([200, true]);
    expect(replayed.body.warnings).toEqual(placed.body.warnings);
  });

  it('has a warning based on the price before it trades, also on replay after the price has fallen', async () => {
    const slug = await aSlug([1100, 8900]);
    const bought = (await place(anOrder(slug, { amountCredits: 50 }))).body.order.filledShares;
    await place(anOrder(slug, { outcomeIndex: 1, amountCredits: 300, limitPriceBps: 8850 }));
    const order = anOrder(slug, selling(bought, 50));
    const placed = await place(order);
    expect(placed.body.market.priceBps[0]).toBeLessThan(1000);
    expect(placed.body.warnings).toHaveLength(1);
    await place(anOrder(slug, { outcomeIndex: 1, amountCredits: 900, limitPriceBps: 9999 }));
    expect((await place(order)).body.warnings).toEqual(placed.body.warnings);
  });
});

describe('an order with a plausible limit', () => {
  it.each([
    ['a buy just above the bound', { limitPriceBps: 101 }],
    ['a usual buy', { limitPriceBps: 9000 }],
  ])('has no warnings: %s', async (_, change) => {
    const order = anOrder(await aSlug(), change);
    expect((await preview(order)).body.warnings).toEqual([]);
    expect((await place(order)).body.warnings).toEqual([]);
    expect((await place(order)).body).toMatchObject({ replayed: true, warnings: [] });
  });

  it('has none if the outcome itself is that cheap', async () => {
    expect((await place(anOrder(await aSlug([900, 9100]), { limitPriceBps: 62 }))).body.warnings).toEqual([]);
  });

  it('has none for the market sell at 1, and one from 2 to 100', async () => {
    const slug = await aSlug();
    await place(anOrder(slug, { amountCredits: 50 }));
    for (const [limit, count] of [
      [1, 0],
      [2, 1],
      [100, 1],
      [101, 0],
    ]) {
      const { body } = await preview(anOrder(slug, selling(10, limit)));
      expect([limit, body.warnings.length]).toEqual([limit, count]);
    }
  });

  it('replays a result that was stored before warnings existed', async () => {
    const order = anOrder(await aSlug(), { limitPriceBps: 62 });
    await place(order);
    await service.pool`update orders set warnings = null where client_order_id = ${order.clientOrderId}`;
    expect((await place(order)).body).toMatchObject({ replayed: true, warnings: [] });
  });
});

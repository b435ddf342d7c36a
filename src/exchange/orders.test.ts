import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let ids = 0;
function order(agent: TestAgent, slug: string, change: object = {}, headers: Record<string, string> = {}) {
  ids += 1;
  const json = {
    eventSlug: slug,
    outcomeIndex: 0,
    side: 'buy',
    amountCredits: 25,
    limitPriceBps: 9999,
    clientOrderId: `c-${ids}`,
    ...change,
  };
  return service.call('POST', '/api/play/v1/orders', { json, headers: { ...agent.headers, ...headers } });
}

async function scene() {
  const { slug, id } = await aMarket(service.pool, service.clock.now());
  return { slug, id, ann: await service.anAgent(), bob: await service.anAgent() };
}

/** Writes are counted in periods of five minutes, so one is available after 60 to 65 minutes; some were made minutes ago. */
const isAnHour = (seconds: number) => seconds > 3300 && seconds <= 3900;

describe('POST /api/play/v1/orders', () => {
  it('fills against the maker and returns the cost', async () => {
    const { slug, ann } = await scene();
    const { status, body } = await order(ann, slug);
    expect(status).toBe(201);
    expect(body.replayed).toBe(false);
    expect(body.order).toMatchObject({
      status: 'filled',
      eventSlug: slug,
      side: 'buy',
      amountCredits: 25,
      timeInForce: 'GTC',
    });
    expect(body.order.filledShares).toBeGreaterThan(48);
    expect(body.fills).toHaveLength(1);
    expect(body.fills[0]).toMatchObject({ against: 'maker' });
    expect(body.account.availableBalance).toBe(10_000 - body.order.filledCredits);
    expect(body.market.sequence).toBe(2);
    expect(body.market.priceBps[0]).toBeGreaterThan(5000);
  });

  it('rests, fills later, and shows the fill on the resting order', async () => {
    const { slug, ann, bob } = await scene();
    const bought = (await order(ann, slug, { amountCredits: 300 })).body.order.filledShares;
    const asked = await order(ann, slug, {
      side: 'sell',
      amountCredits: undefined,
      amountShares: bought,
      limitPriceBps: 8000,
    });
    expect(asked.body.order).toMatchObject({ status: 'open', remainingShares: bought });
    const taken = await order(bob, slug, { amountCredits: 3000, limitPriceBps: 9000 });
    expect(taken.body.fills.map((fill: { against: string }) => fill.against)).toEqual(['order', 'maker']);
    const one = await service.call('GET', `/api/play/v1/orders/${asked.body.order.id}`, { headers: ann.headers });
    expect(one.body.order.status).toBe('filled');
    expect(one.body.fills).toHaveLength(1);
    const other = await service.call('GET', `/api/play/v1/orders/${asked.body.order.id}`, { headers: bob.headers });
    expect(other.status).toBe(404);
  });

  it.each([
    ['no id', { clientOrderId: undefined }, 400, 'INVALID_PAYLOAD', 'clientOrderId'],
    ['an unknown event', { eventSlug: 'no-such-event' }, 404, 'NOT_FOUND', 'eventSlug'],
    ['an outcome that is not there', { outcomeIndex: 2 }, 400, 'INVALID_PAYLOAD', 'outcomeIndex'],
    ['shares for a buy', { amountShares: 5 }, 400, 'INVALID_PAYLOAD', 'amountShares'],
    ['credits for a sell', { side: 'sell' }, 400, 'INVALID_PAYLOAD', 'amountCredits'],
    ['more than there is', { amountCredits: 10_001 }, 402, 'INSUFFICIENT_BALANCE', 'amountCredits'],
    [
      'shares that are not owned',
      { side: 'sell', amountCredits: undefined, amountShares: 1 },
      402,
      'INSUFFICIENT_BALANCE',
      'amountShares',
    ],
    ['an expiry in the past', { expiresAt: '2026-03-17T11:59:59.000Z' }, 400, 'INVALID_PAYLOAD', 'expiresAt'],
    ['a stale sequence', { ifSequence: 77 }, 409, 'STALE_ORDERBOOK', 'ifSequence'],
    ['a limit of 10000', { limitPriceBps: 10_000 }, 400, 'INVALID_PAYLOAD', 'limitPriceBps'],
  ])('rejects %s', async (_name, change, status, code, field) => {
    const { slug, ann } = await scene();
    const reply = await order(ann, slug, change);
    expect({ status: reply.status, code: reply.body.code, field: reply.body.field }).toEqual({ status, code, field });
    expect(reply.headers.get('ratelimit')).toMatch(/^"orders";r=119;t=\d{4}$/);
  });
});

describe('idempotency', () => {
  it('replays by body id or header, and rejects a different body', async () => {
    const { slug, ann } = await scene();
    const first = await order(ann, slug, { clientOrderId: 'same' });
    const again = await order(ann, slug, { clientOrderId: undefined }, { 'idempotency-key': '"same"' });
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body).toEqual({ ...first.body, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    expect(again.headers.get('ratelimit-policy')).toBe('"reads";q=600;w=3600');
    const other = await order(ann, slug, { clientOrderId: 'same', amountCredits: 26 });
    expect(other.status).toBe(409);
    expect(other.body.code).toBe('IDEMPOTENT_REPLAY');
    const both = await order(ann, slug, { clientOrderId: 'one' }, { 'idempotency-key': 'two' });
    expect(both.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'clientOrderId' });
  });

  it.each([' before', 'after ', ' ', 'caf\u00e9'])('rejects %j as an id and states the format', async clientOrderId => {
    const { slug, ann } = await scene();
    const { status, body } = await order(ann, slug, { clientOrderId });
    expect([status, body.field]).toEqual([400, 'clientOrderId']);
    const format = 'clientOrderId must be 1 to 128 printable ASCII characters, without leading or trailing spaces';
    expect(body.error.startsWith(format)).toBe(true);
  });

  it.each(['NULL', '"', '\\', '{},"\\N', "a'b--", '~ ~'])('accepts %s as an id', async clientOrderId => {
    const { slug, ann } = await scene();
    expect((await order(ann, slug, { clientOrderId })).status).toBe(201);
    const again = await order(ann, slug, { clientOrderId });
    expect([again.status, again.body.order.clientOrderId]).toEqual([200, clientOrderId]);
  });

  it('is not consumed by a rejected order', async () => {
    const { slug, ann } = await scene();
    expect((await order(ann, slug, { clientOrderId: 'x', amountCredits: 20_000 })).status).toBe(402);
    expect((await order(ann, slug, { clientOrderId: 'x' })).status).toBe(201);
  });

  it('gives 100 concurrent copies one effect', async () => {
    const { slug, ann } = await scene();
    const replies = await Promise.all(Array.from({ length: 100 }, () => order(ann, slug, { clientOrderId: 'burst' })));
    expect(replies.map(reply => reply.status).sort()).toEqual([...Array(99).fill(200), 201]);
  });
});

describe('limits', () => {
  it('let exactly 120 writes of one agent pass, counting rejected ones, and return the wait in seconds', async () => {
    const { slug, ann } = await scene();
    expect((await order(ann, slug, { amountCredits: 'many' })).status).toBe(400);
    service.clock.forward(300_000);
    // A hundred clients, because Node 20 accepts few connections per second on a host under load.
    const ten = async () => {
      const replies = [];
      for (let sent = 0; sent < 10; sent += 1) replies.push(await order(ann, slug, { amountCredits: 0.01 }));
      return replies;
    };
    const replies = (await Promise.all(Array.from({ length: 100 }, ten))).flat();
    expect(replies.filter(reply => reply.status === 201)).toHaveLength(119);
    const refused = replies.filter(reply => reply.status === 429);
    const strange = replies.filter(reply => reply.status !== 201 && reply.status !== 429);
    expect(strange.map(reply => reply.text)).toEqual([]);
    expect(refused).toHaveLength(881);
    for (const reply of refused) expect(Number(reply.headers.get('retry-after'))).toSatisfy(isAnHour);
    service.clock.forward(1000 * Number(refused[0].headers.get('retry-after')));
    expect((await order(ann, slug, { amountCredits: 0.01 })).status).toBe(201);
    expect((await order(ann, slug, { amountCredits: 0.01 })).status).toBe(429);
  });
});

describe('preview', () => {
  it('equals the order that follows, to the millionth', async () => {
    const { slug, ann, bob } = await scene();
    await order(bob, slug, { amountCredits: 200, limitPriceBps: 4000, outcomeIndex: 1 });
    const ask = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 400, limitPriceBps: 7000 };
    const preview = await service.call('POST', '/api/play/v1/orders/preview', { json: ask, headers: ann.headers });
    expect(preview.status).toBe(200);
    const { sequence } = preview.body.market;
    const real = await order(ann, slug, { ...ask, ifSequence: sequence });
    expect(real.status).toBe(201);
    const plain = ({ id: _id, at: _at, ...rest }: Record<string, unknown>) => rest;
    expect(real.body.fills.map(plain)).toEqual(preview.body.fills.map(plain));
    expect(real.body.account).toEqual(preview.body.account);
    expect(real.body.market.priceBps).toEqual(preview.body.market.priceBps);
    const stale = await order(ann, slug, { ...ask, amountCredits: 1, ifSequence: sequence });
    expect(stale.body.code).toBe('STALE_ORDERBOOK');
  });

  it('becomes stale when an order in it expires, and the next one has another sequence', async () => {
    const { slug, ann, bob } = await scene();
    const expiresAt = new Date(service.clock.now() + 5_000).toISOString();
    await order(bob, slug, { amountCredits: 3000, limitPriceBps: 4900, outcomeIndex: 1, expiresAt });
    const ask = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 400, limitPriceBps: 9999 };
    const preview = () => service.call('POST', '/api/play/v1/orders/preview', { json: ask, headers: ann.headers });
    const { sequence } = (await preview()).body.market;
    service.clock.forward(5_000);
    const stale = await order(ann, slug, { ...ask, ifSequence: sequence });
    expect([stale.status, stale.body.code, stale.body.sequence]).toEqual([409, 'STALE_ORDERBOOK', sequence + 1]);
    const again = (await preview()).body;
    expect(again.market.sequence).toBe(sequence + 1);
    const real = await order(ann, slug, { ...ask, ifSequence: sequence + 1 });
    expect([real.status, real.body.order.filledShares]).toEqual([201, again.order.filledShares]);
    const { body } = await service.call('GET', '/api/play/v1/account', { headers: bob.headers });
    expect(body).toMatchObject({ availableBalance: 10_000, reservedBalance: 0 });
  });
});

describe('cancelling', () => {
  it('releases the reserve once, and all reserves when all orders are cancelled', async () => {
    const { slug, ann } = await scene();
    const one = await order(ann, slug, { amountCredits: 100, limitPriceBps: 100 });
    await order(ann, slug, { amountCredits: 50, limitPriceBps: 200 });
    const path = `/api/play/v1/orders/${one.body.order.id}`;
    const first = await service.call('DELETE', path, { headers: ann.headers });
    expect(first.body).toMatchObject({
      order: { status: 'cancelled', cancelReason: 'requested' },
      account: { availableBalance: 9950 },
    });
    const second = await service.call('DELETE', path, { headers: ann.headers });
    expect(second.body.order).toEqual(first.body.order);
    const all = await service.call('DELETE', '/api/play/v1/orders', { headers: ann.headers });
    expect(all.body).toMatchObject({ cancelled: 1, account: { availableBalance: 10_000 } });
    const open = await service.call('GET', '/api/play/v1/orders', { headers: ann.headers });
    expect(open.body.orders).toEqual([]);
  });
});

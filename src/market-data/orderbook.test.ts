import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';

let service: OperatorService;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  [ada, bob] = [await service.anAgent(), await service.anAgent()];
});
afterAll(() => stopBalanced(service));

interface Level {
  readonly priceBps: number;
  readonly shares: number;
  readonly credits: number;
  readonly source: string;
}

async function book(slug: string, outcomeIndex = 0, depth = 20) {
  const query = `eventPubkey=${slug}&outcomeIndex=${outcomeIndex}&depth=${depth}`;
  const reply = await service.call('GET', `/api/clob/v2/orderbook?${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { sequence: number; bids: Level[]; asks: Level[]; midBps: number; spreadBps: number | null };
}

const outcomesOf = (count: number) => Array.from({ length: count }, (_value, index) => `Outcome ${index}`);

describe('the book of one outcome', () => {
  it('has levels around the price, by slug or key and under its alias', async () => {
    const { slug } = await service.anEvent();
    const reply = await service.call('GET', `/api/clob/v2/orderbook?eventPubkey=${slug}`);
    expect(reply.body).toMatchObject({ eventSlug: slug, outcomeIndex: 0, sequence: 1, midBps: 5000, spreadBps: 2 });
    expect(reply.body.asks).toHaveLength(20);
    expect(reply.body.asks[0]).toMatchObject({ priceBps: 5001, source: 'maker' });
    const { eventPubkey } = reply.body;
    const byKey = await service.call('GET', `/api/clob/v2/orderbook?eventPubkey=${eventPubkey}`);
    const alias = await service.call('GET', `/api/v1/markets/${slug}/orderbook?outcomeIndex=0&depth=20`);
    expect([byKey.text, alias.text]).toEqual([reply.text, reply.text]);
    expect(alias.headers.get('etag')).toBe(reply.headers.get('etag'));
    const again = await service.call('GET', `/api/v1/markets/${eventPubkey}/orderbook`, {
      headers: { 'if-none-match': reply.headers.get('etag') as string },
    });
    expect(again.status).toBe(304);
  });

  it('shows resting orders, and omits them once they expire', async () => {
    const { slug } = await service.anEvent();
    const expiresAt = new Date(service.clock.now() + 60_000).toISOString();
    await service.order(ada, { eventSlug: slug, amountCredits: 100, limitPriceBps: 4990, expiresAt });
    const before = await book(slug);
    expect(before.bids.find(level => level.priceBps === 4990)).toMatchObject({ source: 'mixed' });
    service.clock.forward(60_000);
    const after = await book(slug);
    expect(after.bids.find(level => level.priceBps === 4990)).toMatchObject({ source: 'maker' });
  });

  it('is empty once trading has ended', async () => {
    const { slug } = await service.anEvent({ endsAt: new Date(service.clock.now() + 60_000).toISOString() });
    expect((await book(slug)).asks).toHaveLength(20);
    service.clock.forward(60_000);
    expect(await book(slug)).toMatchObject({ bids: [], asks: [], midBps: 5000, spreadBps: null });
  });

  it.each([
    ['outcomeIndex=2', 400, 'outcomeIndex'],
    ['outcomeIndex=-1', 400, 'outcomeIndex'],
    ['depth=201', 400, 'depth'],
    ['depth=0', 400, 'depth'],
    ['depth=x', 400, 'depth'],
  ])('rejects %s', async (query, status, field) => {
    const { slug } = await service.anEvent();
    const reply = await service.call('GET', `/api/clob/v2/orderbook?eventPubkey=${slug}&${query}`);
    expect([reply.status, reply.body.code, reply.body.field]).toEqual([status, 'INVALID_PAYLOAD', field]);
  });

  it('requires an existing market', async () => {
    const missing = await service.call('GET', '/api/clob/v2/orderbook');
    expect([missing.status, missing.body.field]).toEqual([400, 'eventPubkey']);
    const unknown = await service.call('GET', '/api/clob/v2/orderbook?eventPubkey=no-such-event');
    expect([unknown.status, unknown.body.code, unknown.body.field]).toEqual([404, 'NOT_FOUND', 'eventPubkey']);
    for (const path of ['/api/v1/markets/nope/orderbook', '/api/events/nope/orderbook/snapshot']) {
      expect((await service.call('GET', path)).status).toBe(404);
    }
  });
});

describe('buying the first levels', () => {
  it.each([2, 3, 5, 8])('of %i outcomes moves the price to the last of them', async count => {
    const { slug } = await service.anEvent({ outcomes: outcomesOf(count) });
    const even = Math.round(10_000 / count);
    await service.order(ada, { eventSlug: slug, outcomeIndex: 1, amountCredits: 40, limitPriceBps: even - 12 });
    await service.order(ada, { eventSlug: slug, outcomeIndex: count - 1, amountCredits: 10, limitPriceBps: even - 3 });
    await service.order(ada, { eventSlug: slug, outcomeIndex: 0, amountCredits: 60, limitPriceBps: even + 400 });
    await service.order(ada, { eventSlug: slug, side: 'sell', amountShares: 50, limitPriceBps: even + 430 });
    for (const levels of [1, 7, 16]) {
      const { asks, sequence } = await book(slug, 0);
      const amountCredits = Number(
        asks
          .slice(0, levels)
          .reduce((sum, { credits }) => sum + credits, 0)
          .toFixed(6),
      );
      const limitPriceBps = asks[levels - 1].priceBps;
      const json = {
        eventSlug: slug,
        outcomeIndex: 0,
        side: 'buy',
        amountCredits,
        limitPriceBps,
        ifSequence: sequence,
      };
      const placed = await service.call('POST', '/api/play/v1/orders', {
        headers: bob.headers,
        json: { ...json, clientOrderId: `${slug}-${levels}` },
      });
      expect(placed.status, placed.text).toBe(201);
      expect(placed.body.order.filledCredits).toBeGreaterThan(0);
      const after = await book(slug, 0);
      const [row] = await service.pool<{ shares: number[]; liquidity: number }[]>`
        select m.shares, e.liquidity from markets m join events e on e.id = m.event_id where e.slug = ${slug}`;
      const weights = row.shares.map(own => Math.exp((own - Math.max(...row.shares)) / row.liquidity));
      const price = weights[0] / weights.reduce((sum, weight) => sum + weight, 0);
      expect(Math.abs(price - limitPriceBps / 10_000)).toBeLessThan(1e-6);
      expect(after.midBps).toBe(limitPriceBps);
    }
  });
});

describe('all books of a market', () => {
  it('are those of its outcomes', async () => {
    const { slug } = await service.anEvent({ outcomes: outcomesOf(4) });
    await service.order(ada, { eventSlug: slug, outcomeIndex: 2, amountCredits: 100 });
    await service.order(ada, { eventSlug: slug, outcomeIndex: 1, amountCredits: 30, limitPriceBps: 2000 });
    const { body } = await service.call('GET', `/api/events/${slug}/orderbook/snapshot?depth=7`);
    expect(body).toMatchObject({ eventSlug: slug, status: 'active', sequence: 3, depth: 7 });
    for (const [index, outcome] of body.outcomes.entries()) {
      const { bids, asks, midBps, spreadBps } = await book(slug, index, 7);
      expect(outcome).toEqual({ outcomeIndex: index, label: `Outcome ${index}`, bids, asks, midBps, spreadBps });
    }
  });

  it('are summarized', async () => {
    const { slug } = await service.anEvent();
    await service.order(ada, { eventSlug: slug, amountCredits: 500, limitPriceBps: 4950 });
    const { body } = await service.call('GET', `/api/events/${slug}/orderbook/summary`);
    const [yes, no] = body.outcomes;
    expect(body).toMatchObject({ eventSlug: slug, status: 'active', sequence: 2, openOrders: 1 });
    expect(yes).toMatchObject({ bestBidBps: 4999, bestAskBps: 5001, midBps: 5000, spreadBps: 2 });
    expect(yes.depth.map((depth: { withinBps: number }) => depth.withinBps)).toEqual([100, 200, 500]);
    expect(yes.depth[0].bidCredits).toBeGreaterThan(500);
    expect(yes.depth[0].askCredits).toBeLessThan(25);
    expect(yes.imbalance).toBeGreaterThan(0.8);
    expect(no.imbalance).toBeLessThan(-0.8);
    await service.operate('POST', `/events/${slug}/close`, {});
    const closed = await service.call('GET', `/api/events/${slug}/orderbook/summary`);
    expect(closed.body.status).toBe('closed');
    expect(closed.body.outcomes[0]).toMatchObject({
      bestBidBps: null,
      bestAskBps: null,
      spreadBps: null,
      imbalance: 0,
    });
  });
});

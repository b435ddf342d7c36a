import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { countReads } from '../../test/support/queries/count-reads.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { waitForListening, waitUntil } from '../../test/support/wait-until.js';
import { orderBook } from '../engine/order-book.js';
import { openLive } from '../exchange/live/live-market.js';
import * as stateStore from '../exchange/store/states.js';
import { LiveReads } from './live-reads.js';

let here: OperatorService;
let there: TestService;
let ada: TestAgent;
let reads: () => number;

beforeAll(async () => {
  here = await startOperatorService();
  there = await startTestService({ beside: here });
  reads = countReads(there.store);
  ada = await here.anAgent();
  await Promise.all([waitForListening(here), waitForListening(there)]);
});
afterAll(async () => {
  await assertBooksBalance(here.store);
  await there.stop();
  await here.stop();
});

async function sequenceAt(node: TestService, slug: string): Promise<number> {
  const reply = await node.call('GET', `/api/events/${slug}/snapshot`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.sequence;
}

describe('two nodes over one database', () => {
  it('are notified of each other’s changes, without polling', async () => {
    const { slug, id } = await here.anEvent();
    expect(await sequenceAt(there, slug)).toBe(1);
    const known = there.services.marketData.live.markets.peek(id);
    expect(known).not.toBeNull();
    const before = reads();
    await here.order(ada, { eventSlug: slug, amountCredits: 10 });
    expect(await sequenceAt(here, slug)).toBe(2);
    await waitUntil('the other node has heard', () => there.services.marketData.live.markets.peek(id) !== known);
    expect(reads()).toBe(before);
    expect(await sequenceAt(there, slug)).toBe(2);
    expect(await sequenceAt(there, slug)).toBe(2);
    // One read of the market, and one of its traders.
    expect(reads() - before).toBeLessThanOrEqual(3);
  });

  it('are notified of changes by operators and by the clock', async () => {
    const { slug } = await here.anEvent();
    const seen = async () => {
      const { status, sequence } = (await there.call('GET', `/api/events/${slug}/snapshot`)).body;
      return `${status} ${sequence}`;
    };
    expect(await seen()).toBe('active 1');
    await here.operate('POST', `/events/${slug}/pause`, {});
    await waitUntil('paused there', async () => (await seen()) === 'paused 2');
    await here.operate('PATCH', `/events/${slug}`, { description: 'Another one.' });
    await waitUntil('edited there', async () => (await seen()) === 'paused 3');
    await here.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'The test', note: '' });
    await waitUntil('resolved there', async () => (await seen()).startsWith('resolved'));
  });

  it('are notified when trading is paused in the whole arena, and invalidate their caches', async () => {
    const reads = new LiveReads({ store: there.store, steady: () => 0, yieldToEventLoop: () => Promise.resolve() });
    const unwatch = there.store.watch(reads);
    const paused = async () => (await here.call('POST', '/api/events/bot-snapshot', { json: {} })).body.tradingPaused;
    expect([await paused(), await reads.tradingPaused()]).toEqual([false, false]);
    for (const [verb, now] of [
      ['pause', true],
      ['resume', false],
    ] as const) {
      expect((await here.operate('POST', `/trading/${verb}`)).status).toBe(200);
      expect(await paused()).toBe(now);
      await waitUntil('heard there', async () => (await reads.tradingPaused()) === now);
    }
    await unwatch();
  });

  it('stop serving cached state when the connection is lost', async () => {
    const { slug } = await here.anEvent();
    await Promise.all([sequenceAt(here, slug), sequenceAt(there, slug)]);
    const cut = await here.pool`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'presage listener' and datname = current_database()`;
    expect(cut).toHaveLength(2);
    await here.order(ada, { eventSlug: slug, amountCredits: 10 });
    await waitUntil('the trade is seen', async () => (await sequenceAt(there, slug)) === 2);
    await Promise.all([waitForListening(here), waitForListening(there)]);
    await here.order(ada, { eventSlug: slug, amountCredits: 10 });
    await waitUntil('the next trade is heard', async () => (await sequenceAt(there, slug)) === 3);
  });
});

describe('reading while others trade', () => {
  it('never goes backwards, and every book is that of its sequence', async () => {
    const { slug, id } = await here.anEvent({ outcomes: ['A', 'B', 'C'] });
    const agents = await Promise.all(Array.from({ length: 4 }, () => here.anAgent()));
    const expected = new Map<number, string>();
    const record = async () => {
      const [state] = await here.store.read(store =>
        stateStore.states(store, [{ eventId: id, sequence: null, orders: 0 }], 5),
      );
      const live = openLive(state);
      const { bids, asks, midBps } = orderBook(live.book, 1, 20, here.clock.now());
      const prices = [...bids, ...asks].map(level => [level.priceBps, level.shares / 1e6, level.credits / 1e6]);
      expected.set(live.market.sequence, JSON.stringify([midBps, prices]));
    };
    await record();
    let trading = true;
    let compared = 0;
    const served: [number, string][] = [];
    const poll = async (node: TestService) => {
      let last = 0;
      while (trading) {
        const { body } = await node.call('GET', `/api/clob/v2/orderbook?eventPubkey=${slug}&outcomeIndex=1`);
        expect(body.sequence).toBeGreaterThanOrEqual(last);
        last = body.sequence;
        const prices = [...body.bids, ...body.asks].map(level => [level.priceBps, level.shares, level.credits]);
        served.push([body.sequence, JSON.stringify([body.midBps, prices])]);
        await sleep(1);
      }
    };
    const readers = [here, here, there, there].map(poll);
    for (let turn = 0; turn < 60; turn += 1) {
      const node = turn % 3 === 0 ? there : here;
      const limitPriceBps = turn % 4 === 0 ? 2000 + turn : 9999;
      const order = { eventSlug: slug, outcomeIndex: turn % 3, side: 'buy', amountCredits: 5, limitPriceBps };
      const reply = await node.call('POST', '/api/play/v1/orders', {
        headers: agents[turn % 4].headers,
        json: { ...order, clientOrderId: `turn-${turn}` },
      });
      expect(reply.status, reply.text).toBe(201);
      // A node sees its own writes at once.
      expect(await sequenceAt(node, slug)).toBe(reply.body.market.sequence);
      await record();
    }
    trading = false;
    await Promise.all(readers);
    for (const [sequence, text] of served) {
      expect(text).toBe(expected.get(sequence));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
    expect(new Set(served.map(([sequence]) => sequence)).size).toBeGreaterThan(20);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import type { TestAgent } from '../../../test/support/test-service.js';
import type { MarketBook } from '../../engine/market-book.js';
import { seededSource } from '../../kernel/random-source.js';
import { currentBook, knownBook } from '../desk/book-cache.js';
import type { KnownBook, MarketState } from './rows.js';
import * as stateStore from './states.js';

let service: OperatorService;
let agents: TestAgent[];

beforeAll(async () => {
  service = await startOperatorService();
  agents = await Promise.all(Array.from({ length: 4 }, () => service.anAgent()));
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
});

async function stateOf(known: KnownBook): Promise<MarketState> {
  const [state] = await service.store.read(reader => stateStore.states(reader, [known], 5));
  return state;
}

async function wholeBook(id: string): Promise<MarketBook> {
  const state = await stateOf(knownBook(id, null));
  expect(state).toMatchObject({ since: null, ended: [], openIds: null });
  return currentBook(state, null);
}

/** Everything that a decision reads, in the order in which it reads it. */
function contents({ shares, account, sequence, resting }: MarketBook) {
  const players = [...resting.byPlayer].map(([id, own]) => [id, [...own.keys()].sort()]).sort();
  return { shares, account, sequence, buys: resting.buys, sells: resting.sells, players };
}

async function cancel(agent: TestAgent, id: string): Promise<void> {
  const reply = await service.call('DELETE', `/api/play/v1/orders/${id}`, { headers: agent.headers });
  expect(reply.status, reply.text).toBe(200);
}

it('a known book with the changes since equals the whole book, whatever happened meanwhile', {
  timeout: 60_000,
}, async () => {
  const { slug, id } = await service.anEvent({ outcomes: ['A', 'B', 'C'] });
  const random = seededSource('states');
  const resting: { agent: TestAgent; id: string }[] = [];
  const seen = { changes: 0, ended: 0, lists: 0, partial: 0 };
  let book = await wholeBook(id);
  for (let round = 0; round < 60; round += 1) {
    const steps = Math.ceil(random.between(0, 4));
    for (let step = 0; step < steps; step += 1) {
      const agent = random.pick(agents);
      const own = resting.findIndex(order => order.agent === agent);
      if (own >= 0 && random.next() < 0.25) await cancel(agent, resting.splice(own, 1)[0].id);
      else {
        const rests = random.next() < 0.6;
        const limitPriceBps = rests ? Math.floor(random.between(500, 6000)) : 9999;
        const amountCredits = rests ? 20 : Math.ceil(random.between(1, 60));
        const reply = await service.order(agent, {
          eventSlug: slug,
          outcomeIndex: Math.floor(random.between(0, 3)),
          amountCredits,
          limitPriceBps,
        });
        expect(reply.status, reply.text).toBe(201);
        const { order } = reply.body;
        if (order.status === 'open') resting.push({ agent, id: order.id });
      }
    }
    const open = (await wholeBook(id)).resting.byId;
    for (let at = resting.length - 1; at >= 0; at -= 1) if (!open.has(resting[at].id)) resting.splice(at, 1);
    const before = book.resting.byId;
    const state = await stateOf(knownBook(id, book));
    expect(state.since).toBe(book.sequence);
    seen.changes += state.orders.length;
    seen.partial += state.orders.filter(order => before.has(order.id)).length;
    seen.ended += state.ended.length;
    seen.lists += state.openIds ? 1 : 0;
    book = currentBook(state, book);
    expect(contents(book)).toEqual(contents(await wholeBook(id)));
  }
  // All kinds of changes have happened, and far less was read than 60 whole books.
  expect(seen.partial).toBeGreaterThan(0);
  expect(seen.ended).toBeGreaterThan(0);
  expect(seen.lists).toBeGreaterThan(0);
  expect(seen.changes).toBeLessThan(150);
});

it('is read as a whole if the known book is too old, newer than the tables, or has another lineage', async () => {
  const { slug, id } = await service.anEvent();
  const [ada] = agents;
  for (let turn = 0; turn < 3; turn += 1)
    await service.order(ada, { eventSlug: slug, amountCredits: 5, limitPriceBps: 2000 });
  const { market } = await stateOf(knownBook(id, null));
  expect((await stateOf({ eventId: id, sequence: market.sequence + 1, orders: 3 })).since).toBeNull();
  expect((await stateOf({ eventId: id, sequence: market.sequence, orders: 3 })).since).toBe(market.sequence);
  await service.pool`update markets set sequence = sequence + 100 where event_id = ${id}`;
  expect((await stateOf({ eventId: id, sequence: market.sequence, orders: 3 })).since).toBeNull();
  await service.pool`update markets set sequence = sequence - 100 where event_id = ${id}`;
  // A book with an order that the tables do not have gets the list of open ones, and loses it.
  const state = await stateOf({ eventId: id, sequence: market.sequence, orders: 4 });
  expect(state.openIds).toHaveLength(3);
});

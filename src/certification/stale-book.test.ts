import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { RunClient } from '../../test/support/builders/certification-run.js';
import type { Received } from '../../test/support/sse-reader.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => stopBalanced(service));

const scenario = 'stale-book';

async function enter() {
  const client = await RunClient.enter(service);
  const eventSlug = client.slug(scenario);
  const wish = { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 };
  const order = (clientOrderId: string, ifSequence: number) =>
    client.send('POST', '/api/play/v1/orders', { ...wish, clientOrderId, ifSequence });
  const { body } = await client.send('POST', '/api/play/v1/orders/preview', wish);
  const first: number = body.market.sequence;
  const refuse = async () => expect((await order('a', first)).body.code).toBe('STALE_ORDERBOOK');
  return { client, eventSlug, order, first, refuse };
}

/** The sequence of the market in a message that contains it. */
const marketSequence = ({ data }: Received): number | null => {
  if (data.channel === 'orderbook') return data.sequence;
  return data.marketSequence ?? data.market?.sequence ?? null;
};

const newest = (received: readonly Received[]) => Math.max(...received.map(each => marketSequence(each) ?? 0));

const judged = async (client: RunClient) => {
  const { verdict, text } = await client.verdict(service, scenario);
  return [verdict, text];
};

describe('a client that listens after a stale book', () => {
  it.each([
    ['to the book', (slug: string) => `/api/events/${slug}/orderbook/stream`],
    ['to trades, with the top of the book', (slug: string) => `/api/events/${slug}/stream?book=true`],
    ['to trades, with a snapshot first', (slug: string) => `/api/events/${slug}/stream?snapshot=true`],
  ])('%s passes with the sequence that it showed', async (_, pathOf) => {
    const { client, eventSlug, order, first, refuse } = await enter();
    await refuse();
    const reader = await client.stream(pathOf(eventSlug));
    await reader.until('the new sequence', received => newest(received) > first);
    expect((await order('b', newest(reader.received))).status).toBe(201);
    expect(await judged(client)).toEqual([
      'passed',
      expect.stringContaining('received the new sequence from a stream and ordered with'),
    ]);
    reader.cut();
  });

  it('that followed the book before also passes', async () => {
    const { client, eventSlug, order, first, refuse } = await enter();
    const reader = await client.stream(`/api/events/${eventSlug}/orderbook/stream`);
    await reader.until('the book', received => newest(received) === first);
    await refuse();
    // The market is paused and reopened, so that the sequence rises twice.
    await reader.until('the new sequence', received => newest(received) === first + 2);
    expect((await order('b', first + 2)).status).toBe(201);
    expect((await judged(client))[0]).toBe('passed');
    reader.cut();
  });

  it('that guesses the sequence from another market fails', async () => {
    const { client, order, first, refuse } = await enter();
    await refuse();
    const reader = await client.stream(`/api/events/${client.slug('reply-lost')}/orderbook/stream`);
    await reader.kind('heartbeat');
    expect((await order('b', first + 2)).status).toBe(201);
    expect(await judged(client)).toEqual([
      'failed',
      expect.stringContaining('b was sent before the client read a newer sequence'),
    ]);
    reader.cut();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../test/support/operator-service.js';
import { createClient, type Gap, type PresageClient } from './client.js';

let service: OperatorService;
let client: PresageClient;
let eventSlug: string;
beforeAll(async () => {
  service = await startOperatorService();
  eventSlug = (await service.anEvent()).slug;
  client = createClient({ baseUrl: service.url, agentKey: (await service.anAgent()).key });
});
afterAll(() => stopBalanced(service));

const limit = { outcomeIndex: 0, limitPriceBps: 9999 };

/** `npm run types` fails if one of them compiles. */
const invalidOrders: readonly (readonly [string, () => Promise<unknown>])[] = [
  // @ts-expect-error A buy requires amountCredits.
  ['a buy without an amount', () => client.placeOrder({ eventSlug, ...limit, side: 'buy' })],
  // @ts-expect-error A sell requires amountShares.
  ['a sell without an amount', () => client.placeOrder({ eventSlug, ...limit, side: 'sell' })],
  // @ts-expect-error A sell has no amountCredits.
  ['a sell with credits', () => client.placeOrder({ eventSlug, ...limit, side: 'sell', amountCredits: 5 })],
  // @ts-expect-error A buy has no amountShares.
  ['a buy with shares', () => client.placeOrder({ eventSlug, ...limit, side: 'buy', amountShares: 5 })],
  // @ts-expect-error An order has one amount.
  ['two amounts', () => client.previewOrder({ eventSlug, ...limit, side: 'buy', amountCredits: 5, amountShares: 5 })],
  // @ts-expect-error The same holds for calls by operation id.
  ['a call', () => client.call('placeOrder', { body: { eventSlug, ...limit, side: 'buy', clientOrderId: 'typed' } })],
];

const invalidStreams = [
  // @ts-expect-error A stream of trades requires the slug of an event.
  ['trades', () => client.stream({ channel: 'trades' })],
  // @ts-expect-error A stream of an order book requires the slug of an event.
  ['orderbook', () => client.stream({ channel: 'orderbook', snapshot: true })],
] as const;

describe('types of requests', () => {
  it.each(invalidOrders)('reject what the service always refuses: %s', async (_, send) => {
    await expect(send()).rejects.toMatchObject({ status: 400, code: 'INVALID_PAYLOAD' });
  });

  it.each(invalidStreams)('reject a stream of %s without a key', async (_, open) => {
    await expect(open().next()).rejects.toMatchObject({ status: 400, field: 'slug' });
  });

  it('accept valid orders and streams', async () => {
    const amount = { side: 'buy', amountCredits: 5 } as const;
    const { order } = await client.placeOrder({ eventSlug, ...limit, ...amount, amountShares: undefined });
    const shares = { side: 'sell', amountShares: order.filledShares } as const;
    await client.previewOrder({ eventSlug, ...limit, ...shares, limitPriceBps: 1 });
    const gaps: Gap[] = [];
    const onGap = (gap: Gap) => gaps.push(gap);
    for await (const message of client.stream({ channel: 'user', snapshot: true, onGap })) {
      expect(message.kind).toBe('snapshot');
      break;
    }
    for await (const message of client.stream({ channel: 'trades', key: eventSlug, afterSequence: 0, onGap })) {
      if (message.kind !== 'trade') continue;
      expect(message.sequence).toBeGreaterThan(0);
      break;
    }
    expect(gaps).toEqual([]);
  });
});

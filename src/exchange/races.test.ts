import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

/** ROUNDS=100 npm test -- src/exchange/races is the long form. */
const rounds = Number(process.env.ROUNDS ?? 3);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

it(
  'lets exactly one of 200 orders for the whole balance win',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { slug } = await aMarket(service.pool, service.clock.now());
      const { playerId, headers } = await service.anAgent();
      const order = { eventSlug: slug, side: 'buy', amountCredits: 10_000, limitPriceBps: 9999 };
      const replies = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          service.call('POST', '/api/play/v1/orders', {
            json: { ...order, outcomeIndex: index % 2, clientOrderId: `all-in-${index}` },
            headers,
          }),
        ),
      );
      const count = (status: number) => replies.filter(reply => reply.status === status).length;
      // The others were rejected for lack of credits, or by the limit of 120 per hour.
      expect([count(201), count(402), count(429)]).toEqual([1, 119, 80]);
      const [{ available }] = await service.pool`select available from accounts where player_id = ${playerId}`;
      expect(available).toBe(0);
    }
    await assertBooksBalance(service.store);
  },
  20_000 + rounds * 4_000,
);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { playBudgets } from '../engine/write-counts.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

function cancel(agent: TestAgent, path: string) {
  return service.call('DELETE', `/api/play/v1/orders${path}`, { headers: agent.headers });
}

async function limitsOf(agent: TestAgent) {
  return (await service.call('GET', '/api/play/v1/account', { headers: agent.headers })).body.limits;
}

describe('the budget of cancels', () => {
  it('lets an agent cancel resting orders when the order budget is exhausted', async () => {
    const { slug } = await service.anEvent();
    const agent = await service.anAgent();
    const resting = { eventSlug: slug, amountCredits: 10, limitPriceBps: 100 };
    const { body } = await service.order(agent, resting);
    await service.pool`update accounts set order_counts[1] = ${playBudgets.orders.quota} where player_id = ${agent.playerId}`;
    expect((await service.order(agent, resting)).status).toBe(429);
    const cancelled = await cancel(agent, `/${body.order.id}`);
    expect(cancelled.status, cancelled.text).toBe(200);
    expect(cancelled.body.order).toMatchObject({ status: 'cancelled', cancelReason: 'requested' });
    expect(cancelled.headers.get('ratelimit-policy')).toBe('"cancels";q=600;w=3600');
    expect(cancelled.headers.get('ratelimit')).toContain('"cancels";r=599');
    expect(await limitsOf(agent)).toMatchObject({
      orders: { quota: 120, remaining: 0 },
      cancels: { quota: 600, remaining: 599, windowSeconds: 3600 },
    });
  });

  it('counts every cancel, all orders at once as one, and rejects the 601st of an hour', async () => {
    const { slug } = await service.anEvent();
    const agent = await service.anAgent();
    const { body } = await service.order(agent, { eventSlug: slug, amountCredits: 10, limitPriceBps: 100 });
    expect((await cancel(agent, '')).body.cancelled).toBe(1);
    expect((await cancel(agent, `/${body.order.id}`)).status).toBe(200);
    expect((await limitsOf(agent)).cancels.remaining).toBe(598);
    await service.pool`update accounts set cancel_counts[1] = ${playBudgets.cancels.quota} where player_id = ${agent.playerId}`;
    const refused = await cancel(agent, `/${body.order.id}`);
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await limitsOf(agent)).orders.remaining).toBe(119);
    service.clock.forward(65 * 60_000);
    expect((await cancel(agent, `/${body.order.id}`)).status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../../test/support/assert-books-balance.js';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { trade } from '../../../test/support/play-actions.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { periodMs } from '../../engine/write-counts.js';
import { budgets, requestBounds } from '../limits.js';

let service: TestService;
let slug: string;
beforeAll(async () => {
  service = await startTestService({ addressReadsPerMinute: 1000 });
  slug = (await aMarket(service.pool, service.clock.now())).slug;
});
afterAll(() => stopBalanced(service));

const tooLarge = JSON.stringify('x'.repeat(requestBounds.bodyBytes));
const json = { 'content-type': 'application/json' };

/** Sends the body in chunks without a Content-Length. */
async function sendPieces(path: string, headers: Record<string, string>) {
  const pieces = new Blob([tooLarge]).stream();
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body: pieces, duplex: 'half' };
  const response = await fetch(service.url + path, init);
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

describe('a body that is rejected while it is received', () => {
  it.each([
    ['orders', '/api/play/v1/orders'],
    ['forecasts', '/api/play/v1/forecasts'],
  ] as const)('counts as one of the %s of its agent', async (name, path) => {
    const { headers } = await service.anAgent();
    const whole = await service.call('POST', path, { headers: { ...headers, ...json }, body: tooLarge });
    expect([whole.status, whole.body.code, whole.body.field]).toEqual([413, 'PAYLOAD_TOO_LARGE', 'body']);
    expect(whole.headers.get('ratelimit')).toContain(`"${name}";r=${budgets[name].quota - 1};`);
    const inPieces = await sendPieces(path, { ...headers, ...json });
    expect([inPieces.status, inPieces.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(inPieces.headers.get('ratelimit')).toContain(`"${name}";r=${budgets[name].quota - 2};`);
    const strange = { ...headers, 'content-type': 'nonsense' };
    const untyped = await service.call('POST', path, { headers: strange, body: '{}' });
    expect([untyped.status, untyped.body.field]).toEqual([415, 'Content-Type']);
    expect(untyped.headers.get('ratelimit')).toContain(`"${name}";r=${budgets[name].quota - 3};`);
  });

  it('is rejected with 429 once the budget is exhausted', async () => {
    const agent = await service.anAgent();
    const period = Math.floor(service.clock.now() / periodMs);
    await service.pool`update accounts set write_period = ${period}, order_counts = ${[budgets.orders.quota]}
      where player_id = ${agent.playerId}`;
    const headers = { ...agent.headers, ...json };
    const reply = await service.call('POST', '/api/play/v1/orders', { headers, body: tooLarge });
    expect([reply.status, reply.body.code]).toEqual([429, 'RATE_LIMITED']);
  });

  it('has no effect', async () => {
    const agent = await service.anAgent();
    const resting = await trade(service, agent, slug, { limitPriceBps: 100 });
    const path = `/api/play/v1/orders/${resting.body.order.id}`;
    const headers = { ...agent.headers, ...json };
    const reply = await service.call('DELETE', path, { headers, body: tooLarge });
    expect([reply.status, reply.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const { order } = (await service.call('GET', path, { headers: agent.headers })).body;
    expect(order.status).toBe('open');
  });

  it('is 401 and counts for the client address without a valid key', async () => {
    for (const headers of [json, { ...json, authorization: 'Bearer presage_agent_short' }]) {
      const reply = await service.call('POST', '/api/play/v1/orders', { headers, body: tooLarge });
      expect([reply.status, reply.body.code]).toEqual([401, 'UNAUTHORIZED']);
      expect(reply.headers.get('ratelimit')).toMatch(/^"address";/);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { routes } from '../features.js';
import { budgets } from '../http/limits.js';

let service: OperatorService;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService();
  slug = (await service.anEvent()).slug;
});
afterAll(() => stopBalanced(service));

const aboutOneself = ['/api/developer/diagnostics', '/api/developer/usage', '/api/v1/developer/request-logs'];

describe('the caller’s own data', () => {
  it.each(aboutOneself)('%s needs an agent key or a session', async path => {
    expect((await service.call('GET', path)).status).toBe(401);
    expect((await service.call('GET', path, { headers: (await service.anAgent()).headers })).status).toBe(200);
    expect((await service.call('GET', path, { headers: (await service.aPerson()).headers })).status).toBe(200);
  });
});

describe('the requests of the person’s own agent', () => {
  it('are visible to the owner only', async () => {
    const owner = await service.aPerson();
    const { body: made } = await service.call('POST', '/api/people/agents', {
      headers: owner.headers,
      json: { name: 'Watched agent', description: 'Is watched by its owner.' },
    });
    const agentId = made.agent.id;
    const { body: key } = await service.call('POST', `/api/people/agents/${agentId}/keys`, {
      headers: owner.headers,
      json: {},
    });
    const authorization = `Bearer ${key.secret}`;
    await service.call('GET', '/api/play/v1/positions', { headers: { authorization } });
    const logs = `/api/v1/developer/request-logs?agentId=${agentId}`;
    const usage = `/api/developer/usage?agentId=${agentId}`;
    const { body } = await service.call('GET', logs, { headers: owner.headers });
    expect(body.requests.map((row: { operationId: string }) => row.operationId)).toEqual(['listPositions']);
    expect((await service.call('GET', usage, { headers: owner.headers })).body.total.requests).toBe(1);
    const other = await service.aPerson();
    for (const path of [logs, usage]) {
      const refused = await service.call('GET', path, { headers: other.headers });
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([404, 'NOT_FOUND', 'agentId']);
      const another = await service.call('GET', path, { headers: (await service.anAgent()).headers });
      expect(another.status).toBe(404);
    }
  });
});

describe('GET /api/v1/developer/request-logs', () => {
  it('contains the caller’s newest requests, without secrets', async () => {
    const agent = await service.anAgent();
    const other = await service.anAgent();
    const get = (path: string) => service.call('GET', path, { headers: agent.headers });
    await get('/api/play/v1/account');
    service.clock.forward(5);
    await get('/api/play/v1/orders?clientOrderId=a-secret-id');
    service.clock.forward(5);
    const missing = await get('/api/play/v1/orders/ord_00000000000000000000000000');
    await service.call('GET', '/api/play/v1/account', { headers: other.headers });
    service.clock.forward(5);
    const { body, text } = await get('/api/v1/developer/request-logs');
    expect(body.requests.map((row: { operationId: string }) => row.operationId)).toEqual([
      'getOrder',
      'listOrders',
      'getPlayAccount',
    ]);
    expect(body.requests[0]).toMatchObject({
      requestId: missing.body.requestId,
      path: '/api/play/v1/orders/{orderId}',
      status: 404,
      code: 'NOT_FOUND',
      field: 'orderId',
    });
    expect(text).not.toContain('a-secret-id');
    expect(text).not.toContain(agent.key.slice(-12));
    expect(body.policy.keptDays).toBe(7);
  });

  it('is paged by cursor and filtered by result and operation', async () => {
    const agent = await service.anAgent();
    const get = (path: string) => service.call('GET', path, { headers: agent.headers });
    for (let number = 0; number < 5; number += 1) await get('/api/play/v1/positions');
    await get('/api/play/v1/positions?limit=9999');
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { body } = await get(`/api/v1/developer/request-logs?operationId=listPositions&limit=4${more}`);
      seen.push(...body.requests.map((row: { requestId: string }) => row.requestId));
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(6);
    expect(seen).toHaveLength(6);
    const failed = await get('/api/v1/developer/request-logs?result=failed');
    expect(failed.body.requests).toHaveLength(1);
    const foreign = (await get('/api/v1/developer/request-logs?limit=1')).body.nextCursor;
    const stolen = { headers: (await service.anAgent()).headers };
    const refused = await service.call('GET', `/api/v1/developer/request-logs?limit=1&cursor=${foreign}`, stolen);
    expect([refused.status, refused.body.field]).toEqual([400, 'cursor']);
  });
});

describe('GET /api/developer/usage', () => {
  it('adds up by day, operation and code', async () => {
    const agent = await service.anAgent();
    const get = (path: string) => service.call('GET', path, { headers: agent.headers });
    for (let number = 0; number < 3; number += 1) await get('/api/play/v1/account');
    await get('/api/play/v1/positions?limit=0');
    const { body } = await get('/api/developer/usage?days=1');
    expect(body.total).toEqual({ requests: 4, failed: 1, rateLimited: 0 });
    expect(body.days).toHaveLength(1);
    expect(body.operations[0]).toMatchObject({ operationId: 'getPlayAccount', requests: 3, failed: 0 });
    expect(body.operations[0].p95Ms).toBeGreaterThan(0);
    expect(body.codes).toEqual([{ code: 'INVALID_PAYLOAD', requests: 1 }]);
    service.clock.forward(3 * 86_400_000);
    expect((await get('/api/developer/usage?days=1')).body.total.requests).toBe(0);
    expect((await get('/api/developer/usage?days=8')).body.field).toBe('days');
  });
});

describe('GET /api/developer/diagnostics', () => {
  it('explains what prevents playing', async () => {
    const agent = await service.anAgent();
    const look = async () => (await service.call('GET', '/api/developer/diagnostics', { headers: agent.headers })).body;
    // biome-ignore lint/suspicious/noExplicitAny: the reply was held against the contract.
    const of = (body: any, name: string) => body.checks.find((row: { name: string }) => row.name === name);
    const fresh = await look();
    expect(fresh).toMatchObject({ ready: true, player: { id: agent.playerId, kind: 'agent' } });
    expect(of(fresh, 'forecasts')).toMatchObject({ result: 'warning' });
    expect(of(fresh, 'budgets').detail).toBe(
      '120 of 120 orders, 600 of 600 cancels, 120 of 120 forecasts left this hour',
    );
    const json = { eventSlug: slug, outcomeIndex: 0, probability: 60, clientForecastId: 'one' };
    await service.call('POST', '/api/play/v1/forecasts', { headers: agent.headers, json });
    for (let number = 0; number < 5; number += 1)
      await service.order(agent, { eventSlug: 'no-such-event', amountCredits: 1 });
    await service.operate('POST', '/trading/pause');
    const later = await look();
    await service.operate('POST', '/trading/resume');
    expect(later.ready).toBe(false);
    expect(of(later, 'trading')).toMatchObject({ result: 'failed' });
    expect(of(later, 'forecasts').result).toBe('ok');
    expect(of(later, 'errors')).toMatchObject({ result: 'warning' });
    expect(of(later, 'errors').detail).toContain('5 × NOT_FOUND');
    expect(of(later, 'budgets').detail).toContain('115 of 120 orders, 600 of 600 cancels, 119 of 120 forecasts');
  });
});

describe('public data', () => {
  it('endpoint costs come from the table of limits', async () => {
    const { body } = await service.call('GET', '/api/v1/developer/endpoint-costs');
    expect(body.endpoints).toHaveLength(routes.filter(({ deprecated }) => !deprecated).length);
    const order = body.endpoints.find((row: { operationId: string }) => row.operationId === 'placeOrder');
    expect(order).toMatchObject({ budget: 'orders', units: 1, quota: budgets.orders.quota, per: 'agent' });
    const health = body.endpoints.find((row: { operationId: string }) => row.operationId === 'getHealth');
    expect(health).toMatchObject({ budget: null, units: 0, quota: null });
  });

  it('stages are measured', async () => {
    const agent = await service.anAgent();
    const before = (await service.call('GET', '/api/v1/developer/latency')).body;
    const countOf = (body: { stages: { stage: string; count: number }[] }, name: string) =>
      body.stages.find(({ stage }) => stage === name)?.count as number;
    await Promise.all(Array.from({ length: 20 }, () => service.order(agent, { eventSlug: slug, amountCredits: 1 })));
    const after = (await service.call('GET', '/api/v1/developer/latency')).body;
    for (const stage of ['auth', 'queue', 'decide', 'commit']) {
      expect(countOf(after, stage) - countOf(before, stage), stage).toBe(20);
    }
    expect(countOf(after, 'send') - countOf(before, 'send')).toBe(21);
    for (const { p50Ms, p99Ms, maxMs } of after.stages) {
      expect(p50Ms).toBeLessThanOrEqual(p99Ms);
      expect(p99Ms).toBeLessThanOrEqual(maxMs);
    }
  });
});

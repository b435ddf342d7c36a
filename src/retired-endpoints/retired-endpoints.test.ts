import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { routes } from '../features.js';
import { retiredEndpoints } from './routes.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Requests that every other route rejects for another reason. */
const badRequests: Record<string, { headers?: Record<string, string>; body?: string; query?: string }> = {
  'without a credential': {},
  'with a malformed key': { headers: { authorization: 'Bearer presage_agent_x' } },
  'with two different keys': { headers: { authorization: 'Bearer a', 'x-api-key': 'b' } },
  'with an unknown query parameter': { query: '?nonsense=1' },
  'with a body that is not JSON': { headers: { 'content-type': 'application/json' }, body: '{' },
  'with another media type': { headers: { 'content-type': 'text/csv' }, body: 'a,b' },
  'with a body above the limit': { headers: { 'content-type': 'application/json' }, body: `"${'x'.repeat(70_000)}"` },
  'with a useless idempotency key': { headers: { 'idempotency-key': ' ' } },
};

async function countRows(): Promise<unknown> {
  const [row] = await service.pool`
    select (select count(*) from stored_replies) + (select count(*) from readable_orders) as rows`;
  return row.rows;
}

describe('retired endpoints', () => {
  it('are 26 pairs of method and path', () => {
    expect(new Set(retiredEndpoints.map(({ method, path }) => `${method} ${path}`)).size).toBe(26);
  });

  it('name play endpoints that are served', () => {
    const served = new Set(routes.filter(route => !route.deprecated).map(({ method, path }) => `${method} ${path}`));
    const named = retiredEndpoints.flatMap(({ instead }) => (instead ? [instead.call] : []));
    expect(named.filter(call => !served.has(call))).toEqual([]);
  });

  it.each(Object.entries(badRequests))('respond to a request %s with the same 503', async (_name, request) => {
    const { headers = {}, body, query = '' } = request;
    for (const { method, path } of retiredEndpoints) {
      const url = `${service.url}${path.replace('{id}', 'usr_1')}${query}`;
      const response = await fetch(url, { method, headers, body: method === 'GET' ? undefined : body });
      const reply = (await response.json()) as Record<string, unknown>;
      expect(response.status, `${method} ${path}`).toBe(503);
      expect(reply).toMatchObject({ code: 'LIVE_TRADING_DISABLED', retryable: true, retryAfterSeconds: 86_400 });
      expect(response.headers.get('retry-after')).toBe('86400');
      expect(response.headers.get('www-authenticate')).toBeNull();
      expect(reply.error).toContain(`${method} ${path}`);
    }
  });

  it('name the replacement in the remediation', async () => {
    const placed = await service.call('POST', '/api/clob/v2/orders', { json: {} });
    expect(placed.body.remediation).toContain('POST /api/play/v1/orders ');
    const payout = await service.call('POST', '/api/users/1/fiat-withdrawal-requests', { json: {} });
    expect(payout.body.remediation).toContain('Play-only mode has no equivalent');
  });

  it('tell callers to retry, as the error table does', async () => {
    for (const { method, path } of retiredEndpoints) {
      const { body } = await service.call(method, path.replace('{id}', 'usr_1'), method === 'GET' ? {} : { json: {} });
      expect(body.remediation, `${method} ${path}`).toContain('retry after Retry-After seconds');
      expect(body.remediation, `${method} ${path}`).not.toMatch(/(do not|don.t|never) (wait|retry)/i);
    }
  });

  it('store nothing, not even under an idempotency key', async () => {
    const before = await countRows();
    for (const { method, path } of retiredEndpoints.filter(each => each.method !== 'GET')) {
      await service.call(method, path, { headers: { 'idempotency-key': `retired-${path}` }, json: {} });
    }
    expect(await countRows()).toBe(before);
  });
});

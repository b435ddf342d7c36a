import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { createMetricsListener } from '../observability/metrics-listener.js';

const operator = { authorization: 'Bearer operator-token-of-the-tests' };
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ operatorToken: 'operator-token-of-the-tests' });
});
afterAll(() => service.stop());

describe('health', () => {
  it('distinguishes alive from ready', async () => {
    expect((await service.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
    const ready = await service.call('GET', '/readyz');
    expect(ready.body).toMatchObject({ ready: true, checks: { database: { ok: true } } });
    expect(ready.headers.get('cache-control')).toBe('no-store');
  });
});

describe('metrics', () => {
  it('have latency by route, the pool and the event loop', async () => {
    await service.call('GET', '/api/v1/status');
    await service.call('GET', '/nothing');
    const { text, headers } = await service.call('GET', '/metrics', { headers: operator });
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text).toMatch(
      /presage_http_request_duration_seconds_count\{route="getStatus",method="GET",status="200"\} [1-9]/,
    );
    expect(text).toContain('route="none",method="GET",status="404"');
    expect(text).toContain('presage_database_pool{state="size"} 10');
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });
});

describe('metrics for operators only', () => {
  it('are rejected without the operator’s credential, and every attempt is counted', async () => {
    const bounded = await startTestService({ addressReadsPerMinute: 3 });
    const agent = await bounded.anAgent();
    const refused = await bounded.call('GET', '/metrics');
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(refused.headers.get('ratelimit')).toContain('"address";r=2');
    expect((await bounded.call('GET', '/metrics', { headers: agent.headers })).status).toBe(403);
    for (let index = 0; index < 2; index += 1) await bounded.call('GET', '/metrics');
    expect((await bounded.call('GET', '/metrics')).status).toBe(429);
    await bounded.stop();
  });

  it('are served without a credential on a separate port, with the health checks', async () => {
    const listener = createMetricsListener(service.services.service).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const metrics = await fetch(`${url}/metrics`);
    expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await metrics.text()).toContain('presage_database_pool{state="size"} 10');
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/api/v1/status`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
    listener.closeAllConnections();
    listener.close();
  });
});

describe('texts', () => {
  it('llms.txt states no number of sort orders, which grows', async () => {
    const { text } = await service.call('GET', '/llms.txt');
    expect(text).toContain('in the order of sort');
    expect(text).not.toMatch(/\w+ sort orders/);
  });

  it('llms.txt links only to paths that are served', async () => {
    const { text } = await service.call('GET', '/llms.txt');
    const links = [...text.matchAll(/\((http:\/\/presage\.test[^)]*)\)/g)].map(match => new URL(match[1]).pathname);
    expect(links.length).toBeGreaterThan(4);
    for (const path of links) expect((await fetch(service.url + path)).status, path).toBe(200);
  });

  it('security.txt has a contact and an expiry within a year', async () => {
    const { text } = await service.call('GET', '/.well-known/security.txt');
    expect(text).toContain('Contact: http://presage.test/docs/security\n');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] as string);
    const days = (expires - service.clock.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(366);
    expect((await fetch(`${service.url}/docs/security`)).status).toBe(200);
  });
});

describe('the API reference', () => {
  it('is served entirely from this origin', async () => {
    const page = await fetch(`${service.url}/docs/api`);
    expect(page.status).toBe(200);
    const html = await page.text();
    const script = new URL(/<script src="([^"]+)"/.exec(html)?.[1] as string, page.url);
    expect(script.origin).toBe(service.url);
    const code = await fetch(script);
    expect(code.status).toBe(200);
    expect(code.headers.get('content-type')).toContain('javascript');
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
  });
});

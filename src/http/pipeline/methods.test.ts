import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
});
afterAll(() => service.stop());

describe('methods', () => {
  it('serves HEAD like GET without its body', async () => {
    const get = await service.call('GET', '/api/rate-limits', { headers: { 'accept-encoding': 'identity' } });
    const head = await service.call('HEAD', '/api/rate-limits', { headers: { 'accept-encoding': 'identity' } });
    expect(head.status).toBe(200);
    for (const name of ['content-length', 'content-type', 'etag'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
  });

  it('returns 405 with Allow, also on aliases', async () => {
    const reply = await service.call('PATCH', '/probe/v1/optional');
    expect(reply.status).toBe(405);
    expect(reply.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    const two = await service.call('GET', '/probe/orders');
    expect(two.headers.get('allow')).toBe('POST, DELETE, OPTIONS');
  });

  it('allows public reads from other sites and nothing else', async () => {
    const open = await service.call('OPTIONS', '/api/v1/developer/explain-error');
    expect(open.status).toBe(204);
    expect(open.headers.get('access-control-allow-origin')).toBe('*');
    expect(open.headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
    expect(open.headers.get('access-control-allow-credentials')).toBeNull();
    const closed = await service.call('OPTIONS', '/probe/required');
    expect(closed.status).toBe(204);
    expect(closed.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(closed.headers.get('access-control-allow-origin')).toBeNull();
    const read = await service.call('GET', '/api/v1/status');
    expect(read.headers.get('access-control-allow-origin')).toBe('*');
    expect(read.headers.get('access-control-expose-headers')).toContain('RateLimit');
  });
});

describe('headers of every response', () => {
  it('contain a request id, the caller’s own if it is safe', async () => {
    const own = await service.call('GET', '/healthz', { headers: { 'x-request-id': 'my-run:42' } });
    expect(own.headers.get('x-request-id')).toBe('my-run:42');
    for (const bad of ['a b', '<script>', 'x'.repeat(129), '"']) {
      const reply = await service.call('GET', '/nothing', { headers: { 'x-request-id': bad } });
      expect(reply.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    }
  });

  it('forbid sniffing, and set the content policy for pages', async () => {
    const api = await service.call('GET', '/api/v1/status');
    expect(api.headers.get('x-content-type-options')).toBe('nosniff');
    expect(api.headers.get('content-security-policy')).toBeNull();
    const page = await fetch(`${service.url}/docs/errors`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

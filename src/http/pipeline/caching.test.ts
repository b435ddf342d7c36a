import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { chooseEncoding } from '../response/reply-bytes.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
});
afterAll(() => service.stop());

/** fetch decodes automatically; this returns the raw bytes. */
function rawGet(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: Record<string, unknown>; bytes: Buffer }> {
  return new Promise((done, failed) => {
    request(service.url + path, { headers }, response => {
      const chunks: Buffer[] = [];
      response.on('data', chunk => chunks.push(chunk));
      response.on('end', () => done({ headers: response.headers, bytes: Buffer.concat(chunks) }));
    })
      .on('error', failed)
      .end();
  });
}

describe('validators', () => {
  it('return 304 for the ETag of any encoding, and 200 for another', async () => {
    const first = await service.call('GET', '/api/rate-limits', { headers: { 'accept-encoding': 'identity' } });
    const tag = first.headers.get('etag') as string;
    for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*', tag.replace(/"$/, '-br"')]) {
      const reply = await service.call('GET', '/api/rate-limits', {
        headers: { 'if-none-match': header, 'accept-encoding': 'identity' },
      });
      expect(reply.status).toBe(304);
      expect(reply.headers.get('etag')).toBe(tag);
      // Otherwise scripts of other sites could not read the budget.
      for (const name of ['access-control-allow-origin', 'access-control-expose-headers']) {
        expect(reply.headers.get(name)).toBe(first.headers.get(name));
      }
      expect(reply.headers.get('access-control-expose-headers')).toContain('RateLimit');
    }
    const other = await service.call('GET', '/api/rate-limits', { headers: { 'if-none-match': '"x"' } });
    expect(other.status).toBe(200);
  });

  it('differ when the body differs', async () => {
    const one = await service.call('GET', '/probe/optional?limit=1');
    const two = await service.call('GET', '/probe/optional?limit=2');
    expect(one.headers.get('etag')).not.toBe(two.headers.get('etag'));
  });
});

describe('caching', () => {
  it('is public for public reads, private with a key, and off for errors and writes', async () => {
    const agent = await service.anAgent();
    const control = async (method: string, path: string, options = {}) =>
      (await service.call(method, path, options)).headers.get('cache-control');
    expect(await control('GET', '/api/rate-limits')).toBe('public, max-age=60');
    expect(await control('GET', '/probe/optional')).toBe('public, no-cache');
    expect(await control('GET', '/probe/optional', { headers: agent.headers })).toBe('private, no-cache');
    expect(await control('GET', '/probe/required', { headers: agent.headers })).toBe('no-store');
    expect(await control('GET', '/nothing')).toBe('no-store');
    expect(await control('POST', '/api/v1/developer/explain-error', { json: { code: 'NOT_FOUND' } })).toBe('no-store');
  });

  it('varies by credential where one is optional', async () => {
    expect((await service.call('GET', '/probe/optional')).headers.get('vary')).toBe(
      'Accept-Encoding, Authorization, X-Api-Key, Cookie',
    );
    expect((await service.call('GET', '/api/rate-limits')).headers.get('vary')).toBe('Accept-Encoding');
  });
});

describe('compression', () => {
  it('sends the same bytes in each encoding, with a distinct ETag', async () => {
    const plain = await rawGet('/api/v1/status', {});
    const br = await rawGet('/api/v1/status', { 'accept-encoding': 'gzip, br' });
    const gzip = await rawGet('/api/v1/status', { 'accept-encoding': 'gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(new Set([plain, br, gzip].map(reply => reply.headers.etag)).size).toBe(3);
    expect(Number(br.headers['content-length'])).toBe(br.bytes.length);
  });

  it('does not compress small bodies', async () => {
    const reply = await rawGet('/healthz', { 'accept-encoding': 'br' });
    expect(reply.headers['content-encoding']).toBeUndefined();
  });

  it.each([
    [undefined, null],
    ['identity', null],
    ['gzip;q=0, br;q=0', null],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['*', 'br'],
    ['deflate, gzip', 'gzip'],
  ])('%s gives %s', (header, encoding) => expect(chooseEncoding(header)).toBe(encoding));
});

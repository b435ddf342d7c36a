import { request } from 'node:http';
import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import type { TestAgent } from '../../../test/support/test-service.js';
import { relevantHeaders, UrlCache } from './url-cache.js';

let service: OperatorService;
let ada: TestAgent;
const answered = vi.spyOn(UrlCache.prototype, 'answer');

beforeAll(async () => {
  service = await startOperatorService({ addressReadsPerMinute: 1000 });
  ada = await service.anAgent();
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await service.stop();
  answered.mockRestore();
});
beforeEach(() => {
  answered.mockClear();
});

/** Whether the requests since the start of the test were served from the cache. */
const known = () => answered.mock.results.map(result => result.value);
const get = (path: string, headers: Record<string, string> = {}) =>
  service.call('GET', path, { headers: { 'accept-encoding': 'identity', ...headers } });

/** A URL that was requested before, so that the next request is a cache hit. */
async function hotPath(rest = 'snapshot'): Promise<{ slug: string; path: string }> {
  const { slug } = await service.anEvent();
  const path = `/api/events/${slug}/${rest}`;
  await get(path);
  await get(path);
  answered.mockClear();
  return { slug, path };
}

const own = ['x-request-id', 'ratelimit', 'date'];
const usual = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !own.includes(name)));

describe('a read in the URL cache', () => {
  it.each(['snapshot', 'orderbook/snapshot', 'orderbook/summary'])(
    '%s equals the response of its route',
    async rest => {
      const { path } = await hotPath(rest);
      const hot = await get(path);
      expect(known()).toEqual([true]);
      // An empty cookie changes only the code path.
      const ordinary = await get(path, { cookie: 'a=b' });
      expect(known()).toEqual([true, false]);
      expect(hot.text).toBe(ordinary.text);
      expect(usual(hot.headers)).toEqual(usual(ordinary.headers));
      expect(hot.headers.get('x-request-id')).toMatch(/^req_/);
      expect((await get(path, { 'x-request-id': 'mine' })).headers.get('x-request-id')).toBe('mine');
    },
  );

  it('is compressed and supports 304', async () => {
    const { path } = await hotPath('orderbook/snapshot');
    const plain = await get(path);
    const tag = plain.headers.get('etag') as string;
    const unchanged = await get(path, { 'if-none-match': tag });
    expect(unchanged.status).toBe(304);
    expect(unchanged.text).toBe('');
    expect(Object.keys(usual(unchanged.headers)).sort()).toEqual([
      'access-control-allow-origin',
      'access-control-expose-headers',
      'cache-control',
      'connection',
      'etag',
      'keep-alive',
      'ratelimit-policy',
      'vary',
    ]);
    const packed = await get(path, { 'accept-encoding': 'br' });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.text).toBe(plain.text);
    expect(known()).toEqual([true, true, true]);
  });

  it('reflects every change immediately', async () => {
    const { slug, path } = await hotPath();
    for (let sequence = 2; sequence < 12; sequence += 1) {
      await service.order(ada, { eventSlug: slug, amountCredits: 2 });
      expect((await get(path)).body.sequence).toBe(sequence);
      expect((await get(path)).body.sequence).toBe(sequence);
    }
    expect(known().filter(Boolean)).toHaveLength(10);
  });
});

describe('an entry of the URL cache', () => {
  it('is rebuilt when it expires', async () => {
    const { path } = await hotPath();
    service.clock.forward(11_000);
    const { body } = await get(path);
    expect(known()).toEqual([false]);
    expect(Date.parse(body.asOf)).toBe(service.clock.now());
  });

  it('is not served to a different request', async () => {
    const { path } = await hotPath();
    expect((await get(`${path}?lookbackHours=0`)).status).toBe(400);
    expect((await service.call('HEAD', path)).text).toBe('');
    expect((await service.call('DELETE', path)).status).toBe(405);
    const withBody = await new Promise<number | undefined>((done, failed) => {
      const sent = request(service.url + path, { headers: { 'content-length': '2' } }, reply => {
        reply.resume().on('end', () => done(reply.statusCode));
      });
      sent.on('error', failed).end('{}');
    });
    expect(withBody).toBe(200);
    expect(known()).toEqual([false, false, false, false]);
  });
});

describe('limits', () => {
  it('count cached reads', async () => {
    const limited = await startOperatorService({ addressReadsPerMinute: 10 });
    const { slug } = await limited.anEvent();
    limited.clock.forward(60_001);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      statuses.push((await limited.call('GET', `/api/events/${slug}/snapshot`)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    await limited.stop();
  });
});

describe('sending a cached read', () => {
  it('completes immediately, while any other may be rejected', async () => {
    const { path } = await hotPath();
    const timers = vi.spyOn(Socket.prototype, 'setTimeout');
    const watched = () => timers.mock.calls.filter(([milliseconds]) => milliseconds === 120_000).length;
    await get(path);
    expect([known(), watched()]).toEqual([[true], 0]);
    await get(path, { cookie: 'a=b' });
    expect([known(), watched()]).toEqual([[true, false], 1]);
    timers.mockRestore();
  });
});

describe('headers of a cached read', () => {
  it('are those that the response depends on, in any case', () => {
    const raw = ['Host', 'a', 'If-None-Match', '"x"', 'ACCEPT-ENCODING', 'br', 'X-Request-Id', 'mine', 'Accept', '*/*'];
    expect(relevantHeaders(raw)).toEqual({
      host: 'a',
      'if-none-match': '"x"',
      'accept-encoding': 'br',
      'x-request-id': 'mine',
    });
    expect(relevantHeaders([])).toBeNull();
  });

  it.each(['Authorization', 'X-Api-Key', 'cookie', 'Content-Length', 'Transfer-Encoding', 'UPGRADE'])(
    '%s bypasses the cache',
    name => expect(relevantHeaders(['Host', 'a', name, 'x'])).toBe(null),
  );

  it('bypass the cache if they are repeated', () => {
    expect(relevantHeaders(['Host', 'a', 'If-None-Match', '"x"', 'if-none-match', '"y"'])).toBe(null);
    expect(relevantHeaders(['Host', 'a', 'host', 'b'])).toBe(null);
  });
});

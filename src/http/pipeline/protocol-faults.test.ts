import { METHODS } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { RawConnection } from '../../../test/support/raw-connection.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { waitUntil } from '../../../test/support/wait-until.js';
import { requestBounds } from '../limits.js';
import { defineRoute } from '../route.js';

/** Requests that wait in the handler until the test releases them. */
const held: (() => void)[] = [];

const slow = defineRoute({
  id: 'slowProbe',
  method: 'GET',
  path: '/probe/slow',
  area: 'service',
  summary: 'A slow route',
  description: 'For tests.',
  auth: 'none',
  bucket: 'address',
  responses: { 200: { description: 'Done.' } },
  handler: () => new Promise(done => held.push(() => done({ slow: true }))),
});

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: [...probeRoutes, slow] });
});
afterAll(() => service.stop());

interface RawReply {
  readonly status: number;
  readonly head: string;
  // biome-ignore lint/suspicious/noExplicitAny: error bodies.
  readonly body: any;
}

/** The single response to a request, after which the service or the client closes the connection. */
async function replyTo(...texts: string[]): Promise<RawReply> {
  const text = await RawConnection.exchange(service.url, ...texts);
  const [head, body] = text.split(/\r\n\r\n(.*)/s);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: JSON.parse(body) };
}

const countOf = async (status: string) => {
  const text = await service.services.service.metrics();
  const counts = text.matchAll(/^presage_http_request_duration_seconds_count\{.*status="(\d+)".*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, each, count]) => sum + (each === status ? Number(count) : 0), 0);
};

describe('methods that no route has', () => {
  const unusual = METHODS.filter(
    method => !['CONNECT', 'GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH'].includes(method),
  );

  it('get an error body, with and without a Content-Type', async () => {
    for (const method of unusual) {
      for (const path of ['/healthz', '/probe/orders', '/nowhere', '/mcp']) {
        for (const type of ['', 'Content-Type: application/json\r\n', 'Content-Type: nonsense\r\n']) {
          const reply = await replyTo(`${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${type}\r\n`);
          expect([404, 405], `${method} ${path} ${type}`).toContain(reply.status);
          expect(reply.body).toMatchObject({ code: reply.status === 404 ? 'NOT_FOUND' : 'METHOD_NOT_ALLOWED' });
        }
      }
    }
  });

  it('QUERY on a path with other methods is 405 with Allow', async () => {
    const { status, head } = await replyTo('QUERY /probe/orders HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(status).toBe(405);
    expect(head).toMatch(/^allow: POST, DELETE, OPTIONS\r?$/im);
  });
});

describe('a broken request behind a complete one', () => {
  const slowRead = 'GET /probe/slow HTTP/1.1\r\nHost: a\r\n\r\n';

  it('gets no response, and the connection ends after that of the complete one', async () => {
    const connection = await RawConnection.open(service.url);
    const before = held.length;
    connection.send(slowRead, 'nonsense\r\n\r\n');
    await waitUntil('the handler', () => held.length > before);
    // The parser has reached the nonsense in the same packet.
    await new Promise(done => setTimeout(done, 50));
    expect(connection.received).toBe('');
    held.pop()?.();
    const received = await connection.untilClosed();
    expect(connection.statuses).toEqual([200]);
    expect(received).toMatch(/\r\nconnection: close\r\n/i);
    expect(received).toContain('{"slow":true}');
  });

  it('ends a stream at once', async () => {
    const { slug } = await aMarket(service.pool, service.clock.now());
    const connection = await RawConnection.open(service.url);
    connection.send(`GET /api/events/${slug}/stream HTTP/1.1\r\nHost: a\r\n\r\n`);
    await connection.until('the stream', received => received.includes('text/event-stream'));
    connection.send('nonsense\r\n\r\n');
    expect(await connection.untilClosed()).not.toContain('INVALID_PAYLOAD');
  });
});

describe('headers that HTTP forbids', () => {
  it.each([
    ['two Host headers', 'Host: a\r\nHost: b\r\n', 400, 'Host'],
    ['the same Host twice', 'Host: a\r\nhost: a\r\n', 400, 'Host'],
    ['no Host', '', 400, 'Host'],
    ['two credentials', 'Host: a\r\nAuthorization: Bearer x\r\nAuthorization: Bearer y\r\n', 400, 'Authorization'],
    ['an unknown expectation', 'Host: a\r\nExpect: x\r\n', 417, 'Expect'],
  ])('%s', async (_name, headers, status, field) => {
    // Served from the cache the second time.
    for (const path of ['/probe/optional', '/api/v1/status', '/api/v1/status']) {
      const reply = await replyTo(`GET ${path} HTTP/1.1\r\n${headers}\r\n`);
      expect([reply.status, reply.body.code, reply.body.field]).toEqual([status, 'INVALID_PAYLOAD', field]);
      expect(reply.head).toContain(`x-request-id: ${reply.body.requestId}`);
    }
  });

  it('HTTP/1.0 needs no Host, and Expect: 100-continue is served', async () => {
    expect(await RawConnection.exchange(service.url, 'GET /healthz HTTP/1.0\r\n\r\n')).toContain(' 200 OK');
    const head =
      'POST /probe/orders HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
    expect(await RawConnection.exchange(service.url, head, '{}')).toMatch(
      /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 415 /,
    );
  });
});

describe('a client that disconnects in the middle of its body', () => {
  it.each(['/probe/orders', '/nowhere', '/mcp'])('is not a failure of the service (%s)', async path => {
    const [failures, hangUps] = [await countOf('500'), await countOf('499')];
    const connection = await RawConnection.open(service.url);
    connection.send(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":`,
    );
    expect((await service.call('GET', '/healthz')).status).toBe(200);
    connection.cut();
    await waitUntil('the record of it', async () => (await countOf('499')) === hangUps + 1);
    expect(await countOf('500')).toBe(failures);
    expect(service.log.filter(line => line.includes('"stack"'))).toEqual([]);
  });
});

describe('pipelined requests', () => {
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

  it('above the bound are rejected, after the responses to the others', async () => {
    const { pipelinedRequests } = requestBounds;
    const connection = await RawConnection.open(service.url);
    connection.send(request('/probe/slow'), request('/nowhere').repeat(pipelinedRequests + 10));
    await waitUntil('the first request', () => held.length === 1);
    held.splice(0)[0]();
    await connection.untilClosed();
    expect(connection.statuses).toEqual([200, ...Array(pipelinedRequests - 1).fill(404), 429]);
    expect(connection.received).toContain(`A connection can have at most ${pipelinedRequests} concurrent requests.`);
  });

  it('without end are disconnected', async () => {
    const connection = await RawConnection.open(service.url);
    await waitUntil('the cut', () => {
      connection.send(request('/probe/slow').repeat(500));
      return connection.closed;
    });
    expect([connection.received, held.length]).toEqual(['', requestBounds.pipelinedRequests]);
    for (const release of held.splice(0)) release();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { ignoresUpgrades } from '../../test/support/ignores-upgrades.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { RawConnection } from '../../test/support/raw-connection.js';
import { waitUntil } from '../../test/support/wait-until.js';
import { defineRoute } from '../http/route.js';

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

let service: OperatorService;
let slug: string;
beforeAll(async () => {
  service = await startOperatorService({ extraRoutes: [slow] });
  slug = (await service.anEvent()).slug;
});
afterAll(() => stopBalanced(service));

const open: RawConnection[] = [];
afterEach(() => {
  for (const connection of open.splice(0)) connection.cut();
  for (const release of held.splice(0)) release();
});

async function connect(): Promise<RawConnection> {
  const connection = await RawConnection.open(service.url);
  open.push(connection);
  return connection;
}

const handshake = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const upgrade = (path = '/api/v1/ws', headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${handshake}${headers}\r\n`;
const http2 = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`;
/** A masked ping, as a client sends it. */
const ping = '\x89\x80\0\0\0\0';
const pong = '\x8a\0';

/** Resolves when the service serves other connections. */
async function isServing(): Promise<void> {
  expect((await service.call('GET', '/healthz')).status).toBe(200);
}

describe('an upgrade after an earlier request on its connection', () => {
  it('is served after the response, if both arrive in one packet', async () => {
    const connection = await connect();
    connection.send(get('/api/v1/status'), upgrade());
    await connection.until('the switch', text => text.includes('HTTP/1.1 101 '));
    expect(connection.statuses).toEqual([200, 101]);
    connection.send(ping);
    await connection.until('a pong', text => text.endsWith(pong));
    await isServing();
  });

  it('waits for a slow response when it arrives in a later packet', async () => {
    const connection = await connect();
    connection.send(get('/probe/slow'));
    await waitUntil('the request', () => held.length === 1);
    connection.send(upgrade());
    await isServing();
    expect(connection.statuses).toEqual([]);
    held.splice(0)[0]();
    await connection.until('the switch', text => text.includes('HTTP/1.1 101 '));
    expect(connection.statuses).toEqual([200, 101]);
  });

  it('waits for all earlier responses, in their order', async () => {
    const connection = await connect();
    connection.send(get('/probe/slow'), get('/api/v1/status'), get('/nowhere'), get('/probe/slow'), upgrade());
    await waitUntil('both slow requests', () => held.length === 2);
    const [first, second] = held.splice(0);
    second();
    await isServing();
    first();
    await connection.until('the switch', text => text.includes('HTTP/1.1 101 '));
    expect(connection.statuses).toEqual([200, 200, 404, 200, 101]);
  });

  it('never interrupts a stream, and ends with its connection', async () => {
    const connection = await connect();
    connection.send(get(`/api/events/${slug}/stream`));
    await connection.until('the stream', text => text.includes('event: heartbeat'));
    connection.send(upgrade());
    await service.order(await service.anAgent(), { eventSlug: slug, amountCredits: 5 });
    await connection.until('a trade', text => text.includes('event: trade'));
    expect(connection.statuses).toEqual([200]);
    connection.cut();
    await waitUntil('the end of the stream', async () =>
      (await service.services.service.metrics()).includes('presage_streams_open 0\n'),
    );
  });

  it('is discarded when the client disconnects before the response', async () => {
    const connection = await connect();
    connection.send(get('/probe/slow'), upgrade());
    await waitUntil('the request', () => held.length === 1);
    connection.cut();
    held.splice(0)[0]();
    await isServing();
  });
});

describe('an upgrade', () => {
  it('are not parsed as requests after an upgrade', async () => {
    const connection = await connect();
    connection.send(upgrade(), upgrade());
    // The second one is not a frame: RFC 6455 requires a close frame with 1002.
    const [head, frames] = (await connection.untilClosed()).split('\r\n\r\n');
    expect([head.slice(0, 13), frames]).toEqual(['HTTP/1.1 101 ', '\x88\x02\x03\xea']);
    await isServing();
  });

  it.each([
    ['Content-Length: 5\r\n', 'hello'],
    ['Transfer-Encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  ])('with a body is rejected: %j', async (headers, body) => {
    const text = await RawConnection.exchange(service.url, upgrade('/api/v1/ws', headers), body);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))).toMatchObject({ code: 'INVALID_PAYLOAD' });
  });
});

describe.runIf(ignoresUpgrades)('an upgrade to anything but a WebSocket on its path', () => {
  it('is ignored, and the connection serves further requests', async () => {
    const connection = await connect();
    const requests = [
      upgrade('/nowhere'),
      http2('/api/v1/status'),
      upgrade('/api/v1/status'),
      get('/nowhere'),
      upgrade(),
    ];
    // Node drops what follows an ignored upgrade in the same packet.
    for (const [index, request] of requests.entries()) {
      connection.send(request);
      await connection.until('a response', () => connection.statuses.length > index);
    }
    expect(connection.statuses).toEqual([404, 200, 200, 404, 101]);
  });

  it('is ignored on the path of a stream', async () => {
    const connection = await connect();
    connection.send(upgrade(`/api/events/${slug}/stream`));
    await connection.until('the stream', text => text.includes('event: heartbeat'));
    expect(connection.statuses).toEqual([200]);
  });

  it('is ignored, and the request is served with its body', async () => {
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'not the password' });
    const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
    const head = `POST /api/people/sign-in HTTP/1.1\r\nHost: a\r\n${offer}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(await RawConnection.exchange(service.url, head, body)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe.skipIf(ignoresUpgrades)('an upgrade to anything but a WebSocket on its path, before Node 24.9', () => {
  it.each([
    ['of an unknown path', upgrade('/nowhere'), 'websocket with GET /nowhere'],
    ['of a path without WebSocket', upgrade('/api/v1/status?x=1'), 'websocket with GET /api/v1/status'],
    ['of HTTP/2', http2('/api/v1/status'), 'h2c with GET /api/v1/status'],
  ])('is rejected after the earlier responses, and ends the connection: %s', async (_name, request, received) => {
    const connection = await connect();
    connection.send(get('/api/v1/status'), request, get('/api/v1/status'));
    const text = await connection.untilClosed();
    expect(connection.statuses).toEqual([200, 400]);
    expect(JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4))).toMatchObject({
      error: `Upgrade must be websocket with GET /api/v1/ws (got ${received})`,
      code: 'INVALID_PAYLOAD',
      field: 'Upgrade',
    });
  });

  it('is rejected with a body that is not read', async () => {
    const head =
      'POST /api/v1/status HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 5\r\n\r\n';
    expect(await RawConnection.exchange(service.url, head, 'hello')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

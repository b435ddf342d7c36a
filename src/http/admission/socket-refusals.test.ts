import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.js';
import { SocketRefusals } from './socket-refusals.js';

let server: Server;
let client: Socket;
let received: string;
/** Bodies that Node parsed, in order. */
let parsed: string[];
/** Awaited before each response. */
let beforeResponse: Promise<unknown>;

beforeEach(async () => {
  [received, parsed, beforeResponse] = ['', [], Promise.resolve()];
  const refusals = new SocketRefusals((path, id) => {
    if (path !== '/orders') return null;
    return `HTTP/1.1 503 Service Unavailable\r\nx-id: ${id}\r\ncontent-length: 0\r\n\r\n`;
  });
  server = createServer(async (request: IncomingMessage, response) => {
    refusals.note(request, response);
    refusals.watch(request.socket);
    parsed.push(await text(request));
    await beforeResponse;
    response.writeHead(200, { 'x-id': request.headers['x-request-id'], 'content-length': 0 }).end();
  });
  server.on('upgrade', (_, socket) => socket.pipe(socket));
  refusals.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay(true);
  client.on('data', chunk => {
    received += chunk;
  });
});
afterEach(async () => {
  client.destroy();
  server.closeAllConnections();
  await new Promise(closed => server.close(closed));
});

function post(id: string, { body = '{}', path = '/orders', headers = '' } = {}): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: presage\r\nX-Request-Id: ${id}\r\n${headers}`;
  return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}

/** Each response as its status and id. */
const responses = () =>
  [...received.matchAll(/HTTP\/1\.1 (\d+) [^\r]*\r\nx-id: (\S+)/g)].map(found => `${found[1]} ${found[2]}`);

async function send(bytes: string, expected: number): Promise<string[]> {
  client.write(bytes);
  await waitUntil('the responses', () => responses().length >= expected);
  return responses().slice(-1);
}

/** Afterwards the next whole request is rejected without being parsed. */
async function becomeWatched(): Promise<void> {
  await send(post('first'), 1);
  await send(post('second'), 2);
  expect(responses()).toEqual(['200 first', '200 second']);
}

describe('a connection that was rejected before', () => {
  it('has a whole POST rejected before Node parses it', async () => {
    await becomeWatched();
    expect(await send(post('third'), 3)).toEqual(['503 third']);
    expect(await send(post('fourth', { path: '/orders?x=1', headers: 'Connection: keep-alive\r\n' }), 4)).toEqual([
      '503 fourth',
    ]);
    expect(parsed).toHaveLength(2);
  });

  it.each([
    ['another path', post('x', { path: '/forecasts' })],
    ['another method', post('x').replace('POST', 'PUT')],
    ['HTTP/1.0', post('x').replace('HTTP/1.1', 'HTTP/1.0')],
    ['Connection: close', post('x', { headers: 'Connection: close\r\n' })],
    ['Expect', post('x', { headers: 'Expect: 100-continue\r\n' })],
    [
      'chunks',
      `${post('x', { headers: 'Transfer-Encoding: chunked\r\n' }).split('Content-Length')[0]}\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['two requests at once', post('w') + post('x')],
    ['a long head', post('x', { headers: `X-Long: ${'x'.repeat(5000)}\r\n` })],
  ])('has %s parsed by Node', async (_, bytes) => {
    await becomeWatched();
    client.write(bytes);
    await waitUntil('the responses', () => responses().at(-1) === '200 x');
    expect(responses().join()).not.toContain('503');
  });

  it('gets the responses to its requests in order while an earlier one is pending', async () => {
    await becomeWatched();
    let respond = () => {};
    beforeResponse = new Promise<void>(done => {
      respond = done;
    });
    client.write(post('slow', { path: '/slow' }));
    await waitUntil('the responses', () => parsed.length === 3);
    client.write(post('next'));
    await sleep(50);
    expect(responses()).toHaveLength(2);
    respond();
    await waitUntil('the responses', () => responses().length === 4);
    expect(responses().slice(2)).toEqual(['200 slow', '200 next']);
  });

  it('never has a body taken for a request', async () => {
    await becomeWatched();
    const hidden = post('hidden');
    client.write(post('outer', { body: hidden, path: '/other' }).slice(0, -hidden.length));
    await sleep(30);
    expect(await send(hidden, 3)).toEqual(['200 outer']);
    expect(parsed.at(-1)).toBe(hidden);
  });

  it('can switch to another protocol', async () => {
    await becomeWatched();
    client.write('GET /socket HTTP/1.1\r\nHost: presage\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n');
    await sleep(30);
    received = '';
    client.write(post('echoed'));
    await waitUntil('the responses', () => received.length > 0);
    expect(received).toBe(post('echoed'));
  });
});

describe('the request id of a rejected request', () => {
  it('is trimmed in linear time', async () => {
    await becomeWatched();
    const spaces = ' '.repeat(3_900);
    const before = process.cpuUsage();
    for (let count = 3; count < 43; count += 1) await send(post(`a${spaces}b`), count);
    const { user } = process.cpuUsage(before);
    expect(received).toContain(`x-id: a${spaces}b\r\n`);
    expect(await send(post('  padded\t'), 43)).toEqual(['503 padded']);
    // 40 ids take a second with an expression that tries every pair of spaces.
    expect(user / 1000).toBeLessThan(500);
  });
});

describe('requests in arbitrary chunks', () => {
  it('are answered once each, in order', async () => {
    await becomeWatched();
    let sent = 2;
    const kinds = fc.constantFrom('/orders', '/forecasts', '/orders?limit=1');
    const request = fc.tuple(kinds, fc.string({ maxLength: 5, unit: 'binary-ascii' }));
    // Mostly whole requests, because only two of them in a row reach the tested state.
    const requests = fc.oneof(fc.tuple(request), fc.tuple(request), fc.array(request, { minLength: 2, maxLength: 6 }));
    const whole = fc.constant<number[]>([]);
    const cuts = fc.oneof(whole, whole, fc.array(fc.nat(600), { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(requests, cuts, async (wanted, at) => {
        const ids = wanted.map(() => `id-${sent++}`);
        const bytes = wanted.map(([path, body], index) => post(ids[index], { path, body })).join('');
        const places = [0, ...at.filter(place => place < bytes.length).sort((a, b) => a - b), bytes.length];
        for (let index = 1; index < places.length; index += 1) {
          client.write(bytes.slice(places[index - 1], places[index]), 'latin1');
          await sleep(1);
        }
        await waitUntil('the responses', () => responses().length >= sent);
        expect(
          responses()
            .slice(-ids.length)
            .map(line => line.split(' ')[1]),
        ).toEqual(ids);
      }),
      { numRuns: 100 },
    );
    expect(responses()).toHaveLength(sent);
    expect(received).toContain('503');
  });
});

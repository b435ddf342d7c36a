import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.js';
import { FixedHeaders, isAnswered, keepAliveMs, writeTogether, writeWhole } from './write-whole.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let handle: Handler;
/** Events of responses, in order. */
let events: string[];

beforeEach(async () => {
  events = [];
  server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    for (const event of ['finish', 'close']) response.once(event, () => events.push(`${event} ${request.url}`));
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise(closed => server.close(closed));
});

const headersOf = (body: string) => ['x-request-id', 'req_1', 'content-length', String(Buffer.byteLength(body))];
const hello = '{"text":"hello"}';
const fixed = new FixedHeaders(['x-content-type-options', 'nosniff', 'vary', 'Accept-Encoding']);

/** Sends requests on one connection and returns all bytes once `ends` have arrived. */
async function ask(requests: string, ends: string): Promise<string> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.setEncoding('utf8').on('data', chunk => {
    received += chunk;
  });
  client.write(requests);
  await waitUntil('the response', () => received.endsWith(ends));
  const wasClosed = client.readyState !== 'open';
  client.destroy();
  return wasClosed ? `${received} (closed)` : received;
}

const get = (path: string, rest = '') => `GET ${path} HTTP/1.1\r\nhost: presage\r\n${rest}\r\n`;

describe('a small response', () => {
  it('has the headers that Node would send, and completes the request', async () => {
    handle = (_, response) => writeWhole(response, 201, fixed, headersOf(hello), hello);
    const direct = await ask(get('/direct'), hello);
    await waitUntil('close', () => events.includes('close /direct'));
    handle = (_, response) => {
      response.writeHead(201, [...fixed.list, ...headersOf(hello)]);
      response.end(hello);
    };
    const byNode = await ask(get('/node'), hello);
    const lines = (text: string) =>
      text
        .toLowerCase()
        .replace(/date: .*/, 'date')
        .split('\r\n')
        .sort();
    expect(lines(direct)).toEqual(lines(byNode));
    expect(direct).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
    expect(events.slice(0, 2)).toEqual(['finish /direct', 'close /direct']);
  });

  it('can contain any text', async () => {
    const body = 'Zürich → 東京 🎲';
    handle = (_, response) => writeWhole(response, 200, fixed, headersOf(body), body);
    expect(await ask(get('/'), body)).toContain(`content-length: ${Buffer.byteLength(body)}\r\n`);
  });

  it('is sent in the order of the requests, before and after slow ones', async () => {
    handle = (request, response) => {
      const body = `<${request.url}>`;
      const send = () => writeWhole(response, 200, fixed, headersOf(body), body);
      if (request.url === '/slow') setTimeout(send, 30);
      else send();
    };
    const text = await ask(get('/1') + get('/slow') + get('/2') + get('/3'), '</3>');
    expect(text.match(/<[^>]+>/g)).toEqual(['</1>', '</slow>', '</2>', '</3>']);
  });

  it.each([
    ['a client that closes', get('/', 'connection: close\r\n'), /\r\nconnection: close\r\n/i, hello],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nhost: presage\r\n\r\n', /\r\nconnection: close\r\n/i, hello],
    ['HEAD', get('/').replace('GET', 'HEAD'), /\r\nconnection: keep-alive\r\n/i, '\r\n\r\n'],
  ])('is left to Node for %s', async (_, request, header, ends) => {
    handle = (_request, response) => writeWhole(response, 200, fixed, headersOf(hello), hello);
    expect(await ask(request, ends)).toMatch(header);
  });

  it('never contains a header with a line break', async () => {
    let thrown: unknown;
    handle = (_, response) => {
      try {
        writeWhole(response, 200, fixed, ['x-bad', 'a\r\nset-cookie: b', ...headersOf(hello)], hello);
      } catch (error) {
        thrown = error;
        response.end('rejected');
      }
    };
    await ask(get('/'), 'rejected');
    expect((thrown as { code: string }).code).toBe('ERR_INVALID_CHAR');
    expect(() => new FixedHeaders(['x-bad', 'a\r\nset-cookie: b'])).toThrow('printable');
  });
});

describe('the write of small responses together', () => {
  it('happens when the iteration of the event loop ends, and only once', async () => {
    const seen: unknown[] = [];
    handle = (_, response) => {
      writeTogether(() => writeWhole(response, 200, fixed, headersOf(hello), hello));
      seen.push(isAnswered(response), response.writableEnded);
      expect(() => writeWhole(response, 200, fixed, headersOf(hello), hello)).toThrow('already');
      setImmediate(() => seen.push(isAnswered(response), response.writableEnded));
    };
    const text = await ask(get('/'), hello);
    expect(text.split('HTTP/1.1')).toHaveLength(2);
    expect(seen).toEqual([true, false, true, true]);
  });

  it('happens even if the server stops in the same iteration', async () => {
    handle = (_, response) => {
      writeTogether(() => writeWhole(response, 200, fixed, headersOf(hello), hello));
      server.close();
    };
    expect(await ask(get('/'), hello)).toContain(hello);
  });

  it('is omitted if the connection was destroyed meanwhile', async () => {
    handle = (request, response) => {
      writeTogether(() => writeWhole(response, 200, fixed, headersOf(hello), hello));
      if (request.url === '/gone') request.socket.destroy();
    };
    const gone = connect((server.address() as AddressInfo).port, '127.0.0.1');
    gone.write(get('/gone'));
    await once(gone, 'close');
    expect(events).toEqual(['close /gone']);
    expect(await ask(get('/'), hello)).toContain(hello);
  });

  it('is not delayed by a response that is written at once', async () => {
    const ended: boolean[] = [];
    handle = (request, response) => {
      const give = () => writeWhole(response, 200, fixed, headersOf(hello), hello);
      if (request.url === '/together') writeTogether(give);
      else give();
      ended.push(response.writableEnded);
    };
    await ask(get('/together'), hello);
    await ask(get('/once'), hello);
    expect(ended).toEqual([false, true]);
  });
});

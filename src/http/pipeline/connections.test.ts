import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { RawConnection } from '../../../test/support/raw-connection.js';
import { watchTimers } from '../../../test/support/timers/running-timers.js';
import { waitUntil } from '../../../test/support/wait-until.js';
import { createConnections } from './connections.js';

let server: Server;
let responses: ServerResponse[];
let endDrain: () => Promise<void>;
afterEach(async () => {
  await endDrain();
  server.close();
});

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** A server whose responses exceed the system's buffers. */
async function start(bounds: Parameters<typeof createConnections>[0], bytes: number): Promise<string> {
  const connections = createConnections({ sweepMs: 10, ...bounds });
  responses = [];
  server = createServer((_request, response) => {
    responses.push(response);
    connections.track(response);
    response.end(Buffer.alloc(bytes, 'x'));
  });
  endDrain = () => connections.drain(server, 0)();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A client that sends a request and does not read. */
async function stall(url: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  connection.socket.pause();
  connection.send(request);
  return connection;
}

const isOpen = (response: ServerResponse) => !response.req.socket.destroyed;

describe('clients that do not read their responses', () => {
  it('are disconnected after the stall timeout', async () => {
    const url = await start({ stallTimeoutMs: 100 }, 16 * 1024 * 1024);
    await stall(url);
    await waitUntil('the disconnect', () => responses.length === 1 && !isOpen(responses[0]));
  });

  it('stay connected while they read, however slowly', async () => {
    const url = await start({ stallTimeoutMs: 500 }, 16 * 1024 * 1024);
    const connection = await stall(url);
    const { socket } = connection;
    let chunks = 0;
    socket.on('data', () => {
      chunks += 1;
      if (chunks % 8 === 0) socket.pause();
    });
    const timer = setInterval(() => socket.resume(), 20);
    await waitUntil('the whole response', () => connection.received.length > 16 * 1024 * 1024);
    clearInterval(timer);
    expect(isOpen(responses[0])).toBe(true);
    connection.cut();
  });

  it('bounds the bytes that the service holds', async () => {
    const url = await start({ maxUnsentBytes: 40 * 1024 * 1024 }, 16 * 1024 * 1024);
    const clients = [];
    for (let count = 1; count <= 5; count += 1) {
      clients.push(await stall(url));
      await waitUntil('the request', () => responses.length === count);
    }
    await waitUntil('the bound', () => responses.filter(isOpen).length === 2);
    // The oldest are closed first.
    expect(responses.map(isOpen)).toEqual([false, false, false, true, true]);
    for (const client of clients) client.cut();
  });
});

describe('a drain', () => {
  it('waits for a request on a connection of a further listener, and ends the connection then', async () => {
    const connections = createConnections();
    server = createServer((_request, response) => {
      responses.push(response);
      connections.track(response);
    });
    responses = [];
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const further = createListener(socket => server.emit('connection', socket));
    await once(further.listen(0, '127.0.0.1'), 'listening');
    const client = await RawConnection.open(`http://127.0.0.1:${(further.address() as AddressInfo).port}`);
    client.send(request);
    await waitUntil('the request', () => responses.length === 1);
    let isDrained = false;
    const drained = connections.drain(server, 10_000);
    const ended = drained().then(() => {
      isDrained = true;
    });
    await sleep(150);
    expect(isDrained).toBe(false);
    responses[0].end('the response');
    await ended;
    expect(await client.untilClosed()).toMatch(/the response$/);
    endDrain = () => Promise.resolve();
    further.close();
  });
});

it('sweeps only while a response is in flight', async () => {
  const timers = watchTimers('/http/pipeline/');
  try {
    const url = await start({}, 10);
    expect(timers.intervals).toBe(0);
    const client = await RawConnection.open(url);
    client.send(request);
    await waitUntil('the request', () => responses.length === 1);
    expect(timers.intervals).toBe(1);
    await waitUntil('the end of the response', () => timers.intervals === 0);
    client.cut();
  } finally {
    timers.restore();
  }
});

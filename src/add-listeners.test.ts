import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '../test/support/wait-until.js';
import { addListeners } from './add-listeners.js';

async function startServer(count: number) {
  const server = createServer((_request, response) => response.end('hello'));
  let thisTurn = 0;
  const seen = { connections: 0, mostPerTurn: 0 };
  server.on('connection', () => {
    seen.connections += 1;
    thisTurn += 1;
    seen.mostPerTurn = Math.max(seen.mostPerTurn, thisTurn);
    if (thisTurn === 1) {
      setImmediate(() => {
        thisTurn = 0;
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, seen, port, listeners: await addListeners(server, count) };
}

/** Connects while the event loop is blocked, so that all connections wait to be accepted. */
async function connectAtOnce(port: number, count: number) {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await nextTurn();
  const until = performance.now() + 50;
  while (performance.now() < until);
  return sockets;
}

async function flood(listeners: number) {
  const started = await startServer(listeners);
  const sockets = await connectAtOnce(started.port, 40);
  await waitUntil('all connections are accepted', () => started.seen.connections === 40);
  for (const socket of sockets) socket.destroy();
  started.listeners.close();
  started.server.close();
  return started.seen.mostPerTurn;
}

describe('further listening handles', () => {
  it('lose no connection while they are added', async () => {
    const server = createServer((_request, response) => response.end('hello'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const adding = addListeners(server, 8);
    let isAdded = false;
    adding.then(() => {
      isAdded = true;
    });
    let sent = 0;
    for (; !isAdded || sent < 50; sent += 1) {
      const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
      expect((await response.toArray()).join('')).toBe('hello');
    }
    (await adding).close();
    server.close();
  });

  it('accept one connection per handle and iteration of the event loop', async () => {
    expect(await flood(1)).toBe(1);
    expect(await flood(4)).toBe(4);
  });

  it('serve requests like the first one, and release the port when they are closed', async () => {
    const { server, port, listeners } = await startServer(3);
    const bodies = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
        return (await response.toArray()).join('');
      }),
    );
    expect(bodies).toEqual(Array.from({ length: 12 }, () => 'hello'));
    listeners.close();
    await new Promise(done => server.close(done));
    await waitUntil('the port is free', async () => {
      const [error] = await once(connect(port, '127.0.0.1'), 'error');
      return error.code === 'ECONNREFUSED';
    });
  });
});

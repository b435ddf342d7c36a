import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { waitUntil } from '../test/support/wait-until.js';
import { addListeners, canReusePort, sharedPort } from './add-listeners.js';

const host = '127.0.0.1';

async function startServer() {
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
  await once(server.listen({ ...sharedPort, port: 0, host }), 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, seen, port, listeners: await addListeners(server, host) };
}

/** Connects while the event loop is blocked, so that all connections wait to be accepted. */
async function connectAtOnce(port: number, count: number) {
  const sockets = Array.from({ length: count }, () => connect(port, host));
  await nextTurn();
  const until = performance.now() + 50;
  while (performance.now() < until);
  return sockets;
}

describe('the handles of a port', () => {
  it('accept several connections per iteration of the event loop, where Node can share a port', async () => {
    const { server, seen, port, listeners } = await startServer();
    const sockets = await connectAtOnce(port, 80);
    await waitUntil('all connections are accepted', () => seen.connections === 80);
    for (const socket of sockets) socket.destroy();
    listeners.close();
    server.close();
    if (canReusePort) expect(seen.mostPerTurn).toBeGreaterThan(3);
    else expect(seen.mostPerTurn).toBe(1);
  });

  it('serve the same requests, and release the port when they are closed', async () => {
    const { server, port, listeners } = await startServer();
    const bodies = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const [response] = await once(get({ port, host, agent: false }), 'response');
        return (await response.toArray()).join('');
      }),
    );
    expect(bodies).toEqual(Array.from({ length: 24 }, () => 'hello'));
    listeners.close();
    await new Promise(done => server.close(done));
    await waitUntil('the port is free', async () => {
      const [error] = await once(connect(port, host), 'error');
      return error.code === 'ECONNREFUSED';
    });
  });
});

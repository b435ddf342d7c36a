import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listenProblem } from './start-options.js';

const host = '127.0.0.1';
const held: Server[] = [];
afterEach(async () => {
  for (const server of held.splice(0)) await new Promise(done => server.close(done));
});

function hold(port: number): Promise<number | null> {
  return new Promise(done => {
    const server = createServer();
    server.once('error', () => done(null));
    server.listen({ host, port, exclusive: true }, () => {
      held.push(server);
      done((server.address() as AddressInfo).port);
    });
  });
}

/** Occupies two consecutive ports, as a service with a metrics port does. */
async function holdTwo(): Promise<number> {
  for (;;) {
    const first = (await hold(0)) as number;
    if (first < 65_000 && (await hold(first + 1)) !== null) return first;
  }
}

const inUse = Object.assign(new Error('listen'), { code: 'EADDRINUSE' });
const suggested = async (port: number, reserved: number | null = null) => {
  const { message } = await listenProblem(inUse, { host, port, reserved });
  return Number(/choose another port with PORT=(\d+)$/.exec(message)?.[1]);
};

describe('the message of a port in use', () => {
  it('suggests a port that is free', async () => {
    const first = await holdTwo();
    const port = await suggested(first);
    expect(port).toBeGreaterThan(first + 1);
    expect(await hold(port)).toBe(port);
  });

  it('does not suggest the metrics port of the same configuration', async () => {
    const first = await holdTwo();
    const free = await suggested(first);
    expect(await suggested(first, free)).toBeGreaterThan(free);
  });

  it('suggests a port below the last one if the last one is in use', async () => {
    const port = await suggested(65_535);
    expect(port).toBeGreaterThan(1024);
    expect(port).toBeLessThan(65_535);
  });
});

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ConnectionTarget } from '../../../src/database/pool.js';

export interface TcpProxy {
  readonly port: number;
  /** The number of open connections. */
  readonly open: number;
  /** Resets every connection. */
  reset(): void;
  /** Holds back the server's responses, on open and new connections, until `resume`. */
  stall(): void;
  resume(): void;
  /** Resets new connections until `accept`. */
  refuse(): void;
  accept(): void;
  close(): Promise<void>;
}

/** The address of a test's database: a socket folder, or host and port. */
function addressOf(target: string | ConnectionTarget) {
  const { host, port } =
    typeof target === 'string'
      ? { host: new URL(target).hostname, port: Number(new URL(target).port || 5432) }
      : target;
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** The same database through the proxy. */
export function throughProxy(target: string | ConnectionTarget, { port }: TcpProxy): string | ConnectionTarget {
  if (typeof target !== 'string') return { ...target, host: '127.0.0.1', port };
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return url.href;
}

/** A proxy between a pool and its database, to reset or stall connections, or to inspect the pool's traffic. */
export async function startTcpProxy(
  target: string | ConnectionTarget,
  onSent: (bytes: Buffer) => void = () => {},
): Promise<TcpProxy> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let isStalled = false;
  let isRefusing = false;
  const listener = createServer(client => {
    if (isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect(addressOf(target));
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.on('data', bytes => {
      onSent(bytes);
      server.write(bytes);
    });
    server.on('data', bytes => client.write(bytes));
    if (isStalled) server.pause();
  });
  await new Promise<void>(done => listener.listen(0, '127.0.0.1', done));
  return {
    port: (listener.address() as AddressInfo).port,
    get open() {
      return pairs.size;
    },
    reset() {
      for (const [client] of pairs) client.resetAndDestroy();
    },
    stall() {
      isStalled = true;
      for (const [, server] of pairs) server.pause();
    },
    resume() {
      isStalled = false;
      for (const [, server] of pairs) server.resume();
    },
    refuse() {
      isRefusing = true;
    },
    accept() {
      isRefusing = false;
    },
    close() {
      for (const [client] of pairs) client.destroy();
      return new Promise(done => listener.close(() => done()));
    },
  };
}

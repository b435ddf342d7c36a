import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The proxy's action on one block of an event stream: drop, forward or duplicate it. */
type Meddle = (block: string, connection: number) => readonly string[];

export interface FaultProxy {
  readonly url: string;
  /** The target of requests; may change while the proxy runs, as with an address that several nodes share. */
  target: string;
  meddle: Meddle;
  /** Paths and queries of all requests so far. */
  readonly seen: string[];
  /** Disconnects every open stream. */
  cut(): void;
  /** Silently stops forwarding on the open streams. */
  stall(): void;
  close(): Promise<void>;
}

const asItIs: Meddle = block => [block];

function passBlocks(reply: IncomingMessage, outgoing: ServerResponse, each: (block: string) => readonly string[]) {
  let rest = '';
  reply.setEncoding('utf8');
  reply.on('data', (piece: string) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() as string;
    const text = blocks.flatMap(block => each(block).map(passed => `${passed}\n\n`)).join('');
    // Propagates back-pressure, so that the service notices a client that does not read.
    if (text !== '' && !outgoing.write(text)) {
      reply.pause();
      outgoing.once('drain', () => reply.resume());
    }
  });
  reply.on('end', () => outgoing.end());
}

/**
 * A proxy between a client and the real service that injects faults into streams: drops, duplicates and delays
 * messages.
 */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const streams = new Set<{ outgoing: ServerResponse; stalled: boolean }>();
  let connections = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    proxy.seen.push(url as string);
    const sent = request(`${proxy.target}${url}`, { method, headers, agent: false }, reply => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      if (!reply.headers['content-type']?.startsWith('text/event-stream')) {
        reply.pipe(outgoing);
        return;
      }
      connections += 1;
      const connection = connections;
      const stream = { outgoing, stalled: false };
      streams.add(stream);
      outgoing.flushHeaders();
      outgoing.on('close', () => streams.delete(stream));
      reply.on('error', () => outgoing.destroy());
      reply.on('close', () => outgoing.destroy());
      passBlocks(reply, outgoing, block => (stream.stalled ? [] : proxy.meddle(block, connection)));
    });
    sent.on('error', () => outgoing.destroy());
    // The client may leave before the service has answered.
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target,
    meddle: asItIs,
    seen: [],
    cut() {
      for (const { outgoing } of streams) outgoing.destroy();
    },
    stall() {
      for (const stream of streams) stream.stalled = true;
    },
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

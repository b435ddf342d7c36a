import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect } from 'node:net';

/** The address of a running node. */
export interface Backend {
  readonly port: number;
  alive: boolean;
}

function nextAlive(backends: readonly Backend[], from: number): Backend | null {
  for (let step = 0; step < backends.length; step += 1) {
    const backend = backends[(from + step) % backends.length];
    if (backend.alive) return backend;
  }
  return null;
}

const unavailable = JSON.stringify({ error: 'no node answers', code: 'SERVICE_UNAVAILABLE', retryable: true });

function forwarded({ headers, socket }: IncomingMessage): IncomingMessage['headers'] {
  const known = headers['x-forwarded-for'];
  const address = socket.remoteAddress ?? '';
  return { ...headers, 'x-forwarded-for': known === undefined ? address : `${known}, ${address}` };
}

/** Forwards requests to the nodes in rotation. For experiments: it has no health checks and no retries. */
export function createProxy(backends: readonly Backend[]): Server {
  let turn = 0;
  const next = () => {
    turn += 1;
    return nextAlive(backends, turn);
  };
  const server = createServer((incoming, outgoing) => {
    const backend = next();
    const refuse = () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end(unavailable);
    };
    if (!backend) return void refuse();
    const { method, url: path } = incoming;
    const target = { host: '127.0.0.1', port: backend.port, method, path, headers: forwarded(incoming) };
    const passed = request(target, reply => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
      reply.on('close', () => outgoing.end());
    });
    passed.on('error', refuse);
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const backend = next();
    if (!backend) return void socket.destroy();
    const passed = connect(backend.port, '127.0.0.1', () => {
      const lines = Object.entries(forwarded(incoming)).flatMap(([name, value]) =>
        [value].flat().map(text => `${name}: ${text}`),
      );
      passed.write([`${incoming.method} ${incoming.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      passed.write(head);
      passed.pipe(socket).pipe(passed);
    });
    for (const side of [passed, socket]) {
      side.on('error', () => {});
      side.on('close', () => {
        passed.destroy();
        socket.destroy();
      });
    }
  });
  return server;
}

import { createServer } from 'node:net';

/** Below the usual range from which systems choose ports themselves, so that they rarely give it away before it is bound. */
const firstPort = 15_000;
const portCount = 17_000;
const maxAttempts = 100;

/** Returns the error of listening on a port, or null. */
function probe(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise(done => {
    const server = createServer();
    server.once('error', done);
    server.listen({ host, port }, () => server.close(() => done(null)));
  });
}

/** A port without a listener. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = firstPort + Math.floor(Math.random() * portCount);
    const error = await probe(host, port);
    if (!error) return port;
    if (error.code !== 'EADDRINUSE' || attempt === maxAttempts) throw error;
  }
}

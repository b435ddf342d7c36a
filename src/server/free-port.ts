import { createServer } from 'node:net';

/** Below the range from which systems choose ports themselves: nothing else gets the port before its user binds it. */
const firstPort = 15_000;
const portCount = 17_000;
const maxAttempts = 1_000;

function probe(host: string, port: number): Promise<boolean> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(false);
      else failed(error);
    });
    server.listen({ host, port }, () => server.close(() => done(true)));
  });
}

/** A port that nobody listens on. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const port = firstPort + Math.floor(Math.random() * portCount);
    if (await probe(host, port)) return port;
  }
  throw new Error(`none of ${maxAttempts} ports from ${firstPort} to ${firstPort + portCount - 1} is free on ${host}`);
}

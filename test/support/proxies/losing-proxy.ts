import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface LosingProxy {
  readonly url: string;
  lost(): number;
  close(): Promise<void>;
}

function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    stream.on('data', chunk => chunks.push(chunk));
    stream.on('end', () => done(Buffer.concat(chunks)));
    stream.on('error', failed);
  });
}

/** Forwards requests and loses some of the responses, after the service has processed the request. */
export async function startLosingProxy(target: string, isLost: (method: string) => boolean): Promise<LosingProxy> {
  let lost = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const { method = 'GET', url, headers } = incoming;
    bodyOf(incoming)
      .then(body => {
        const sent = request(`${target}${url}`, { method, headers }, reply => {
          bodyOf(reply).then(
            text => {
              if (isLost(method)) {
                lost += 1;
                outgoing.destroy();
                return;
              }
              outgoing.writeHead(reply.statusCode ?? 502, reply.headers).end(text);
            },
            () => outgoing.destroy(),
          );
        });
        sent.on('error', () => outgoing.destroy());
        sent.end(body);
      })
      .catch(() => outgoing.destroy());
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost: () => lost,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

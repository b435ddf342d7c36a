import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Respond = (url: URL, request: IncomingMessage, response: ServerResponse) => void;

/** A local HTTP server in place of a data source. */
export interface SourceServer {
  readonly url: string;
  /** Paths with their queries, in order of arrival. */
  readonly requests: string[];
  respond: Respond;
  close(): Promise<void>;
}

/** Sends JSON or text with an ETag, and 304 to a request that has it. */
export function sendBody(request: IncomingMessage, response: ServerResponse, body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const etag = `"${createHash('sha1').update(text).digest('hex')}"`;
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', etag }).end(text);
}

export async function startSourceServer(respond: Respond): Promise<SourceServer> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '');
    source.respond(new URL(request.url ?? '', 'http://source.test'), request, response);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const source: SourceServer = {
    url: `http://127.0.0.1:${port}/`,
    requests,
    respond,
    async close() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
  return source;
}

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mcpPath } from '../../src/discovery/schemas.js';
import { checkSource } from '../../src/mcp/endpoint.js';
import { createTransport } from '../../src/mcp/transport.js';
import { registerFixtures } from './fixtures.js';

export interface FixtureServer {
  readonly url: string;
  stop(): Promise<void>;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }));
}

/** The fixtures of the conformance suite on the transport of /mcp, with its check of Host and Origin. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const transport = createTransport<null>({
    identity: { name: 'presage-fixtures', version: '1.0.0' },
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
    instructions: '',
    onError: () => {},
    register: registerFixtures,
  });
  const server = createServer(async (request, response) => {
    try {
      checkSource(request.headers, url);
    } catch (error) {
      return refuse(response, 403, (error as Error).message);
    }
    const chunks = await request.toArray();
    try {
      const message = chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString());
      await transport.serve(request, response, message, null);
    } catch {
      refuse(response, 400, 'The body is not JSON.');
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${url}${mcpPath}`,
    async stop() {
      await transport.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

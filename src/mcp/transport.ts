import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type Implementation, Server, type ServerCapabilities } from '@modelcontextprotocol/server';
import { mcpProtocolVersions } from '../discovery/schemas.js';
import { hourMs } from '../kernel/time.js';

export interface McpService<Visitor> {
  /** `message` is the parsed body. */
  serve(request: IncomingMessage, response: ServerResponse, message: unknown, visitor: Visitor): Promise<void>;
  close(): Promise<void>;
}

export interface TransportOptions<Visitor> {
  readonly identity: Implementation;
  readonly capabilities: ServerCapabilities;
  readonly instructions: string;
  readonly onError: (error: Error) => void;
  /** Adds the handlers for one message of this visitor. */
  register(server: Server, visitor: Visitor): void;
}

const cacheHints = {
  'tools/list': { ttlMs: hourMs, cacheScope: 'private' },
  'prompts/list': { ttlMs: hourMs, cacheScope: 'public' },
  'resources/list': { ttlMs: hourMs, cacheScope: 'public' },
  'resources/templates/list': { ttlMs: hourMs, cacheScope: 'public' },
  'resources/read': { ttlMs: hourMs, cacheScope: 'public' },
  'server/discover': { ttlMs: hourMs, cacheScope: 'public' },
} as const;

/** Streamable HTTP without sessions: each message gets a new server with the visitor of that message. */
export function createTransport<Visitor>(options: TransportOptions<Visitor>): McpService<Visitor> {
  const { identity, capabilities, instructions, onError } = options;
  const supportedProtocolVersions = [...mcpProtocolVersions];
  const handler = createMcpHandler(
    ({ authInfo }) => {
      const server = new Server(identity, { capabilities, instructions, cacheHints, supportedProtocolVersions });
      options.register(server, authInfo?.extra?.visitor as Visitor);
      return server;
    },
    { onerror: onError },
  );
  const serve = toNodeHandler(handler, { onerror: onError });
  return {
    serve: (request, response, message, visitor) => {
      const auth = { token: '', clientId: '', scopes: [], extra: { visitor } };
      return serve(Object.assign(request, { auth }), response, message);
    },
    close: () => handler.close(),
  };
}

import { mcpPath, mcpProtocolVersions } from '../api/discovery/mcp-address.js';
import type { ErrorCode } from '../http/errors.js';

type Json = Record<string, unknown>;

const page = (operationId: string, summary: string, description: string): Json => ({
  operationId,
  tags: ['service'],
  summary,
  description,
  'x-budget': 'address',
  'x-effect': 'read',
  'x-error-codes': ['RATE_LIMITED'] satisfies ErrorCode[],
  security: [],
  parameters: [],
  responses: {
    200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } },
    429: { description: 'The budget of the client address is exhausted; Retry-After has the seconds to wait.' },
  },
});

const version = { type: 'string', enum: [...mcpProtocolVersions] };
const id = { type: ['string', 'integer', 'null'], description: 'The id of the request.', examples: [1] };
const reply = {
  type: 'object',
  description: 'A JSON-RPC 2.0 response.',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { const: '2.0', description: 'The version of JSON-RPC.' },
    id,
    result: { type: 'object', description: 'Result of the method; absent with error.' },
    error: {
      type: 'object',
      description: 'Error of the method; absent with result.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'JSON-RPC error code.', examples: [-32600] },
        message: { type: 'string', description: 'Error message.', examples: ['body must be one JSON-RPC message'] },
        data: { type: 'object', description: 'The error body, as other operations send it.' },
      },
    },
  },
};
const mcpCodes: readonly ErrorCode[] = [
  'FORBIDDEN',
  'INVALID_PAYLOAD',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'UNAUTHORIZED',
];
const refusal = (description: string) => ({ description, content: { 'application/json': { schema: reply } } });

const mcp: Json = {
  operationId: 'callMcp',
  tags: ['mcp'],
  summary: 'Model Context Protocol',
  description: `Streamable HTTP without sessions, one JSON-RPC message per request; versions ${mcpProtocolVersions.join(', ')}. Without a key, only read-only tools are available; with an agent key, tools act on its account. A tool call costs the same as its operation. /api/v1/agent/tools lists the tools.`,
  'x-budget': 'reads',
  'x-effect': 'write',
  'x-error-codes': mcpCodes,
  security: [{}, { bearer: [] }, { apiKey: [] }],
  parameters: [
    {
      name: 'Mcp-Protocol-Version',
      in: 'header',
      required: false,
      description: 'Protocol version of the client.',
      schema: version,
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          description: 'A JSON-RPC 2.0 message.',
          required: ['jsonrpc', 'method'],
          properties: {
            jsonrpc: { const: '2.0', description: 'JSON-RPC version.' },
            id,
            method: { type: 'string', description: 'Method of the protocol.', examples: ['tools/call'] },
            params: { type: 'object', description: 'Parameters of the method.' },
          },
        },
        example: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_markets', arguments: { limit: 5 } },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The response, as JSON or as one message of a stream, depending on Accept.',
      content: { 'application/json': { schema: reply }, 'text/event-stream': { schema: { type: 'string' } } },
    },
    202: { description: 'The notification was accepted.' },
    400: refusal('Not one valid JSON-RPC message, or an unknown protocol version.'),
    401: refusal('The key is malformed, unknown or revoked.'),
    403: refusal('The Origin or the Host is not this arena.'),
    406: refusal('Accept must allow application/json and text/event-stream.'),
    413: refusal('The body is too large.'),
    415: refusal('The Content-Type must be application/json.'),
    429: refusal('The budget is exhausted; Retry-After has the seconds to wait.'),
  },
};

/** Paths that are not routes: pages for people, and the MCP server, whose tools have a separate contract. */
export const otherPaths: Readonly<Record<string, Json>> = {
  [mcpPath]: { post: mcp },
  '/docs': {
    get: page(
      'getDocs',
      'Documentation',
      'Guides, concepts and references. Each page has a Markdown twin: its path with .md.',
    ),
  },
  '/docs/api': { get: page('getReference', 'API reference', 'This contract as a page to read and try.') },
  '/docs/errors': { get: page('getErrorPage', 'Errors', 'Every code: its status, what it means and what to do.') },
};

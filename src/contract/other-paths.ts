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
    429: { description: 'The budget of the address is used up; Retry-After says for how long.' },
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
    result: { type: 'object', description: 'What the method returns; absent with error.' },
    error: {
      type: 'object',
      description: 'Why the method failed; absent with result.',
      required: ['code', 'message'],
      properties: {
        code: { type: 'integer', description: 'Code of JSON-RPC.', examples: [-32600] },
        message: { type: 'string', description: 'What went wrong.', examples: ['body must be one JSON-RPC message'] },
        data: { type: 'object', description: 'The body of the error as other operations send it.' },
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
  description: `Streamable HTTP without sessions, for one JSON-RPC message per request; versions ${mcpProtocolVersions.join(', ')}. Without a key the tools are read-only; with an agent key they act on its account. A tool call costs what its operation costs. /api/v1/agent/tools lists the tools.`,
  'x-budget': 'reads',
  'x-effect': 'write',
  'x-error-codes': mcpCodes,
  security: [{}, { bearer: [] }, { apiKey: [] }],
  parameters: [
    {
      name: 'Mcp-Protocol-Version',
      in: 'header',
      required: false,
      description: 'The version that the client speaks.',
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
            jsonrpc: { const: '2.0', description: 'The version of JSON-RPC.' },
            id,
            method: { type: 'string', description: 'Method of the protocol.', examples: ['tools/call'] },
            params: { type: 'object', description: 'What the method takes.' },
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
      description: 'The response, as JSON or as one message of a stream, as Accept asks.',
      content: { 'application/json': { schema: reply }, 'text/event-stream': { schema: { type: 'string' } } },
    },
    202: { description: 'A notification was taken.' },
    400: refusal('Not one valid JSON-RPC message, or an unknown protocol version.'),
    401: refusal('The key is malformed, unknown or revoked.'),
    403: refusal('The Origin or the Host is not this arena.'),
    406: refusal('Accept must allow application/json and text/event-stream.'),
    413: refusal('The body is too large.'),
    415: refusal('The Content-Type must be application/json.'),
    429: refusal('The budget is used up; Retry-After says for how long.'),
  },
};

/** What the service serves beside its routes: pages for people, and the MCP server, whose tools have a contract of their own. */
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

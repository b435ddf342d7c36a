import { basePathOf } from '../certification/routes.js';
import { mcpPath, mcpProtocolVersions } from '../discovery/schemas.js';
import { priorityOf } from '../http/admission/admission.js';
import { documentationPath, type ErrorCode, errorEntry } from '../http/errors.js';
import { clientIdForm, requestBounds } from '../http/limits.js';
import { sessionCookieName } from '../http/pipeline/credentials.js';
import { callersOf, isRead, pathParameters, type ReplySchema, type Route, refusesUnknownQuery } from '../http/route.js';
import { contractVersion, ErrorReply, nameKeyword, rulesKeyword } from '../http/schema.js';
import { type RecordedExample, type RecordedExamples, sampleOf } from './examples.js';

type Json = Record<string, unknown>;

/**
 * Collects named schemas while it replaces them with references. Two different schemas with one name would make the
 * contract ambiguous, so that throws.
 */
export class NamedSchemas {
  private readonly found = new Map<string, Json>();
  private readonly texts = new Map<string, string>();

  constructor(private readonly prefix: string) {}

  /** The schema as JSON, with every named schema in it, including itself, as a $ref. */
  refer(schema: unknown): Json {
    return this.rewrite(JSON.parse(JSON.stringify(schema))) as Json;
  }

  private rewrite(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(item => this.rewrite(item));
    if (typeof value !== 'object' || value === null) return value;
    const { [nameKeyword]: name, ...rest } = value as Json;
    if (typeof name !== 'string') return this.rewriteMembers(rest);
    this.keep(name, rest);
    return { $ref: `${this.prefix}${name}` };
  }

  private rewriteMembers(members: Json): Json {
    const { [rulesKeyword]: rules, ...rest } = members;
    const ruled = rules === undefined ? rest : { ...rest, allOf: rules };
    return Object.fromEntries(
      Object.entries(ruled).map(([key, item]) =>
        // Examples are data, which may look like a schema.
        [key, key === 'examples' || key === 'default' || key === 'enum' || key === 'const' ? item : this.rewrite(item)],
      ),
    );
  }

  private keep(name: string, schema: Json): void {
    const text = JSON.stringify(schema);
    const cachedText = this.texts.get(name);
    if (cachedText === text) return;
    if (cachedText !== undefined) throw new Error(`two different schemas are named ${name}`);
    this.texts.set(name, text);
    this.found.set(name, this.rewriteMembers(schema));
  }

  all(): Record<string, Json> {
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Every code that a route can return: its own and those that follow from its declaration. */
function routeErrors(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  const { params, query, body } = route.request ?? {};
  const readsInput = !route.ignoresInput;
  if (readsInput && (params || query || body || refusesUnknownQuery(route))) codes.add('INVALID_PAYLOAD');
  if (body) for (const code of ['INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE'] as const) codes.add(code);
  if (readsInput && route.method !== 'GET') codes.add('PAYLOAD_TOO_LARGE');
  if (route.auth !== 'none')
    for (const code of ['UNAUTHORIZED', 'INVALID_PAYLOAD', 'SERVICE_UNAVAILABLE'] as const) codes.add(code);
  // A credential of the wrong kind, a missing scope, or a cross-site request of a browser.
  const openToAll = route.auth === 'none' || (route.auth === 'optional' && !route.callers && isRead(route));
  if (!openToAll) codes.add('FORBIDDEN');
  if (route.auth !== 'none' && !isRead(route) && !route.whileSuspended) codes.add('PLAYER_SUSPENDED');
  if (route.bucket !== 'none') codes.add('RATE_LIMITED');
  if (priorityOf(route) !== 'vital') codes.add('OVERLOADED');
  if (route.idempotency === 'header') codes.add('MISSING_IDEMPOTENCY_KEY');
  if (route.idempotency !== undefined) {
    for (const code of ['IDEMPOTENT_REPLAY', 'INVALID_PAYLOAD'] as const) codes.add(code);
  }
  codes.add('INTERNAL_ERROR');
  codes.add('URI_TOO_LONG');
  codes.add('REQUEST_TIMEOUT');
  return [...codes].sort();
}

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

const schemaPrefix = '#/components/schemas/';

const headerComponents = {
  RequestId: { description: 'Id of this request; yours, if you sent a valid one.', schema: { type: 'string' } },
  ETag: { description: 'Identifies this body; send it as If-None-Match to get 304.', schema: { type: 'string' } },
  RateLimit: { description: 'Remaining requests: "name";r=requests;t=seconds.', schema: { type: 'string' } },
  RateLimitPolicy: { description: 'Budget: "name";q=quota;w=seconds.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  WWWAuthenticate: { description: 'The Bearer or Session challenge.', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: 'true if the stored result was sent.',
    schema: { type: 'string', enum: ['true'] },
  },
};

function headerRef(name: keyof typeof headerComponents): Json {
  return { $ref: `#/components/headers/${name}` };
}

/** Whether the body can mark the replay of an earlier request, also without a key or a client id. */
function canBeReplay({ schema }: Partial<ReplySchema> = {}): boolean {
  const { properties } = (schema ?? {}) as { properties?: Readonly<Record<string, unknown>> };
  return JSON.stringify(properties?.code ?? null).includes('"IDEMPOTENT_REPLAY"');
}

function replyHeaders(route: Route, status: number): Json {
  const headers: Json = { 'X-Request-Id': headerRef('RequestId') };
  if (route.bucket !== 'none') {
    headers.RateLimit = headerRef('RateLimit');
    headers['RateLimit-Policy'] = headerRef('RateLimitPolicy');
  }
  if (
    status === 200 &&
    route.method === 'GET' &&
    !route.streams &&
    !route.noStore &&
    route.responses[status] !== undefined &&
    route.responses[status].contentType !== 'application/x-ndjson' &&
    (route.auth === 'none' || route.auth === 'optional')
  ) {
    headers.ETag = headerRef('ETag');
  }
  if (status === 429 || status === 503) headers['Retry-After'] = headerRef('RetryAfter');
  if (status === 401 || (status === 403 && typeof route.auth === 'object'))
    headers['WWW-Authenticate'] = headerRef('WWWAuthenticate');
  if (status === 200 && (route.idempotency !== undefined || canBeReplay(route.responses[status])))
    headers['Idempotent-Replayed'] = headerRef('IdempotentReplayed');
  return headers;
}

/** One for each code, because every operation can return several of them. */
function errorExamples(codes: Iterable<ErrorCode>): Json {
  const entries = [...new Set(codes)].sort().map(code => {
    const { meaning, remediation, retryable } = errorEntry(code);
    const value = {
      error: meaning,
      code,
      requestId: 'req_01kx3v7p9ye1f8m2q4s6t8v0wz',
      retryable: retryable === 'yes',
      remediation,
      documentation: documentationPath(code),
    };
    return [code, { summary: meaning, value }];
  });
  return Object.fromEntries(entries);
}

function errorReply(route: Route, status: number, codes: readonly ErrorCode[], schemas: NamedSchemas): Json {
  const examples = Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map(code => `${code}: ${errorEntry(code).meaning}`).join(' '),
    headers: replyHeaders(route, status),
    content: { 'application/json': { schema: schemas.refer(ErrorReply), examples } },
  };
}

/**
 * The recorded body, or one made from the schema where nothing is recorded. Omits an example with a `$ref`, such as a
 * JSON Schema: readers of the document would resolve it in the document.
 */
function exampleOf(schema: NonNullable<ReplySchema['schema']>, recorded: unknown): Json {
  const example = recorded ?? sampleOf(schema);
  return JSON.stringify(example).includes('"$ref":') ? {} : { example };
}

function successReplies(route: Route, schemas: NamedSchemas, recorded: RecordedExample | undefined): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, reply]) => {
      const type = (reply.contentType ?? 'application/json').split(';')[0];
      const schema = reply.schema ? schemas.refer(reply.schema) : { type: 'string' };
      const content = {
        [type]: { schema, ...(reply.schema ? exampleOf(reply.schema, recorded?.replies[status]) : {}) },
      };
      return [status, { description: reply.description, headers: replyHeaders(route, Number(status)), content }];
    }),
  );
}

function replies(route: Route, schemas: NamedSchemas, recorded: RecordedExample | undefined): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of routeErrors(route)) {
    for (const status of errorEntry(code).http) {
      if (status >= 400 && (status === errorEntry(code).http[0] || route.errors?.includes(code))) {
        byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
      }
    }
  }
  const errors = [...byStatus].sort(([a], [b]) => a - b);
  const all: Json = successReplies(route, schemas, recorded);
  if (replyHeaders(route, 200).ETag) {
    all['304'] = {
      description: 'The body is unchanged since the ETag in If-None-Match.',
      headers: replyHeaders(route, 200),
    };
  }
  for (const [status, codes] of errors) all[status] ??= errorReply(route, status, codes, schemas);
  return all;
}

function takesIdempotencyKey({ idempotency }: Route): boolean {
  return typeof idempotency === 'object' ? idempotency.header !== 'ignored' : idempotency !== undefined;
}

function parameters(route: Route, path: string, schemas: NamedSchemas): Json[] {
  const pathNames = pathParameters(route.path);
  const named = pathParameters(path);
  const listed = (place: 'path' | 'query', schema: unknown): Json[] => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...rest } = schemas.refer(property);
      return {
        name: place === 'path' ? named[pathNames.indexOf(name)] : name,
        in: place,
        required: required.includes(name),
        ...(description ? { description } : {}),
        schema: rest,
      };
    });
  };
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: route.idempotency === 'header',
    description: `Generated once per logical write and reused for its retries; ${clientIdForm.text}.`,
    schema: { type: 'string', minLength: 1, maxLength: requestBounds.idempotencyKeyCharacters },
  };
  const lastEventId = {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description:
      'Id of the last message that you received. Browsers send it automatically; it overrides afterSequence.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  };
  return [
    ...listed('path', route.request?.params),
    ...listed('query', route.request?.query),
    ...(takesIdempotencyKey(route) ? [idempotency] : []),
    ...(route.streams ? [lastEventId] : []),
  ];
}

function security(route: Route): Json[] {
  if (route.auth === 'none') return [];
  const callers = callersOf(route);
  return [
    ...(route.auth === 'optional' ? [{}] : []),
    ...(callers.includes('agent') ? [{ bearer: [] }, { apiKey: [] }] : []),
    // People with the operator role use their session.
    ...(callers.includes('person') || callers.includes('operator') ? [{ session: [] }] : []),
    ...(callers.includes('operator') ? [{ operator: [] }] : []),
  ];
}

function operation(route: Route, alias: number, schemas: NamedSchemas, recorded: RecordedExample | undefined): Json {
  const { body, bodyOptional } = route.request ?? {};
  const scope = typeof route.auth === 'object' ? { 'x-scope': route.auth.scope } : {};
  return {
    operationId: alias === 0 ? route.id : `${route.id}Alias${alias === 1 ? '' : alias}`,
    tags: [route.area],
    summary: alias === 0 ? route.summary : `${route.summary} (alias)`,
    description: alias === 0 ? route.description : `Alias of ${route.method} ${route.path}. ${route.description}`,
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(alias === 0 ? {} : { 'x-alias-of': route.id }),
    'x-budget': route.bucket,
    'x-effect': isRead(route) ? 'read' : 'write',
    'x-error-codes': routeErrors(route),
    ...scope,
    security: security(route),
    parameters: parameters(route, alias === 0 ? route.path : (route.aliases?.[alias - 1] as string), schemas),
    ...(body
      ? {
          requestBody: {
            required: bodyOptional !== true,
            content: { 'application/json': { schema: schemas.refer(body), ...exampleOf(body, recorded?.request) } },
          },
        }
      : {}),
    responses: replies(route, schemas, recorded),
  };
}

function usedHeaders(paths: Json): Json {
  const text = JSON.stringify(paths);
  return Object.fromEntries(Object.entries(headerComponents).filter(([name]) => text.includes(`/headers/${name}"`)));
}

const description = `Presage is an open arena in which AI agents and people forecast real-world events and are scored on one public track record. It is play-only: credits are free and have no value. Send an agent key as \`Authorization: Bearer <key>\`. Every error has a code; /docs/errors explains each of them.`;

/** The tags of the contract and their descriptions, in the order in which a newcomer needs them. */
const areaDescriptions: Record<string, string> = {
  play: 'The play API: account, events, positions, activity, orders and forecasts.',
  markets: 'Events and their markets: lists, prices over time, public trades and the rules for new ones.',
  people: 'Accounts of people, their agents and the keys of those.',
  record: 'The public record: players, scores, leaderboards, and an export to recompute them.',
  practice: 'The rolling series of short events for trying things out, and its board.',
  snapshots: 'Prices, volumes and health of one or many markets, for polling.',
  orderbook: 'What the market maker and resting orders trade at each price.',
  streams: 'Sequenced messages as they happen, their replay and what describes them.',
  agent: 'Contracts, limits and discovery for agents.',
  bot: 'How bots should behave, what they can try, and figures to decide with.',
  mcp: 'The Model Context Protocol: the same operations as tools for language models.',
  sandbox: 'Certification: scenarios, runs with scripted faults, and their verdicts.',
  developer: 'Diagnostics for developers.',
  data: 'Commercial data about markets and players, by plan.',
  aggregator: 'One feed over our events and the markets of connected venues.',
  sports: 'Fixtures of sports leagues, the lines of books on them and how far both can be relied on.',
  service: 'Health, metrics and texts about the service itself.',
  operator:
    'For the operator of the arena: events and their lifecycle, people, plans, the trading pause and the audit.',
  retired: 'Signed orders and money, from the time before play-only mode: always 503 LIVE_TRADING_DISABLED.',
};

function describedArea(name: string): string {
  const text = areaDescriptions[name];
  if (text === undefined) throw new Error(`the area ${name} of the contract has no description`);
  return text;
}

/** A certification run serves the same operations under its base path. */
function serversOf(url: string): Json[] {
  const runId = { default: 'run_01kx3v7p9ye1f8m2q4s6t8v0wz', description: 'Id of an open run, from certify.' };
  return [
    { url, description: 'The arena.' },
    {
      url: `${url}${basePathOf('{runId}')}`,
      description:
        'The arena as seen by a certification run: the same operations with scripted faults, for the agent that opened the run.',
      variables: { runId },
    },
  ];
}

/** `examples` are requests and replies by operationId. */
export function buildOpenapi(routes: readonly Route[], serverUrl: string, examples: RecordedExamples): Json {
  const schemas = new NamedSchemas(schemaPrefix);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    [route.path, ...(route.aliases ?? [])].forEach((path, alias) => {
      paths[path] ??= {};
      paths[path][route.method.toLowerCase()] = operation(route, alias, schemas, examples[route.id]);
    });
  }
  const areas = new Set([...routes.map(route => route.area), 'mcp']);
  for (const area of areas) describedArea(area);
  // The order of the table is the one in which a newcomer needs them.
  const tags = Object.keys(areaDescriptions).filter(area => areas.has(area));
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Presage',
      version: contractVersion,
      summary: 'Forecasting arena for agents and people',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversOf(serverUrl),
    tags: tags.map(name => ({ name, description: describedArea(name) })),
    paths: Object.fromEntries(Object.entries({ ...paths, ...otherPaths }).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An agent key; the preferred scheme.' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'An agent key, for older clients.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName,
          description: 'The session of a signed-in person. If a key is sent too, the key is used.',
        },
        operator: { type: 'http', scheme: 'bearer', description: 'The operator token of this arena.' },
      },
      headers: usedHeaders(paths),
      examples: errorExamples(routes.flatMap(routeErrors)),
      schemas: schemas.all(),
    },
  };
}

/** Every named schema of the contract as one JSON Schema document. */
export function buildSchemaCatalogue(routes: readonly Route[], url: string): Json {
  const schemas = new NamedSchemas('#/$defs/');
  for (const route of routes) {
    const { params, query, body } = route.request ?? {};
    const shown = [params, query, body, ErrorReply, ...Object.values(route.responses).map(reply => reply.schema)];
    for (const schema of shown) if (schema) schemas.refer(schema);
  }
  const $defs = schemas.all();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${url}/api-schema.json`,
    title: 'Presage schemas',
    contractVersion,
    names: Object.keys($defs),
    $defs,
  };
}

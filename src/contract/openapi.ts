import { basePathOf } from '../api/certification/run-view.js';
import { documentationPath, type ErrorCode, errorEntry } from '../http/errors.js';
import { clientIdForm, requestBounds } from '../http/limits.js';
import { callersOf, isRead, pathParameters, type ReplySchema, type Route } from '../http/route.js';
import { contractVersion, ErrorReply } from '../http/schema.js';
import { sessionCookieName } from '../http/session-cookie.js';
import { NamedSchemas } from './named-schemas.js';
import { otherPaths } from './other-paths.js';
import type { RecordedExample, RecordedExamples } from './recorded-examples.js';
import { routeErrors } from './route-errors.js';
import { sampleOf } from './sample.js';

type Json = Record<string, unknown>;

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
  const own = pathParameters(route.path);
  const named = pathParameters(path);
  const listed = (place: 'path' | 'query', schema: unknown): Json[] => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...rest } = schemas.refer(property);
      return {
        name: place === 'path' ? named[own.indexOf(name)] : name,
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

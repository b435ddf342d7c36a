import type { TradingPause } from '../database/arena/rows.js';
import { errorTaxonomy } from '../http/errors.js';
import {
  type Budget,
  budgetHolders,
  budgets,
  bulkReads,
  clientIdForm,
  playBounds,
  quotaOf,
  requestBounds,
} from '../http/limits.js';
import { sessionCookieName } from '../http/pipeline/credentials.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext } from '../http/route.js';
import { ContractVersion, closed, contractVersion, described, named, nullable, oneOf, Type } from '../http/schema.js';
import { plans, planTerms } from '../kernel/plans.js';
import { agentKeyPrefix } from '../kernel/token-syntax.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import type { DescriptionServices } from './service-description.js';

type Needs = HttpServices & DescriptionServices & MarketDataServices;

export const ErrorTaxonomyEntry = named(
  'ErrorTaxonomyEntry',
  closed({
    code: Type.String({ description: 'Error code.', examples: ['RATE_LIMITED'] }),
    httpStatus: Type.Array(Type.Integer({ minimum: 200, maximum: 599 }), {
      minItems: 1,
      description: 'HTTP statuses that the code is sent with.',
    }),
    retryable: oneOf(['yes', 'no', 'conditional'], {
      description: 'conditional: reconcile by client id first, then decide.',
    }),
    meaning: Type.String({
      description: 'Meaning of the code.',
      examples: ['The quota of the current window is used up.'],
    }),
    remediation: Type.String({
      description: 'What to do next.',
      examples: ['Wait for the seconds in Retry-After, then retry with jitter.'],
    }),
    documentation: Type.String({
      description: 'Path of the page that explains the code.',
      examples: ['/docs/errors#RATE_LIMITED'],
    }),
  }),
);

export const AuthSplit = closed({
  publicRead: closed(
    {
      headers: Type.Array(Type.String(), { description: 'Headers to send; none.', examples: [[]] }),
      usedFor: Type.String({
        description: 'Requests that need no credential.',
        examples: ['discovery, market reads and public streams'],
      }),
    },
    { description: 'Requests without a credential.' },
  ),
  agentKey: closed(
    {
      headers: Type.Array(Type.String(), {
        description: 'Headers, of which one carries the key.',
        examples: [['Authorization: Bearer <key>', 'x-api-key: <key>']],
      }),
      usedFor: Type.String({
        description: 'What a key gives access to.',
        examples: ['the play API, commercial data, quant metrics and diagnostics'],
      }),
      format: Type.String({
        description: 'Format of a key.',
        examples: ['presage_agent_ followed by 49 letters and digits, the last 6 of them a checksum'],
      }),
    },
    { description: 'Requests of agents.' },
  ),
  session: closed(
    {
      cookie: Type.String({ description: 'Name of the session cookie.', examples: ['presage_session'] }),
      usedFor: Type.String({
        description: 'What a session gives access to.',
        examples: ['people: the play API and everything under /api/people'],
      }),
      crossSite: Type.String({
        description: 'How cross-site writes are treated.',
        examples: ['a write is rejected with 403 if Origin or Sec-Fetch-Site shows that another site sent it'],
      }),
    },
    { description: 'Requests of people who are signed in.' },
  ),
  operator: closed(
    {
      headers: Type.Array(Type.String(), {
        description: 'Headers to send.',
        examples: [['Authorization: Bearer <operator token>']],
      }),
      usedFor: Type.String({ description: 'What the token gives access to.', examples: ['the operator API'] }),
    },
    { description: 'Requests with the operator token.' },
  ),
  walletSigned: closed(
    {
      available: Type.Boolean({ description: 'Always false.' }),
      usedFor: Type.String({
        description: 'Historical use of wallet signatures.',
        examples: ['historical real-money writes; rejected with LIVE_TRADING_DISABLED'],
      }),
    },
    { description: 'Requests signed with a wallet.' },
  ),
  optionalCredential: Type.String({
    description: 'Meaning of an absent or invalid credential where none is required.',
    examples: ['a request without a credential is anonymous; a malformed, unknown or revoked key is 401'],
  }),
  precedence: Type.String({
    description: 'Precedence if several credentials are sent.',
    examples: ['if a request carries a key and a session cookie, the key is used'],
  }),
});

export const IdempotencyPolicy = closed({
  header: Type.String({ description: 'Name of the header.', examples: ['Idempotency-Key'] }),
  requiredFor: Type.String({
    description: 'Requests that must carry the header.',
    examples: ['mutating requests under /api/v1/'],
  }),
  clientIds: Type.String({
    description: 'Body members that identify a write.',
    examples: ['orders need clientOrderId or the header; forecasts need clientForecastId'],
  }),
  keyFormat: Type.String({
    description: 'Format of the header and of client ids.',
    examples: ['1 to 128 printable ASCII characters, without leading or trailing spaces; bare or as a quoted string'],
  }),
  scope: Type.String({
    description: 'Scope in which an id is unique.',
    examples: ['per player and kind of write, without expiry, shared by HTTP and MCP'],
  }),
  replay: Type.String({
    description: 'Response to the same id with the same body.',
    examples: ['the first result with status 200, replayed: true and Idempotent-Replayed: true'],
  }),
  conflict: Type.String({
    description: 'Response to the same id with a different body.',
    examples: ['the same id with a different body is 409 IDEMPOTENT_REPLAY'],
  }),
  refused: Type.String({
    description: 'Whether a rejected write consumes its id.',
    examples: ['a rejected write does not consume its id, which can be reused'],
  }),
});

const ServiceStatus = named(
  'ServiceStatus',
  closed(
    {
      status: oneOf(['ok', 'degraded'], {
        description:
          'degraded: problems lists at least one problem, for example paused trading, an unreachable database or a stopping service.',
      }),
      tradingPaused: nullable(
        Type.Boolean({
          description:
            'Whether the operator has paused trading in the whole arena: orders are rejected with 503 TRADING_PAUSED, everything else works. null: unknown, because the database is unreachable.',
        }),
      ),
      tradingPauseReason: nullable(
        Type.String({
          description: 'Why the operator paused trading; null without a pause or a reason.',
          examples: ['Upgrade of the database.'],
        }),
      ),
      problems: Type.Array(
        closed({
          check: Type.String({ description: 'Affected component.', examples: ['trading'] }),
          detail: Type.String({
            description: 'Description of the problem.',
            examples: ['trading is paused in the whole arena; reads, cancels and forecasts work'],
          }),
        }),
        { description: 'Why the status is degraded; empty if it is ok.' },
      ),
      service: Type.String({ const: 'presage', description: 'Name of the service.' }),
      version: Type.String({ description: 'Version of the software.', examples: ['0.1.0'] }),
      mode: Type.String({ const: 'play-only', description: 'play-only: credits have no cash value.' }),
      contractVersion: ContractVersion,
      contract: closed(
        {
          version: ContractVersion,
          openapi: Type.String({ const: '3.1.0', description: 'Version of OpenAPI.' }),
          jsonSchema: Type.String({ const: '2020-12', description: 'Version of JSON Schema.' }),
          openapiUrl: Type.String({
            description: 'Address of the OpenAPI document.',
            examples: ['https://presage.example/openapi.json'],
          }),
          schemasUrl: Type.String({
            description: 'Address of all named schemas.',
            examples: ['https://presage.example/api-schema.json'],
          }),
          versionedPrefixes: Type.Array(Type.String(), {
            description: 'Path prefixes that carry a version.',
            examples: [['/api/v1/', '/api/play/v1/']],
          }),
          compatibility: Type.String({
            description: 'Changes that are possible within one contract version.',
            examples: ['members and endpoints are added, never removed or changed in meaning'],
          }),
        },
        { description: 'Version and location of the API contract.' },
      ),
      auth: described(AuthSplit, 'How requests are authenticated.'),
      idempotency: described(IdempotencyPolicy, 'How to make a write safe to retry.'),
      rateLimitsUrl: Type.String({
        description: 'Address of all budgets and bounds.',
        examples: ['https://presage.example/api/rate-limits'],
      }),
      errorTaxonomy: Type.Array(ErrorTaxonomyEntry, { description: 'Every error code.' }),
    },
    { description: 'What a client needs to know before its first write.' },
  ),
);

export const PlanTerms = closed({
  plan: oneOf(plans, { description: 'Name of the plan.' }),
  scopes: Type.Array(Type.String(), { description: 'Scopes that the plan includes.', examples: [['data:providers']] }),
  readMultiplier: Type.Integer({
    minimum: 1,
    description: 'Multiplier of the read budget on routes that need a scope.',
  }),
});

const RateLimits = named(
  'RateLimits',
  closed(
    {
      contractVersion: ContractVersion,
      budgets: Type.Array(
        closed({
          name: oneOf(Object.keys(budgets) as (keyof typeof budgets)[], {
            description: 'Name of the budget, as in the RateLimit header.',
          }),
          quota: Type.Integer({ minimum: 0, description: '0: this arena sets no limit.' }),
          windowSeconds: Type.Integer({ minimum: 1, description: 'Length of the window in seconds.' }),
          window: oneOf(['sliding'], { description: 'sliding: each request counts for windowSeconds.' }),
          per: oneOf(budgetHolders, { description: 'What the budget is counted by.' }),
          counts: Type.String({
            description: 'Requests that count.',
            examples: ['placing orders, rejected or not; a replay counts as a read'],
          }),
        }),
        { description: 'Every budget.' },
      ),
      costs: Type.Array(
        closed({
          operationId: Type.String({ description: 'operationId in the contract.', examples: ['postBotSnapshot'] }),
          budget: oneOf(['address'], { description: 'Budget that is charged by cost.' }),
          marketsPerUnit: Type.Integer({
            minimum: 1,
            description: 'Markets covered by one unit of the budget, rounded up.',
            examples: [5],
          }),
        }),
        {
          description:
            'Requests that cost more than one unit when they count for a client address. A request that counts for an agent is one read.',
        },
      ),
      plans: Type.Array(PlanTerms, { description: 'Every plan.' }),
      request: closed(
        {
          bodyBytes: Type.Integer({ description: 'Largest body, in bytes.' }),
          jsonDepth: Type.Integer({ description: 'Deepest nesting of a JSON body.' }),
          headerBytes: Type.Integer({ description: 'Largest header section, in bytes.' }),
          urlBytes: Type.Integer({ description: 'Longest URL, in bytes.' }),
          requestSeconds: Type.Integer({ description: 'Longest time to receive a request, in seconds.' }),
          idempotencyKeyCharacters: Type.Integer({
            description: 'Longest Idempotency-Key or client id, in characters.',
          }),
          pipelinedRequests: Type.Integer({
            description: 'Concurrent requests on one connection.',
            examples: [requestBounds.pipelinedRequests],
          }),
        },
        { description: 'Bounds of a single request.' },
      ),
      play: closed(
        {
          agentsPerPerson: Type.Integer({ description: 'Active agents that one person can have.' }),
          activeKeysPerAgent: Type.Integer({ description: 'Active keys that one agent can have.' }),
          openRequestsPerPerson: Type.Integer({ description: 'Open market requests that one person can have.' }),
          openStreamsPerPlayer: Type.Integer({ description: 'Maximum per node.' }),
          startingCredits: Type.Integer({ description: 'Credits granted to a new player.' }),
          dailyGrantCredits: Type.Integer({ description: 'Credits granted for each UTC day.' }),
        },
        { description: 'Bounds and grants of players.' },
      ),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'Rate-limit response headers and their meaning.',
      }),
      onExceeded: Type.String({
        description: 'Response when a budget is exhausted.',
        examples: ['429 RATE_LIMITED with Retry-After in seconds'],
      }),
    },
    { description: 'All public budgets and bounds, from the table that enforces them.' },
  ),
);

const OpenapiDocument = Type.Object(
  { openapi: Type.String({ const: '3.1.0', description: 'Version of OpenAPI.' }) },
  { additionalProperties: true, description: 'An OpenAPI 3.1.0 document.' },
);

const VersionedOpenapi = named(
  'VersionedOpenapi',
  Type.Object(
    {
      openapi: Type.String({ const: '3.1.0', description: 'Version of OpenAPI.' }),
      'x-contract': closed(
        {
          version: ContractVersion,
          format: Type.String({ const: 'openapi', description: 'Format of the document.' }),
          formatVersion: Type.String({ const: '3.1.0', description: 'Version of the format.' }),
          canonicalUrl: Type.String({
            description: 'Canonical address of the document.',
            examples: ['https://presage.example/openapi.json'],
          }),
        },
        { description: 'Version metadata of the contract.' },
      ),
    },
    {
      additionalProperties: true,
      description: 'The same document with the contract’s version metadata in x-contract.',
    },
  ),
);

const SchemaCatalogue = named(
  'SchemaCatalogue',
  Type.Object(
    {
      $schema: Type.String({
        description: 'Dialect of JSON Schema.',
        examples: ['https://json-schema.org/draft/2020-12/schema'],
      }),
      $id: Type.String({
        description: 'Canonical address of the document.',
        examples: ['https://presage.example/api-schema.json'],
      }),
      contractVersion: ContractVersion,
      names: Type.Array(Type.String(), { description: 'Names of all schemas, sorted.', examples: [['Event']] }),
      $defs: Type.Record(Type.String(), Type.Unknown(), { description: 'The schemas by name.' }),
    },
    { additionalProperties: true, description: 'All named schemas as one JSON Schema 2020-12 document.' },
  ),
);

/** How requests are authenticated. */
export const authSplit = {
  publicRead: { headers: [], usedFor: 'discovery, market reads and public streams' },
  agentKey: {
    headers: ['Authorization: Bearer <key>', 'x-api-key: <key>'],
    usedFor: 'the play API, commercial data, quant metrics and diagnostics',
    format: `${agentKeyPrefix} followed by 49 letters and digits, the last 6 of them a checksum`,
  },
  session: {
    cookie: sessionCookieName,
    usedFor: 'people: the play API and everything under /api/people',
    crossSite: 'a write is rejected with 403 if Origin or Sec-Fetch-Site shows that another site sent it',
  },
  operator: { headers: ['Authorization: Bearer <operator token>'], usedFor: 'the operator API' },
  walletSigned: { available: false, usedFor: 'historical real-money writes; rejected with LIVE_TRADING_DISABLED' },
  optionalCredential:
    'where a credential is optional, a request without one is anonymous; a malformed, unknown or revoked key is 401, and an expired session counts as none',
  precedence: 'if a request carries a key and a session cookie, the key is used',
};

export const idempotencyPolicy = {
  header: 'Idempotency-Key',
  requiredFor: 'mutating requests under /api/v1/',
  clientIds: 'orders need clientOrderId or the header; forecasts need clientForecastId',
  keyFormat: `${clientIdForm.text}; bare or as a quoted string`,
  scope: 'per player and kind of write, without expiry, shared by HTTP and MCP',
  replay:
    'the same id with the same body returns the first result with status 200, replayed: true and Idempotent-Replayed: true',
  conflict: 'the same id with a different body is 409 IDEMPOTENT_REPLAY',
  refused: 'a rejected write does not consume its id, which can be reused',
};

/** Reasons why the service is degraded. */
interface Problem {
  readonly check: string;
  readonly detail: string;
}

const tradingProblem: Problem = {
  check: 'trading',
  detail: 'trading is paused in the whole arena; reads, cancels and forecasts work',
};

/** Undefined: unknown. */
type KnownPause = TradingPause | null | undefined;

function buildStatus(services: HttpServices, pause: KnownPause, problems: readonly Problem[]) {
  const {
    settings: { publicUrl, version },
  } = services;
  return Object.freeze({
    status: problems.length === 0 ? 'ok' : 'degraded',
    tradingPaused: pause === undefined ? null : pause !== null,
    tradingPauseReason: pause?.reason ?? null,
    problems,
    service: 'presage',
    version,
    mode: 'play-only',
    contractVersion,
    contract: {
      version: contractVersion,
      openapi: '3.1.0',
      jsonSchema: '2020-12',
      openapiUrl: `${publicUrl}/openapi.json`,
      schemasUrl: `${publicUrl}/api-schema.json`,
      versionedPrefixes: ['/api/v1/', '/api/play/v1/'],
      compatibility: 'within one contract version members and endpoints are added, never removed or changed in meaning',
    },
    auth: authSplit,
    idempotency: idempotencyPolicy,
    rateLimitsUrl: `${publicUrl}/api/rate-limits`,
    errorTaxonomy,
  });
}

function buildRateLimits(services: HttpServices) {
  return Object.freeze({
    contractVersion,
    budgets: Object.values(budgets).map((budget: Budget) => ({
      ...budget,
      quota: quotaOf(budget, services.settings.addressReadsPerMinute),
      window: 'sliding',
    })),
    costs: bulkReads.operations.map(operationId => ({
      operationId,
      budget: 'address' as const,
      marketsPerUnit: bulkReads.marketsPerUnit,
    })),
    plans: plans.map(plan => ({ plan, ...planTerms[plan] })),
    request: requestBounds,
    play: playBounds,
    headers: {
      'RateLimit-Policy': 'the budget: "name";q=quota;w=window in seconds',
      RateLimit: 'remaining requests: "name";r=requests left;t=seconds until the next one is available',
      'Retry-After': 'sent with 429: seconds to wait',
    },
    onExceeded: '429 RATE_LIMITED with Retry-After in seconds; the request has no other effect',
  });
}

const okStatus = perServices((services: HttpServices) => buildStatus(services, null, []));
const rateLimits = perServices(buildRateLimits);

async function getStatus(_input: unknown, { services }: RequestContext<Needs>) {
  const { ready, checks } = await services.service.readiness();
  // Without the database the pause is unknown; the status itself must not fail.
  const pause = ready ? await services.marketData.live.tradingPause().catch(() => undefined) : undefined;
  const failing = Object.entries(checks).filter(([, { ok }]) => !ok);
  if (failing.length === 0 && pause === null) return okStatus(services);
  const problems = failing.map(([check, { detail = 'failing' }]) => ({ check, detail }));
  if (problems.length === 0 && pause === undefined)
    problems.push({ check: 'database', detail: 'the database does not respond' });
  return buildStatus(services, pause, pause ? [...problems, tradingProblem] : problems);
}

function getRateLimits(_input: unknown, { services }: RequestContext) {
  return rateLimits(services);
}

function getOpenapi(_input: unknown, { services }: RequestContext<Needs>) {
  return services.service.contract.openapi();
}

function getVersionedOpenapi(_input: unknown, { services }: RequestContext<Needs>) {
  return services.service.contract.versionedOpenapi();
}

function getSchemaCatalogue(_input: unknown, { services }: RequestContext<Needs>) {
  return services.service.contract.schemas();
}

export const statusRoutes = [
  defineRoute({
    id: 'getStatus',
    method: 'GET',
    path: '/api/v1/status',
    area: 'agent',
    summary: 'Status, contract version, auth split, idempotency policy and error taxonomy',
    description:
      'Read this once at startup: it states the contract version and how to authenticate, retry and classify errors.',
    auth: 'none',
    bucket: 'address',
    responses: { 200: { description: 'The status of the service.', schema: ServiceStatus } },
    handler: getStatus,
  }),
  defineRoute({
    id: 'getRateLimits',
    method: 'GET',
    path: '/api/rate-limits',
    area: 'agent',
    summary: 'Public rate-limit budgets',
    description: 'Every budget and bound, from the table that enforces them.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The budgets.', schema: RateLimits } },
    tool: {
      name: 'get_rate_limits',
      compact: 'budgets(name,quota,windowSeconds,per,counts),request(bodyBytes),play,onExceeded',
      title: 'Rate limits',
      description:
        'Every request budget of this arena: how many reads, orders and forecasts an agent has per hour, and what counts against them.',
    },
    handler: getRateLimits,
  }),
  defineRoute({
    id: 'getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    area: 'agent',
    summary: 'The REST contract',
    description: 'This document: OpenAPI 3.1.0 with JSON Schema 2020-12, generated from the routes that are served.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The contract.', schema: OpenapiDocument } },
    handler: getOpenapi,
  }),
  defineRoute({
    id: 'getSchemaCatalogue',
    method: 'GET',
    path: '/api-schema.json',
    area: 'agent',
    summary: 'Catalogue of all named schemas',
    description: 'The named schemas of the contract as one JSON Schema 2020-12 document with $defs.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The schemas.', schema: SchemaCatalogue } },
    handler: getSchemaCatalogue,
  }),
  defineRoute({
    id: 'getVersionedOpenapi',
    method: 'GET',
    path: '/api/v1/openapi.json',
    area: 'agent',
    summary: 'Versioned wrapper of the REST contract',
    description: 'The contract with its version metadata under x-contract; itself a valid OpenAPI document.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The contract with its version.', schema: VersionedOpenapi } },
    handler: getVersionedOpenapi,
  }),
];

import { WatchedAgent, watchedPlayer } from '../certification/schemas.js';
import { requirePlayer } from '../http/caller.js';
import { type Budget, type BudgetName, budgetHolders, budgets, quotaOf } from '../http/limits.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { Count, Cursor, closed, Limit, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { stageDescriptions, stageNames } from '../http/stages.js';
import { dayMs } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import { Handle, PlayerKind } from '../players/player-view.js';
import {
  type DeveloperServices,
  type LoggedRequest,
  type PlayerDiagnostics,
  readDiagnostics,
  requestNames,
  requestOutcome,
} from './requests.js';
import type { RequestUsage } from './store.js';

/** The readiness of the node and the operations of its contract; supplied by service. */
interface ServiceFacts {
  readonly service: {
    readonly readiness: () => Promise<{ readonly ready: boolean }>;
    readonly contract: {
      operations(): readonly {
        readonly operationId: string;
        readonly method: string;
        readonly path: string;
        readonly effect: 'read' | 'write';
        readonly budget: BudgetName | 'none';
      }[];
    };
  };
}

type Needs = HttpServices & DeveloperServices & ServiceFacts;

/** The id of a request in the log. */
const loggedOperation =
  'operationId in the OpenAPI document; “none” if no route matched, “mcp” for messages that call no tool, “sandbox” for requests of a certification run that got a fault or matched no route.';

/** Days for which the request log is stored. */
const retentionDays = 7;
const Milliseconds = (description: string) => nullable(Type.Number({ minimum: 0, description }));

const Diagnostics = named(
  'DeveloperDiagnostics',
  closed(
    {
      ready: Type.Boolean({ description: 'Whether you can play; warnings do not prevent it.' }),
      player: closed(
        {
          id: Type.String({ description: 'Id of the player.', examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
          handle: Handle,
          kind: PlayerKind,
        },
        { description: 'The player whose credential was sent.' },
      ),
      checks: Type.Array(
        closed({
          name: oneOf(['service', 'credential', 'keys', 'account', 'trading', 'budgets', 'errors', 'forecasts'], {
            description: 'Name of the check.',
          }),
          result: oneOf(['ok', 'warning', 'failed'], {
            description: 'ok; warning: playing is possible; failed: playing is not possible.',
          }),
          detail: Type.String({
            description: 'Result of the check.',
            examples: ['2 of 3 active keys were used in the last 7 days.'],
          }),
          remediation: nullable(
            Type.String({
              description: 'What to do; null if nothing.',
              examples: ['Revoke keys that are not in use.'],
            }),
          ),
        }),
        { description: 'Every check with its result.' },
      ),
      asOf: Timestamp({ description: 'When the checks ran.' }),
    },
    { description: 'Checks of everything that playing needs.' },
  ),
);

const UsageQuery = closed({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: retentionDays,
      default: retentionDays,
      description: 'Number of days to look back.',
    }),
  ),
  agentId: WatchedAgent,
});

const Usage = {
  requests: Count('Answered.'),
  failed: Count('Requests with a status of 400 or more.'),
  rateLimited: Count('With 429.'),
};

const UsageReply = named(
  'DeveloperUsage',
  closed(
    {
      from: Timestamp({ description: 'Start of the period.' }),
      to: Timestamp({ description: 'End of the period: the time of the request.' }),
      total: closed(Usage, { description: 'Requests of the whole period.' }),
      days: Type.Array(closed({ day: Type.String({ format: 'date', description: 'UTC day.' }), ...Usage }), {
        description: 'By UTC day, newest first.',
      }),
      operations: Type.Array(
        closed({
          operationId: Type.String({
            description: loggedOperation,
            examples: ['placeOrder'],
          }),
          ...Usage,
          p50Ms: Milliseconds('Median.'),
          p95Ms: Milliseconds('95th percentile.'),
        }),
        { description: 'Most used first, at most 200.' },
      ),
      keys: Type.Array(
        closed({
          keyId: Type.String({
            description: 'Id of the agent key that the requests were made with.',
            examples: ['key_01kx3v7p9ye1f8m2q4s6t8v0wz'],
          }),
          ...Usage,
          operations: Type.Array(
            closed({
              operationId: Type.String({
                description: loggedOperation,
                examples: ['listSignals'],
              }),
              requests: Count('Answered.'),
            }),
            { description: 'Most used first.' },
          ),
        }),
        {
          description: 'The same by agent key, most used first, at most 20. Requests with a session are not included.',
        },
      ),
      codes: Type.Array(
        closed({
          code: Type.String({ description: 'Error code.', examples: ['RATE_LIMITED'] }),
          requests: Count('Requests that failed with this code.'),
        }),
        {
          description: 'Most frequent first.',
        },
      ),
    },
    { description: 'Your own requests, over HTTP and MCP. Requests without a credential are not included.' },
  ),
);

const RequestLogsQuery = closed({
  result: Type.Optional(
    oneOf(['all', 'failed'], { default: 'all', description: 'failed: only requests with a status of 400 or more.' }),
  ),
  operationId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'Only requests of this operation.',
      examples: ['placeOrder'],
    }),
  ),
  agentId: WatchedAgent,
  limit: Limit(200, 50),
  cursor: Cursor,
});

const RequestLogs = named(
  'RequestLogs',
  closed(
    {
      requests: Type.Array(
        closed({
          ...requestNames,
          operationId: Type.String({
            description: loggedOperation,
            examples: ['placeOrder'],
          }),
          ...requestOutcome,
        }),
        { description: 'One entry for each request, newest first.' },
      ),
      nextCursor: NextCursor,
      policy: closed(
        {
          keptDays: Type.Integer({ description: 'Days after which an entry is deleted.' }),
          recorded: Type.Array(Type.String(), {
            description: 'Fields of an entry.',
            examples: [['requestId', 'time', 'operation']],
          }),
          neverRecorded: Type.Array(Type.String(), {
            description: 'Data that is never logged.',
            examples: [['credentials', 'headers', 'body']],
          }),
        },
        { description: 'What the request log records, and for how long.' },
      ),
    },
    { description: 'Your own requests, newest first, without secrets.' },
  ),
);

const EndpointCosts = named(
  'EndpointCosts',
  closed(
    {
      unit: Type.String({ const: 'request', description: 'Unit of the budgets.' }),
      rules: Type.Array(Type.String(), {
        description: 'Rules for all endpoints.',
        examples: [['orders: placing orders, rejected or not; a replay counts as a read']],
      }),
      endpoints: Type.Array(
        closed({
          operationId: Type.String({
            description: 'operationId of the operation in the OpenAPI document.',
            examples: ['placeOrder'],
          }),
          method: Type.String({ description: 'HTTP method.', examples: ['POST'] }),
          path: Type.String({ description: 'Pattern of the route.', examples: ['/api/play/v1/orders'] }),
          effect: oneOf(['read', 'write'], { description: 'read: changes nothing; write: may change something.' }),
          budget: nullable(
            Type.String({
              description: 'Name of the budget that is charged; null if the endpoint is not limited.',
              examples: ['orders'],
            }),
          ),
          units: Type.Integer({ minimum: 0, description: 'What one request costs.' }),
          per: nullable(
            oneOf(budgetHolders, { description: 'What a budget is counted by; null if the endpoint is not limited.' }),
          ),
          quota: nullable(
            Type.Integer({
              minimum: 0,
              description:
                'Requests in one window; 0 if this arena sets no limit, null if the endpoint is not limited.',
            }),
          ),
          windowSeconds: nullable(
            Type.Integer({
              description: 'Length of the sliding window in seconds; null if the endpoint is not limited.',
            }),
          ),
        }),
        { description: 'One entry for each operation.' },
      ),
    },
    { description: 'Every endpoint with its cost, from the table that enforces it.' },
  ),
);

const Latency = named(
  'Latency',
  closed(
    {
      node: Type.String({
        description: 'Name of the node that responds; the figures are for this node only.',
        examples: ['node-1'],
      }),
      spanSeconds: Type.Integer({ description: 'Maximum age of the measurements, in seconds.' }),
      stages: Type.Array(
        closed({
          stage: oneOf(stageNames, { description: 'Name of the stage.' }),
          description: Type.String({
            description: 'Work that the stage covers.',
            examples: ['The database makes the transaction durable.'],
          }),
          count: Count('Measured.'),
          meanMs: Milliseconds('Mean.'),
          p50Ms: Milliseconds('Median.'),
          p95Ms: Milliseconds('95th percentile.'),
          p99Ms: Milliseconds('99th percentile.'),
          maxMs: Milliseconds('The slowest.'),
        }),
        { description: 'Stages of a request, in order.' },
      ),
      asOf: Timestamp({ description: 'When the figures were read.' }),
    },
    { description: 'Latency by stage. Quantiles have an error of at most a quarter of their value.' },
  ),
);

async function getUsage({ query }: RouteInput<{ query: typeof UsageQuery }>, context: RequestContext<Needs>) {
  const { services } = context;
  const to = services.clock();
  const from = to - (query.days ?? retentionDays) * dayMs;
  const playerId = await watchedPlayer(context, query.agentId);
  const usage = await services.developer.requestLog.usage(playerId, from);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...usage };
}

const policy = Object.freeze({
  keptDays: retentionDays,
  recorded: [
    'requestId',
    'time',
    'operation',
    'method',
    'route pattern of the path',
    'status',
    'code',
    'field',
    'milliseconds',
    'id of the key',
  ],
  neverRecorded: ['credentials', 'headers', 'query', 'body', 'reply', 'client address'],
});

function viewRequest({ requestId, at, routeId, method, path, status, code, field, milliseconds }: LoggedRequest) {
  const time = new Date(at).toISOString();
  return { requestId, at: time, operationId: routeId, method, path, status, code, field, milliseconds };
}

async function listRequestLogs(
  { query }: RouteInput<{ query: typeof RequestLogsQuery }>,
  context: RequestContext<Needs>,
) {
  const { services } = context;
  const playerId = await watchedPlayer(context, query.agentId);
  const { result = 'all', operationId = null, limit = 50, cursor } = query;
  const filters = [playerId, result, operationId];
  const before =
    cursor === undefined
      ? null
      : services.cursors.read<{ at: number; requestId: string; routeId: string }>('requests', filters, cursor);
  const failedOnly = result === 'failed';
  const rows = await services.developer.requestLog.list({
    playerId,
    failedOnly,
    routeId: operationId,
    before,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const position = last && { at: last.at, requestId: last.requestId, routeId: last.routeId };
  return {
    requests: page.map(viewRequest),
    nextCursor: rows.length > limit ? services.cursors.write('requests', filters, position) : null,
    policy,
  };
}

const costs = perServices((services: Needs) =>
  Object.freeze({
    unit: 'request',
    rules: Object.values(budgets).map(({ name, counts }: Budget) => `${name}: ${counts}`),
    endpoints: services.service.contract.operations().map(({ operationId, method, path, effect, budget: name }) => {
      const budget: Budget | null = name === 'none' ? null : budgets[name as BudgetName];
      return {
        operationId,
        method,
        path,
        effect,
        budget: budget?.name ?? null,
        units: budget ? 1 : 0,
        per: budget?.per ?? null,
        quota: budget ? quotaOf(budget, services.settings.addressReadsPerMinute) : null,
        windowSeconds: budget?.windowSeconds ?? null,
      };
    }),
  }),
);

function getEndpointCosts(_input: unknown, { services }: RequestContext<Needs>) {
  return costs(services);
}

function getLatency(_input: unknown, { services }: RequestContext<Needs>) {
  const { node, spanSeconds, stages } = services.developer.latency();
  return {
    node,
    spanSeconds,
    stages: stages.map(figures => ({ description: stageDescriptions[figures.stage], ...figures })),
    asOf: new Date(services.clock()).toISOString(),
  };
}

type Check = { name: string; result: 'ok' | 'warning' | 'failed'; detail: string; remediation: string | null };

const check = (name: string, result: Check['result'], detail: string, remediation: string | null = null): Check => ({
  name,
  result,
  detail,
  remediation,
});

function checkKeys(credentials: PlayerDiagnostics['credentials']): Check {
  if (credentials.kind === 'person') {
    const detail = `${credentials.agents} of 3 agents entered`;
    if (credentials.agents > 0) return check('keys', 'ok', detail);
    return check('keys', 'warning', detail, 'Create an agent with POST /api/people/agents, or play yourself.');
  }
  const { activeKeys } = credentials;
  const room =
    activeKeys < 2
      ? 'a second key can be created before this one is revoked'
      : 'revoke the other key before you rotate';
  return check('keys', 'ok', `${activeKeys} of 2 active keys; ${room}`);
}

function checkBalance(available: number): Check {
  const credits = microsToWire(available);
  const detail = `${credits} credits are available`;
  if (credits >= 1) return check('account', 'ok', detail);
  return check('account', 'warning', detail, 'Cancel open orders, sell, or wait for the next grant.');
}

function checkBudgets(writes: PlayerDiagnostics['writes']): Check {
  const left = writes.map(({ name, remaining, quota }) => `${remaining} of ${quota} ${name}`).join(', ');
  const detail = `${left} left this hour`;
  const isLow = writes.some(({ remaining, quota }) => remaining * 10 < quota);
  if (!isLow) return check('budgets', 'ok', detail);
  return check('budgets', 'warning', detail, 'Write less often; rejected writes count too.');
}

function checkErrors({ total, codes }: RequestUsage): Check {
  const worst = codes.map(({ code, requests }) => `${requests} × ${code}`).slice(0, 3);
  const detail = `${total.failed} of ${total.requests} requests of the last 24 hours failed${worst.length > 0 ? `: ${worst.join(', ')}` : ''}`;
  if (total.failed * 10 <= total.requests) return check('errors', 'ok', detail);
  return check('errors', 'warning', detail, 'See GET /api/v1/developer/request-logs?result=failed and explain-error.');
}

function checkForecasts(hasOpenForecast: boolean): Check {
  if (hasOpenForecast) return check('forecasts', 'ok', 'at least one forecast is in force');
  const remediation = 'Record one with POST /api/play/v1/forecasts; without forecasts there is no score.';
  return check('forecasts', 'warning', 'no forecast is in force', remediation);
}

async function getDiagnostics(_input: unknown, { services, caller }: RequestContext<Needs>) {
  const { playerId, handle } = requirePlayer(caller);
  const isAgent = caller.kind === 'agent';
  const { ready } = await services.service.readiness();
  const facts = await readDiagnostics(services, { playerId, kind: isAgent ? 'agent' : 'person' });
  const usage = await services.developer.requestLog.usage(playerId, services.clock() - dayMs);
  const credential = isAgent ? `key ${caller.keyId} of ${handle}` : `session of ${handle}`;
  const checks = [
    ready
      ? check('service', 'ok', 'the service is running and reaches its database')
      : check('service', 'failed', 'the service is stopping or can’t reach its database', 'Retry in a moment.'),
    check('credential', 'ok', `${credential} is valid`),
    checkKeys(facts.credentials),
    checkBalance(facts.available),
    checkBudgets(facts.writes),
    facts.tradingPaused
      ? check('trading', 'failed', 'trading is paused in the whole arena', 'Keep reading; forecasts and cancels work.')
      : check('trading', 'ok', 'orders are accepted'),
    checkErrors(usage),
    checkForecasts(facts.hasOpenForecast),
  ];
  return {
    ready: checks.every(({ result }) => result !== 'failed'),
    player: { id: playerId, handle, kind: isAgent ? 'agent' : 'human' },
    checks,
    asOf: new Date(services.clock()).toISOString(),
  };
}

const routeDefaults = { area: 'developer', auth: 'required', bucket: 'reads', method: 'GET' } as const;
const open = { area: 'developer', auth: 'none', bucket: 'address', method: 'GET' } as const;

export const selfRoutes = [
  defineRoute({
    ...routeDefaults,
    id: 'getDiagnostics',
    path: '/api/developer/diagnostics',
    summary: 'Check that you are ready to play',
    description:
      'Checks your credential, keys, account, budgets, recent errors, forecasts and whether orders are accepted. Each check comes with advice.',
    responses: { 200: { description: 'The checks.', schema: Diagnostics } },
    handler: getDiagnostics,
  }),
  defineRoute({
    ...routeDefaults,
    id: 'getUsage',
    path: '/api/developer/usage',
    summary: 'What you have asked for',
    description:
      'Your requests of the last days by day, by operation with their times, and by error code. With agentId, those of one of your agents.',
    request: { query: UsageQuery },
    responses: { 200: { description: 'Your usage.', schema: UsageReply } },
    errors: ['NOT_FOUND'],
    handler: getUsage,
  }),
  defineRoute({
    ...routeDefaults,
    id: 'listRequestLogs',
    path: '/api/v1/developer/request-logs',
    summary: 'Your request log',
    description:
      'Newest first, stored for 7 days. With agentId, those of one of your agents. The log contains no credential, header, query, body, reply or address.',
    request: { query: RequestLogsQuery },
    responses: { 200: { description: 'The requests.', schema: RequestLogs } },
    errors: ['NOT_FOUND'],
    handler: listRequestLogs,
  }),
  defineRoute({
    ...open,
    id: 'getEndpointCosts',
    path: '/api/v1/developer/endpoint-costs',
    summary: 'Cost of each endpoint',
    description: 'The budget that each endpoint is charged to, with quota and window.',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The costs.', schema: EndpointCosts } },
    handler: getEndpointCosts,
  }),
  defineRoute({
    ...open,
    id: 'getLatency',
    path: '/api/v1/developer/latency',
    summary: 'Latency by stage',
    description: 'Measured latencies of the stages auth, queue, decide, commit and send on the node that responds.',
    responses: { 200: { description: 'The stages.', schema: Latency } },
    handler: getLatency,
  }),
];

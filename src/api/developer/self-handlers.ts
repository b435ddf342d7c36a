import { dayMs } from '../../domain/durations.js';
import { microsToWire } from '../../domain/units.js';
import { requirePlayer } from '../../http/caller.js';
import { type Budget, type BudgetName, budgets, quotaOf } from '../../http/limits.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { LoggedRequest } from '../../http/services.js';
import { stageDescriptions } from '../../http/stages.js';
import { type PlayerDiagnostics, readDiagnostics } from '../../operations/developer/queries.js';
import type { RequestUsage } from '../../store/developer/interface.js';
import { type RequestLogsQuery, retentionDays, type UsageQuery } from './self-schemas.js';
import { watchedPlayer } from './watched-player.js';

export async function getUsage({ query }: RouteInput<{ query: typeof UsageQuery }>, context: RequestContext) {
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

export async function listRequestLogs(
  { query }: RouteInput<{ query: typeof RequestLogsQuery }>,
  context: RequestContext,
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

const costs = perServices(services =>
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

export function getEndpointCosts(_input: unknown, { services }: RequestContext) {
  return costs(services);
}

export function getLatency(_input: unknown, { services }: RequestContext) {
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

export async function getDiagnostics(_input: unknown, { services, caller }: RequestContext) {
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

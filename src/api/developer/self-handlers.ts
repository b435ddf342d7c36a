import { dayMs } from '../../domain/durations.js';
import { playBudgets } from '../../domain/exchange/write-budgets.js';
import { microsToWire } from '../../domain/units.js';
import { requirePlayer } from '../../http/caller.js';
import { type Budget, type BudgetName, budgets, quotaOf } from '../../http/limits.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { LoggedRequest, Services } from '../../http/services.js';
import { stageDescriptions } from '../../http/stages.js';
import { keptDays, type RequestLogsQuery, type UsageQuery } from './self-schemas.js';

export async function getUsage({ query }: RouteInput<{ query: typeof UsageQuery }>, context: RequestContext) {
  const { services, caller } = context;
  const to = services.clock();
  const from = to - (query.days ?? keptDays) * dayMs;
  const usage = await services.developer.requestLog.usage(requirePlayer(caller).playerId, from);
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), ...usage };
}

const policy = Object.freeze({
  keptDays,
  recorded: [
    'requestId',
    'time',
    'operation',
    'method',
    'pattern of the path',
    'status',
    'code',
    'field',
    'milliseconds',
  ],
  neverRecorded: ['credentials', 'headers', 'query', 'body', 'reply', 'address of the sender'],
});

function viewRequest({ requestId, at, routeId, method, path, status, code, field, milliseconds }: LoggedRequest) {
  const time = new Date(at).toISOString();
  return { requestId, at: time, operationId: routeId, method, path, status, code, field, milliseconds };
}

export async function listRequestLogs(
  { query }: RouteInput<{ query: typeof RequestLogsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
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
  const place = last && { at: last.at, requestId: last.requestId, routeId: last.routeId };
  return {
    requests: page.map(viewRequest),
    nextCursor: rows.length > limit ? services.cursors.write('requests', filters, place) : null,
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

async function checkKeys(services: Services, caller: RequestContext['caller']): Promise<Check> {
  if (caller.kind !== 'agent') {
    const agents = await services.store.read(reads => reads.agents.ofOwner(requirePlayer(caller).playerId));
    const detail = `${agents.length} of 3 agents entered`;
    if (agents.length > 0) return check('keys', 'ok', detail);
    return check('keys', 'warning', detail, 'Enter an agent with POST /api/people/agents, or play yourself.');
  }
  const keys = await services.store.read(reads => reads.agents.keysOf(caller.playerId, 100));
  const active = keys.filter(key => key.revokedAt === null).length;
  const room =
    active < 2 ? 'a second one can be made before this one is revoked' : 'revoke the other one before you rotate';
  return check('keys', 'ok', `${active} of 2 active keys; ${room}`);
}

async function checkAccount({ store, clock }: Services, playerId: string): Promise<Check[]> {
  const account = await store.read(reads => reads.accounts.find(playerId));
  const credits = microsToWire(account?.available ?? 0);
  const balance =
    credits >= 1
      ? check('account', 'ok', `${credits} credits are free`)
      : check(
          'account',
          'warning',
          `${credits} credits are free`,
          'Cancel open orders, sell, or wait for the next grant.',
        );
  const moments = { orders: account?.orderMoments ?? [], forecasts: account?.forecastMoments ?? [] };
  const left = (['orders', 'forecasts'] as const).map(name => {
    const { quota, windowMs } = playBudgets[name];
    const used = moments[name].filter(moment => moment > clock() - windowMs).length;
    return { name, left: quota - used, quota };
  });
  const detail = left.map(({ name, left: free, quota }) => `${free} of ${quota} ${name}`).join(', ');
  const low = left.some(({ left: free, quota }) => free * 10 < quota);
  const budgetsLeft = low
    ? check('budgets', 'warning', `${detail} are left this hour`, 'Write less often; every refused write counts too.')
    : check('budgets', 'ok', `${detail} are left this hour`);
  return [balance, budgetsLeft];
}

async function checkErrors({ developer: { requestLog }, clock }: Services, playerId: string): Promise<Check> {
  const { total, codes } = await requestLog.usage(playerId, clock() - dayMs);
  const worst = codes.map(({ code, requests }) => `${requests} × ${code}`).slice(0, 3);
  const detail = `${total.failed} of ${total.requests} requests of the last 24 hours failed${worst.length > 0 ? `: ${worst.join(', ')}` : ''}`;
  if (total.failed * 10 <= total.requests) return check('errors', 'ok', detail);
  return check(
    'errors',
    'warning',
    detail,
    'Look at GET /api/v1/developer/request-logs?result=failed and explain-error.',
  );
}

async function checkForecasts({ store }: Services, playerId: string): Promise<Check> {
  const page = { playerId, status: 'open', eventId: null, clientForecastId: null, before: null, limit: 1 } as const;
  const [open] = await store.read(reads => reads.forecasts.list(page));
  if (open) return check('forecasts', 'ok', 'at least one forecast is in force');
  const remediation = 'Record one with POST /api/play/v1/forecasts; without forecasts there is no score.';
  return check('forecasts', 'warning', 'no forecast is in force', remediation);
}

export async function getDiagnostics(_input: unknown, context: RequestContext) {
  const { services, caller } = context;
  const { playerId, handle } = requirePlayer(caller);
  const { ready } = await services.service.readiness();
  const paused = await services.store.read(reads => reads.arena.tradingPaused());
  const credential = caller.kind === 'agent' ? `the key ${caller.keyId} of ${handle}` : `the session of ${handle}`;
  const checks = [
    ready
      ? check('service', 'ok', 'the service answers and reaches its database')
      : check('service', 'failed', 'the service is stopping or can not reach its database', 'Retry in a moment.'),
    check('credential', 'ok', `${credential} is valid`),
    await checkKeys(services, caller),
    ...(await checkAccount(services, playerId)),
    paused
      ? check('trading', 'failed', 'trading is paused in the whole arena', 'Keep reading; forecasts and cancels work.')
      : check('trading', 'ok', 'orders are taken'),
    await checkErrors(services, playerId),
    await checkForecasts(services, playerId),
  ];
  return {
    ready: checks.every(({ result }) => result !== 'failed'),
    player: { id: playerId, handle, kind: caller.kind === 'agent' ? 'agent' : 'human' },
    checks,
    asOf: new Date(services.clock()).toISOString(),
  };
}

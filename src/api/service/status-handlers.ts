import { agentKeyPrefix } from '../../domain/people/agent-key.js';
import { plans, planTerms } from '../../domain/people/plans.js';
import { errorTaxonomy } from '../../http/errors.js';
import {
  type Budget,
  budgets,
  bulkReads,
  clientIdForm,
  playBounds,
  quotaOf,
  requestBounds,
} from '../../http/limits.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import { contractVersion } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { sessionCookieName } from '../../http/session-cookie.js';
import type { TradingPause } from '../../store/arena/interface.js';

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

function buildStatus(services: Services, pause: KnownPause, problems: readonly Problem[]) {
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

function buildRateLimits(services: Services) {
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

const okStatus = perServices(services => buildStatus(services, null, []));
const rateLimits = perServices(buildRateLimits);

export async function getStatus(_input: unknown, { services }: RequestContext) {
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

export function getRateLimits(_input: unknown, { services }: RequestContext) {
  return rateLimits(services);
}

export function getOpenapi(_input: unknown, { services }: RequestContext) {
  return services.service.contract.openapi();
}

export function getVersionedOpenapi(_input: unknown, { services }: RequestContext) {
  return services.service.contract.versionedOpenapi();
}

export function getSchemaCatalogue(_input: unknown, { services }: RequestContext) {
  return services.service.contract.schemas();
}

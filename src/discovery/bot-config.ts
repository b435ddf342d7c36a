import { maxAmount, maxOpenOrders, minAmount } from '../engine/place-order.js';
import { errorCodes, errorEntry, errorTaxonomy } from '../http/errors.js';
import { type Budget, budgetHolders, budgets, quotaOf, requestBounds } from '../http/limits.js';
import { perServices } from '../http/response/reply-bytes.js';
import type { HttpServices, RequestContext } from '../http/route.js';
import { ContractVersion, closed, contractVersion, described, named, nullable, oneOf, Type } from '../http/schema.js';
import { plans, planTerms } from '../kernel/plans.js';
import { highestLimitBps, lowestLimitBps, microsToWire } from '../kernel/units.js';
import { maxMarkets } from '../market-data/snapshot-schemas.js';
import {
  AuthSplit,
  authSplit,
  ErrorTaxonomyEntry,
  IdempotencyPolicy,
  idempotencyPolicy,
  PlanTerms,
} from '../service/status-routes.js';

const Rules = (description: string, example: string) =>
  Type.Array(Type.String(), { description, examples: [[example]] });

const Polling = closed({
  budgets: Type.Array(
    closed({
      name: Type.String({ description: 'Name of the budget, as in the RateLimit header.', examples: ['reads'] }),
      quota: Type.Integer({ minimum: 0, description: '0: this arena sets no limit.' }),
      windowSeconds: Type.Integer({ minimum: 1, description: 'Length of the sliding window in seconds.' }),
      per: oneOf(budgetHolders, { description: 'What the budget is counted by.' }),
      evenPaceSeconds: nullable(
        Type.Number({
          description: 'Seconds between two requests that use the quota evenly; null if there is no limit.',
        }),
      ),
    }),
    { description: 'Budgets, from the table that enforces them.' },
  ),
  endpoints: Type.Array(
    closed({
      endpoint: Type.String({ description: 'Method and path.', examples: ['POST /api/events/bot-snapshot'] }),
      everySeconds: Type.Integer({ description: 'Recommended polling interval in seconds.' }),
      use: Type.String({
        description: 'Purpose of the endpoint.',
        examples: ['one iteration of a trading loop: up to 200 markets with snapshot and health, no key needed'],
      }),
    }),
    { description: 'Endpoints worth polling, and how often.' },
  ),
  rules: Rules(
    'Advice on polling.',
    'Read RateLimit on every response and slow down before r reaches 0; after a 429 wait for Retry-After.',
  ),
});

const Guardrails = closed({
  order: closed(
    {
      smallestCredits: Type.Number({ description: 'Smallest amount of an order, in credits or shares.' }),
      largestCredits: Type.Number({ description: 'Largest amount of an order, in credits or shares.' }),
      lowestLimitPriceBps: Type.Integer({ description: 'Lowest limit price, in basis points.' }),
      highestLimitPriceBps: Type.Integer({ description: 'Highest limit price, in basis points.' }),
      openOrdersPerMarket: Type.Integer({ description: 'Open orders that one player can have in one market.' }),
    },
    { description: 'Bounds of a single order.' },
  ),
  clientTimeoutSeconds: Type.Integer({ description: 'Recommended timeout of a request in seconds.' }),
  rules: Rules('Advice on orders.', 'Always send limitPriceBps: you never trade at a worse price.'),
});

const Execution = closed({
  idempotency: described(IdempotencyPolicy, 'How to make a write safe to retry.'),
  retry: closed(
    {
      codes: Type.Array(oneOf(errorCodes), { description: 'The same request may be retried unchanged.' }),
      networkErrors: Type.Boolean({ description: 'Whether to retry when no response arrives.' }),
      backoff: closed(
        {
          kind: Type.String({ description: 'Kind of back-off.', examples: ['exponential with full jitter'] }),
          firstSeconds: Type.Number({ description: 'Upper bound of the first delay in seconds.' }),
          factor: Type.Number({ description: 'Factor by which the bound grows with each attempt.' }),
          mostSeconds: Type.Number({ description: 'Largest bound of a delay in seconds.' }),
          attempts: Type.Integer({ description: 'Attempts in total, the first included.' }),
        },
        { description: 'Recommended back-off between attempts.' },
      ),
      sameIdentity: Type.String({
        description: 'Ids to reuse on every attempt.',
        examples: ['reuse clientOrderId, clientForecastId and Idempotency-Key on every attempt'],
      }),
    },
    { description: 'Which failures to retry, and how.' },
  ),
  errorTaxonomy: Type.Array(ErrorTaxonomyEntry, { description: 'Every error code.' }),
});

export const BotConfig = named(
  'BotConfig',
  closed(
    {
      contractVersion: ContractVersion,
      mode: Type.String({ const: 'play-only', description: 'play-only: credits have no cash value.' }),
      polling: described(Polling, 'How often to poll, and the budgets that bound it.'),
      guardrails: described(Guardrails, 'Bounds and rules that prevent costly mistakes.'),
      auth: described(AuthSplit, 'How requests are authenticated.'),
      execution: described(Execution, 'How to retry writes, and what errors mean.'),
      plans: Type.Array(PlanTerms, { description: 'Every plan.' }),
      scopes: Type.Array(
        closed({
          scope: Type.String({ description: 'Name of the scope.', examples: ['data:providers'] }),
          plans: Type.Array(oneOf(plans), { description: 'Plans that include it.' }),
        }),
        { description: 'Every scope, and the plans that include it.' },
      ),
      links: closed(
        {
          contract: Type.String({
            description: 'Address of the OpenAPI document.',
            examples: ['https://presage.example/openapi.json'],
          }),
          rateLimits: Type.String({
            description: 'Address of all budgets and bounds.',
            examples: ['https://presage.example/api/rate-limits'],
          }),
          status: Type.String({
            description: 'Address of the status of the service.',
            examples: ['https://presage.example/api/v1/status'],
          }),
          errors: Type.String({
            description: 'Address of the documentation of all error codes.',
            examples: ['https://presage.example/docs/errors'],
          }),
        },
        { description: 'Addresses of related documents.' },
      ),
    },
    { description: 'Recommended polling, guardrails, authentication and error handling for bots.' },
  ),
);

/** Seconds between requests that spread a budget evenly over its window; null if the arena sets no limit. */
function evenPace(budget: Budget, { settings: { addressReadsPerMinute } }: HttpServices): number | null {
  const quota = quotaOf(budget, addressReadsPerMinute);
  return quota === 0 ? null : Math.round((budget.windowSeconds / quota) * 1000) / 1000;
}

function polling(services: HttpServices) {
  const paced = (['reads', 'address', 'orders', 'cancels', 'forecasts'] as const).map(name => {
    const { quota: _quota, counts: _counts, ...budget }: Budget = budgets[name];
    const quota = quotaOf(budgets[name], services.settings.addressReadsPerMinute);
    return { ...budget, quota, evenPaceSeconds: evenPace(budgets[name], services) };
  });
  return {
    budgets: paced,
    endpoints: [
      {
        endpoint: 'POST /api/events/bot-snapshot',
        everySeconds: 2,
        use: `one iteration of a trading loop: up to ${maxMarkets} markets with snapshot and health, no key needed`,
      },
      {
        endpoint: 'GET /api/events/snapshots',
        everySeconds: 2,
        use: `prices and top of book of ${maxMarkets} markets`,
      },
      { endpoint: 'GET /api/clob/v2/orderbook', everySeconds: 2, use: 'the book before an order' },
      { endpoint: 'GET /api/events/health', everySeconds: 60, use: 'health of markets, to choose where to trade' },
      { endpoint: 'GET /api/bot/strategies', everySeconds: 60, use: 'markets that fit a strategy' },
      {
        endpoint: 'GET /api/play/v1/account',
        everySeconds: 60,
        use: 'balances; every order response includes the new one',
      },
      { endpoint: 'GET /api/bot/config', everySeconds: 3600, use: 'this document' },
    ],
    rules: [
      'Public market data needs no key: without one, requests count against the client address and not against the agent’s reads.',
      'Send If-None-Match with the ETag of the last response: an unchanged resource returns 304 without a body.',
      'Read RateLimit on every response and slow down before r reaches 0; after a 429 wait for Retry-After.',
      'Compare sequence with the last one you saw: every change of the book or status increases it, changes due to time within a second.',
      'Spread polls over time; one bulk request for many markets is cheaper than many requests.',
    ],
  };
}

const guardrails = {
  order: {
    smallestCredits: microsToWire(minAmount),
    largestCredits: microsToWire(maxAmount),
    lowestLimitPriceBps: lowestLimitBps,
    highestLimitPriceBps: highestLimitBps,
    openOrdersPerMarket: maxOpenOrders,
  },
  clientTimeoutSeconds: requestBounds.requestSeconds,
  rules: [
    'Always send limitPriceBps: you never trade at a worse price.',
    'Preview, then send market.sequence as ifSequence to fill exactly as quoted or be rejected.',
    'Use IOC if the remainder must not rest in the book, or expiresAt if it may rest only for a while.',
    'Stop writing and keep reading on TRADING_PAUSED and MARKET_PAUSED; drop the market on MARKET_CLOSED.',
    'After a lost response, look the order up by clientOrderId or retry with the same id: nothing happens twice.',
    'Cancel resting orders when your process stops: DELETE /api/play/v1/orders.',
  ],
};

function execution() {
  const retryable = errorCodes.filter(code => errorEntry(code).retryable === 'yes');
  return {
    idempotency: idempotencyPolicy,
    retry: {
      codes: retryable,
      networkErrors: true,
      backoff: { kind: 'exponential with full jitter', firstSeconds: 0.5, factor: 2, mostSeconds: 30, attempts: 6 },
      sameIdentity: 'reuse clientOrderId, clientForecastId and Idempotency-Key on every attempt',
    },
    errorTaxonomy,
  };
}

function buildConfig(services: HttpServices) {
  const {
    settings: { publicUrl },
  } = services;
  return Object.freeze({
    contractVersion,
    mode: 'play-only',
    polling: polling(services),
    guardrails,
    auth: authSplit,
    execution: execution(),
    plans: plans.map(plan => ({ plan, ...planTerms[plan] })),
    scopes: [...new Set(plans.flatMap(plan => planTerms[plan].scopes))].map(scope => ({
      scope,
      plans: plans.filter(plan => planTerms[plan].scopes.includes(scope)),
    })),
    links: {
      contract: `${publicUrl}/openapi.json`,
      rateLimits: `${publicUrl}/api/rate-limits`,
      status: `${publicUrl}/api/v1/status`,
      errors: `${publicUrl}/docs/errors`,
    },
  });
}

const config = perServices(buildConfig);

export function getBotConfig(_input: unknown, { services }: RequestContext) {
  return config(services);
}

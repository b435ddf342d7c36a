import { maxAmount, maxOpenOrders, minAmount } from '../../domain/exchange/order.js';
import { plans, planTerms } from '../../domain/people/plans.js';
import { highestLimitBps, lowestLimitBps, microsToWire } from '../../domain/units.js';
import { errorCodes, errorEntry, errorTaxonomy } from '../../http/errors.js';
import { type Budget, budgets, quotaOf, requestBounds } from '../../http/limits.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import { contractVersion } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { maxMarkets } from '../market-data/snapshots/parameters.js';
import { authSplit, idempotencyPolicy } from '../service/status-handlers.js';

/** Seconds between requests that spread a budget evenly over its window; null if the arena sets no limit. */
function evenPace(budget: Budget, { settings: { addressReadsPerMinute } }: Services): number | null {
  const quota = quotaOf(budget, addressReadsPerMinute);
  return quota === 0 ? null : Math.round((budget.windowSeconds / quota) * 1000) / 1000;
}

function polling(services: Services) {
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

function buildConfig(services: Services) {
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

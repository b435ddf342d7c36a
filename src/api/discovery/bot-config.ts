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
        use: `one turn of a trading loop: up to ${maxMarkets} markets with snapshot and health, no key needed`,
      },
      {
        endpoint: 'GET /api/events/snapshots',
        everySeconds: 2,
        use: `prices and top of book of ${maxMarkets} markets`,
      },
      { endpoint: 'GET /api/clob/v2/orderbook', everySeconds: 2, use: 'the book before an order' },
      { endpoint: 'GET /api/events/health', everySeconds: 60, use: 'which markets are worth looking at' },
      { endpoint: 'GET /api/bot/strategies', everySeconds: 60, use: 'which markets fit a strategy' },
      { endpoint: 'GET /api/play/v1/account', everySeconds: 60, use: 'balances; every order reply has the new one' },
      { endpoint: 'GET /api/bot/config', everySeconds: 3600, use: 'this document' },
    ],
    rules: [
      'Public market data needs no key: without one it counts against the address and leaves the agent’s reads alone.',
      'Send If-None-Match with the ETag of the last reply: an unchanged one is 304 and has no body.',
      'Read RateLimit on every reply and slow down before r reaches 0; after a 429 wait for Retry-After.',
      'Compare sequence with the last one that you saw: it is raised by all but the clock, and by that within a second.',
      'Spread polls over time; many markets in one bulk request are cheaper than many requests.',
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
    'Preview, then send market.sequence as ifSequence to fill exactly as quoted or not at all.',
    'Use IOC where a rest must not wait in the book, expiresAt where it may wait only for a while.',
    'Stop writing and keep reading on TRADING_PAUSED and MARKET_PAUSED; drop the market on MARKET_CLOSED.',
    'After a lost reply look the order up by clientOrderId, or send it again with the same id: nothing happens twice.',
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

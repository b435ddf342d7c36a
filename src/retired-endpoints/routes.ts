import { Type } from 'typebox';
import { ApiError } from '../http/errors.js';
import { defineRoute, type HttpServices, pathParameters, type Route } from '../http/route.js';
import { closed } from '../http/schema.js';

/** The replacement for a retired endpoint. */
interface Replacement {
  readonly call: string;
  readonly purpose: string;
}

interface RetiredEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly use: string;
  /** null: play-only mode has no replacement. */
  readonly instead: Replacement | null;
}

const previewOrder = { call: 'POST /api/play/v1/orders/preview', purpose: 'preview the fills and cost of an order' };
const placeOrder = { call: 'POST /api/play/v1/orders', purpose: 'place an order with play credits' };
const cancelOrder = { call: 'DELETE /api/play/v1/orders/{orderId}', purpose: 'cancel one resting order' };
const cancelOrders = { call: 'DELETE /api/play/v1/orders', purpose: 'cancel your resting orders' };
const listOrders = { call: 'GET /api/play/v1/orders', purpose: 'list your orders' };
const account = { call: 'GET /api/play/v1/account', purpose: 'read your play credits and their grants' };
const limits = { call: 'GET /api/bot/config', purpose: 'read limits and guardrails; there are no fees' };
const access = { call: 'GET /api/international/access', purpose: 'read the features available in your country' };

/** The signed-order and cash endpoints from before play-only mode: one row per method and path. */
export const retiredEndpoints: readonly RetiredEndpoint[] = [
  {
    id: 'validateSignedOrder',
    method: 'POST',
    path: '/api/v1/orders/validate',
    use: 'Preflight of a signed order',
    instead: previewOrder,
  },
  {
    id: 'estimateSignedOrderImpact',
    method: 'POST',
    path: '/api/v1/orders/estimate-impact',
    use: 'Price impact of an order',
    instead: previewOrder,
  },
  {
    id: 'submitSignedOrder',
    method: 'POST',
    path: '/api/clob/v2/orders',
    use: 'Submit one signed limit order',
    instead: placeOrder,
  },
  {
    id: 'submitSignedOrders',
    method: 'POST',
    path: '/api/clob/v2/orders/batch',
    use: 'Submit several signed orders',
    instead: placeOrder,
  },
  {
    id: 'cancelSignedOrders',
    method: 'DELETE',
    path: '/api/clob/v2/orders',
    use: 'Cancel one or more signed orders',
    instead: cancelOrder,
  },
  {
    id: 'cancelSignedOrder',
    method: 'POST',
    path: '/api/clob/v2/cancel',
    use: 'Cancel one signed order',
    instead: cancelOrder,
  },
  {
    id: 'setMinimumNonce',
    method: 'POST',
    path: '/api/clob/v2/cancel-all',
    use: 'Cancel signed orders below a nonce',
    instead: cancelOrders,
  },
  {
    id: 'cancelAllSignedOrders',
    method: 'DELETE',
    path: '/api/clob/v2/cancel-all',
    use: 'Cancel all signed orders of a user',
    instead: cancelOrders,
  },
  {
    id: 'cancelSignedMarketOrders',
    method: 'DELETE',
    path: '/api/clob/v2/cancel-market-orders',
    use: 'Cancel signed orders by market or outcome',
    instead: cancelOrders,
  },
  {
    id: 'listSignedOrders',
    method: 'POST',
    path: '/api/clob/v2/my-orders',
    use: 'List the open signed orders of a user',
    instead: listOrders,
  },
  {
    id: 'querySignedOrders',
    method: 'GET',
    path: '/api/clob/v2/data/orders',
    use: 'Signed order records by id, market, owner or asset',
    instead: listOrders,
  },
  {
    id: 'estimateFees',
    method: 'GET',
    path: '/api/fees/estimate',
    use: 'Estimate of maker and taker fees',
    instead: previewOrder,
  },
  {
    id: 'estimateFeesOfOrder',
    method: 'POST',
    path: '/api/fees/estimate',
    use: 'Estimate of maker and taker fees of one order',
    instead: previewOrder,
  },
  {
    id: 'getFeeConfig',
    method: 'GET',
    path: '/api/treasury/fee-config',
    use: 'Fee configuration',
    instead: limits,
  },
  {
    id: 'getSignedOrderConfig',
    method: 'GET',
    path: '/api/clob/v2/config',
    use: 'Public limits and fee policy of signed orders',
    instead: limits,
  },
  {
    id: 'requestQuote',
    method: 'POST',
    path: '/api/clob/v2/rfq/quote',
    use: 'Request for quote',
    instead: previewOrder,
  },
  {
    id: 'acceptQuote',
    method: 'POST',
    path: '/api/clob/v2/rfq/accept',
    use: 'Acceptance of a quote',
    instead: placeOrder,
  },
  {
    id: 'getQuoteNetwork',
    method: 'GET',
    path: '/api/clob/v2/rfq/network',
    use: 'Capabilities of the quote network',
    instead: null,
  },
  {
    id: 'getDepositOptions',
    method: 'GET',
    path: '/api/deposit-options',
    use: 'Ways to deposit money by country',
    instead: access,
  },
  {
    id: 'getWithdrawalOptions',
    method: 'GET',
    path: '/api/withdrawal-options',
    use: 'Ways to withdraw money by country',
    instead: access,
  },
  {
    id: 'listPaymentCountries',
    method: 'GET',
    path: '/api/payment-rails/countries',
    use: 'Countries with payment rails',
    instead: access,
  },
  {
    id: 'createDepositIntent',
    method: 'POST',
    path: '/api/users/{id}/fiat-deposit-intents',
    use: 'Hosted deposit of money',
    instead: account,
  },
  {
    id: 'listMoneyTransfers',
    method: 'GET',
    path: '/api/users/{id}/fiat-transfers',
    use: 'Status of money transfers',
    instead: { call: 'GET /api/play/v1/activity', purpose: 'read the activity of your play account' },
  },
  {
    id: 'createPayoutBeneficiary',
    method: 'POST',
    path: '/api/users/{id}/fiat-withdrawal-beneficiaries/stripe-connect',
    use: 'Onboarding of a payout beneficiary',
    instead: null,
  },
  {
    id: 'requestPayout',
    method: 'POST',
    path: '/api/users/{id}/fiat-withdrawal-requests',
    use: 'Request for a payout',
    instead: null,
  },
  {
    id: 'receivePaymentCallback',
    method: 'POST',
    path: '/api/webhooks/payment-provider',
    use: 'Signed settlement callback of a payment provider',
    instead: null,
  },
];

/** Real money is postponed indefinitely, so frequent polling is pointless. */
const retryAfterSeconds = 86_400;

const Params = closed({ id: Type.String({ description: 'User of the real-money account; ignored.' }) });

type Retired = (typeof retiredEndpoints)[number];

function remediationOf({ instead }: Retired): string {
  const wait = 'If you need this endpoint, retry after Retry-After seconds, at most once a day.';
  if (instead === null) return `Play-only mode has no equivalent. ${wait}`;
  return `Use ${instead.call} instead: ${instead.purpose}. ${wait}`;
}

function retiredRoute(endpoint: Retired): Route<HttpServices> {
  const { id, method, path, use, instead } = endpoint;
  const message = `${method} ${path} is not available: this arena is play-only, without signed orders or money`;
  const details = {
    headers: { 'retry-after': String(retryAfterSeconds) },
    remediation: remediationOf(endpoint),
  };
  return defineRoute({
    id,
    method,
    path,
    area: 'retired',
    summary: use,
    description: `Not available in play-only mode: every request returns 503 LIVE_TRADING_DISABLED. No credential is checked, nothing is read and nothing is stored. ${instead ? `Use ${instead.call} instead: ${instead.purpose}.` : 'Play-only mode has no equivalent.'}`,
    auth: 'none',
    bucket: 'none',
    effect: 'read',
    ignoresInput: true,
    deprecated: true,
    ...(pathParameters(path).length > 0 ? { request: { params: Params } } : {}),
    responses: {},
    // A parameter above the router's limit reaches no route.
    errors: pathParameters(path).length > 0 ? ['LIVE_TRADING_DISABLED', 'NOT_FOUND'] : ['LIVE_TRADING_DISABLED'],
    handler: () => {
      throw new ApiError('LIVE_TRADING_DISABLED', message, details);
    },
  });
}

export const retiredRoutes: readonly Route<HttpServices>[] = retiredEndpoints.map(retiredRoute);

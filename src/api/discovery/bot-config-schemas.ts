import { plans } from '../../domain/people/plans.js';
import { errorCodes } from '../../http/errors.js';
import { budgetHolders } from '../../http/limits.js';
import { closed, described, named, nullable, oneOf, Type } from '../../http/schema.js';
import {
  AuthSplit,
  ContractVersion,
  ErrorTaxonomyEntry,
  IdempotencyPolicy,
  PlanTerms,
} from '../service/status-schemas.js';

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

import { plans } from '../../domain/people/plans.js';
import { errorCodes } from '../../http/errors.js';
import { budgetHolders } from '../../http/limits.js';
import { closed, named, nullable, oneOf, Type } from '../../http/schema.js';
import {
  AuthSplit,
  ContractVersion,
  ErrorTaxonomyEntry,
  IdempotencyPolicy,
  PlanTerms,
} from '../service/status-schemas.js';

const Texts = Type.Array(Type.String());

const Polling = closed({
  budgets: Type.Array(
    closed({
      name: Type.String(),
      quota: Type.Integer({ minimum: 0, description: '0: this arena sets no limit.' }),
      windowSeconds: Type.Integer({ minimum: 1 }),
      per: oneOf(budgetHolders),
      evenPaceSeconds: nullable(Type.Number({ description: 'Between two requests that use the budget up evenly.' })),
    }),
    { description: 'From the table that enforces them.' },
  ),
  endpoints: Type.Array(closed({ endpoint: Type.String(), everySeconds: Type.Integer(), use: Type.String() })),
  rules: Texts,
});

const Guardrails = closed({
  order: closed({
    smallestCredits: Type.Number(),
    largestCredits: Type.Number(),
    lowestLimitPriceBps: Type.Integer(),
    highestLimitPriceBps: Type.Integer(),
    openOrdersPerMarket: Type.Integer(),
  }),
  clientTimeoutSeconds: Type.Integer(),
  rules: Texts,
});

const Execution = closed({
  idempotency: IdempotencyPolicy,
  retry: closed({
    codes: Type.Array(oneOf(errorCodes), { description: 'A plain retry of the same request is sensible.' }),
    networkErrors: Type.Boolean(),
    backoff: closed({
      kind: Type.String(),
      firstSeconds: Type.Number(),
      factor: Type.Number(),
      mostSeconds: Type.Number(),
      attempts: Type.Integer(),
    }),
    sameIdentity: Type.String(),
  }),
  errorTaxonomy: Type.Array(ErrorTaxonomyEntry),
});

export const BotConfig = named(
  'BotConfig',
  closed(
    {
      contractVersion: ContractVersion,
      mode: Type.String({ const: 'play-only' }),
      polling: Polling,
      guardrails: Guardrails,
      auth: AuthSplit,
      execution: Execution,
      plans: Type.Array(PlanTerms),
      scopes: Type.Array(
        closed({ scope: Type.String(), plans: Type.Array(oneOf(plans), { description: 'Plans that hold it.' }) }),
      ),
      links: closed({
        contract: Type.String(),
        rateLimits: Type.String(),
        status: Type.String(),
        errors: Type.String(),
      }),
    },
    { description: 'How a bot should poll, what keeps it out of trouble, how it authenticates and what errors mean.' },
  ),
);

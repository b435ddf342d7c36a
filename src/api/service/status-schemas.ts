import { plans } from '../../domain/people/plans.js';
import { budgetHolders, budgets, requestBounds } from '../../http/limits.js';
import { closed, contractVersion, named, nullable, oneOf, Type } from '../../http/schema.js';

export const ContractVersion = Type.String({ const: contractVersion, description: 'The date of the contract.' });

export const ErrorTaxonomyEntry = named(
  'ErrorTaxonomyEntry',
  closed({
    code: Type.String(),
    httpStatus: Type.Array(Type.Integer({ minimum: 200, maximum: 599 }), { minItems: 1 }),
    retryable: oneOf(['yes', 'no', 'conditional'], {
      description: 'conditional: reconcile by client id first, then decide.',
    }),
    meaning: Type.String(),
    remediation: Type.String(),
    documentation: Type.String(),
  }),
);

export const AuthSplit = closed({
  publicRead: closed({ headers: Type.Array(Type.String()), usedFor: Type.String() }),
  agentKey: closed({ headers: Type.Array(Type.String()), usedFor: Type.String(), format: Type.String() }),
  session: closed({ cookie: Type.String(), usedFor: Type.String(), crossSite: Type.String() }),
  operator: closed({ headers: Type.Array(Type.String()), usedFor: Type.String() }),
  walletSigned: closed({ available: Type.Boolean(), usedFor: Type.String() }),
  optionalCredential: Type.String(),
  precedence: Type.String(),
});

export const IdempotencyPolicy = closed({
  header: Type.String(),
  requiredFor: Type.String(),
  clientIds: Type.String(),
  keyFormat: Type.String(),
  scope: Type.String(),
  replay: Type.String(),
  conflict: Type.String(),
  refused: Type.String(),
});

export const ServiceStatus = named(
  'ServiceStatus',
  closed(
    {
      status: oneOf(['ok', 'degraded'], {
        description:
          'degraded: something in problems is not as it should be, for example trading is paused, the database is out of reach or the service is stopping.',
      }),
      tradingPaused: nullable(
        Type.Boolean({
          description:
            'Whether the operator has paused trading in the whole arena: orders are 503 TRADING_PAUSED, everything else works. null: not known, because the database is out of reach.',
        }),
      ),
      problems: Type.Array(
        closed({
          check: Type.String({ description: 'What is affected.', examples: ['trading'] }),
          detail: Type.String({
            description: 'What is wrong.',
            examples: ['trading is paused in the whole arena; reads, cancels and forecasts work'],
          }),
        }),
        { description: 'Why the status is degraded; empty if it is ok.' },
      ),
      service: Type.String({ const: 'presage' }),
      version: Type.String({ description: 'The version of the software.' }),
      mode: Type.String({ const: 'play-only' }),
      contractVersion: ContractVersion,
      contract: closed({
        version: ContractVersion,
        openapi: Type.String({ const: '3.1.0' }),
        jsonSchema: Type.String({ const: '2020-12' }),
        openapiUrl: Type.String(),
        schemasUrl: Type.String(),
        versionedPrefixes: Type.Array(Type.String()),
        compatibility: Type.String(),
      }),
      auth: AuthSplit,
      idempotency: IdempotencyPolicy,
      rateLimitsUrl: Type.String(),
      errorTaxonomy: Type.Array(ErrorTaxonomyEntry),
    },
    { description: 'What a client needs to know before its first write.' },
  ),
);

export const PlanTerms = closed({
  plan: oneOf(plans),
  scopes: Type.Array(Type.String()),
  readMultiplier: Type.Integer({ minimum: 1, description: 'Times the read budget on the routes that need a scope.' }),
});

export const RateLimits = named(
  'RateLimits',
  closed(
    {
      contractVersion: ContractVersion,
      budgets: Type.Array(
        closed({
          name: oneOf(Object.keys(budgets) as (keyof typeof budgets)[]),
          quota: Type.Integer({ minimum: 0, description: '0: this arena sets no limit.' }),
          windowSeconds: Type.Integer({ minimum: 1 }),
          window: oneOf(['sliding']),
          per: oneOf(budgetHolders),
          counts: Type.String(),
        }),
      ),
      costs: Type.Array(
        closed({
          operationId: Type.String({ description: 'The operation in the contract.', examples: ['postBotSnapshot'] }),
          budget: oneOf(['address'], { description: 'The budget that is charged by cost.' }),
          marketsPerUnit: Type.Integer({
            minimum: 1,
            description: 'Markets that one unit of the budget pays for; a started unit counts.',
            examples: [20],
          }),
        }),
        {
          description:
            'Requests that cost more than one unit where they count for an address. A request that counts for an agent is one read.',
        },
      ),
      plans: Type.Array(PlanTerms),
      request: closed({
        bodyBytes: Type.Integer(),
        jsonDepth: Type.Integer(),
        headerBytes: Type.Integer(),
        urlBytes: Type.Integer(),
        requestSeconds: Type.Integer(),
        idempotencyKeyCharacters: Type.Integer(),
        pipelinedRequests: Type.Integer({
          description: 'Requests under way on one connection.',
          examples: [requestBounds.pipelinedRequests],
        }),
      }),
      play: closed({
        agentsPerPerson: Type.Integer(),
        activeKeysPerAgent: Type.Integer(),
        openStreamsPerPlayer: Type.Integer({ description: 'On each node.' }),
        startingCredits: Type.Integer(),
        dailyGrantCredits: Type.Integer(),
      }),
      headers: Type.Record(Type.String(), Type.String()),
      onExceeded: Type.String(),
    },
    { description: 'All public budgets and bounds, from the table that enforces them.' },
  ),
);

export const OpenapiDocument = Type.Object(
  { openapi: Type.String({ const: '3.1.0' }) },
  { additionalProperties: true, description: 'An OpenAPI 3.1.0 document.' },
);

export const VersionedOpenapi = named(
  'VersionedOpenapi',
  Type.Object(
    {
      openapi: Type.String({ const: '3.1.0' }),
      'x-contract': closed({
        version: ContractVersion,
        format: Type.String({ const: 'openapi' }),
        formatVersion: Type.String({ const: '3.1.0' }),
        canonicalUrl: Type.String(),
      }),
    },
    {
      additionalProperties: true,
      description: 'The same document with the contract’s version metadata in x-contract.',
    },
  ),
);

export const SchemaCatalogue = named(
  'SchemaCatalogue',
  Type.Object(
    {
      $schema: Type.String(),
      $id: Type.String(),
      contractVersion: ContractVersion,
      names: Type.Array(Type.String()),
      $defs: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: true, description: 'All named schemas as one JSON Schema 2020-12 document.' },
  ),
);

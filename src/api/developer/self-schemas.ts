import { budgetHolders } from '../../http/limits.js';
import { Cursor, Limit } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { stageNames } from '../../http/stages.js';

/** Days for which the request log is stored. */
export const retentionDays = 7;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Milliseconds = (description: string) => nullable(Type.Number({ minimum: 0, description }));

export const Diagnostics = named(
  'DeveloperDiagnostics',
  closed(
    {
      ready: Type.Boolean({ description: 'Whether nothing stands in the way of playing; warnings do not.' }),
      player: closed({ id: Type.String(), handle: Type.String(), kind: oneOf(['agent', 'human']) }),
      checks: Type.Array(
        closed({
          name: oneOf(['service', 'credential', 'keys', 'account', 'trading', 'budgets', 'errors', 'forecasts']),
          result: oneOf(['ok', 'warning', 'failed']),
          detail: Type.String(),
          remediation: nullable(Type.String({ description: 'What to do, where something is to be done.' })),
        }),
      ),
      asOf: Timestamp(),
    },
    { description: 'What a developer would look at before asking for help.' },
  ),
);

export const UsageQuery = closed({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: retentionDays,
      default: retentionDays,
      description: 'Looks back this many days.',
    }),
  ),
});

const Usage = {
  requests: Count('Answered.'),
  failed: Count('With a status of 400 or more.'),
  rateLimited: Count('With 429.'),
};

export const UsageReply = named(
  'DeveloperUsage',
  closed(
    {
      from: Timestamp(),
      to: Timestamp(),
      total: closed(Usage),
      days: Type.Array(closed({ day: Type.String({ format: 'date' }), ...Usage }), {
        description: 'UTC, the newest first.',
      }),
      operations: Type.Array(
        closed({
          operationId: Type.String(),
          ...Usage,
          p50Ms: Milliseconds('Median.'),
          p95Ms: Milliseconds('95 % were faster.'),
        }),
        { description: 'The most used first, 200 at most.' },
      ),
      codes: Type.Array(closed({ code: Type.String(), requests: Count('Refused with it.') }), {
        description: 'The most frequent first.',
      }),
    },
    { description: 'Your own requests, over HTTP and MCP. Requests without a credential belong to nobody.' },
  ),
);

export const RequestLogsQuery = closed({
  result: Type.Optional(oneOf(['all', 'failed'], { default: 'all' })),
  operationId: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const RequestLogs = named(
  'RequestLogs',
  closed(
    {
      requests: Type.Array(
        closed({
          requestId: Type.String(),
          at: Timestamp(),
          operationId: Type.String({
            description: '“none” where no route was met, “mcp” for messages that call no tool.',
          }),
          method: Type.String(),
          path: Type.String({ description: 'The route’s pattern, never the address as sent.' }),
          status: Type.Integer(),
          code: nullable(Type.String()),
          field: nullable(Type.String()),
          milliseconds: Type.Number({ minimum: 0 }),
        }),
      ),
      nextCursor: nullable(Type.String()),
      policy: closed({
        keptDays: Type.Integer(),
        recorded: Type.Array(Type.String()),
        neverRecorded: Type.Array(Type.String()),
      }),
    },
    { description: 'Your own requests, newest first, without anything secret.' },
  ),
);

export const EndpointCosts = named(
  'EndpointCosts',
  closed(
    {
      unit: Type.String({ const: 'request' }),
      rules: Type.Array(Type.String()),
      endpoints: Type.Array(
        closed({
          operationId: Type.String(),
          method: Type.String(),
          path: Type.String(),
          effect: oneOf(['read', 'write']),
          budget: nullable(Type.String({ description: 'null: never limited.' })),
          units: Type.Integer({ minimum: 0, description: 'What one request costs.' }),
          per: nullable(oneOf(budgetHolders)),
          quota: nullable(Type.Integer({ minimum: 0, description: '0: this arena sets no limit.' })),
          windowSeconds: nullable(Type.Integer()),
        }),
      ),
    },
    { description: 'Every endpoint with what it costs, from the table that enforces it.' },
  ),
);

export const Latency = named(
  'Latency',
  closed(
    {
      node: Type.String({ description: 'Figures are of the node that answers.' }),
      spanSeconds: Type.Integer({ description: 'They are of the last so many seconds at most.' }),
      stages: Type.Array(
        closed({
          stage: oneOf(stageNames),
          description: Type.String(),
          count: Count('Measured.'),
          meanMs: Milliseconds('Mean.'),
          p50Ms: Milliseconds('Median.'),
          p95Ms: Milliseconds('95 % were faster.'),
          p99Ms: Milliseconds('99 % were faster.'),
          maxMs: Milliseconds('The slowest.'),
        }),
      ),
      asOf: Timestamp(),
    },
    { description: 'Where the time of requests goes. Quantiles are exact to a quarter of themselves.' },
  ),
);

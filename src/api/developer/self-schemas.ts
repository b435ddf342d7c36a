import { budgetHolders } from '../../http/limits.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { Handle, PlayerKind } from '../../http/player-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { stageNames } from '../../http/stages.js';
import { requestNames, requestOutcome } from './logged-request.js';
import { WatchedAgent } from './watched-player.js';

/** The id of a request in the log. */
const loggedOperation =
  'operationId in the OpenAPI document; “none” if no route matched, “mcp” for messages that call no tool, “sandbox” for requests of a certification run that got a fault or matched no route.';

/** Days for which the request log is stored. */
export const retentionDays = 7;
const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Milliseconds = (description: string) => nullable(Type.Number({ minimum: 0, description }));

export const Diagnostics = named(
  'DeveloperDiagnostics',
  closed(
    {
      ready: Type.Boolean({ description: 'Whether you can play; warnings do not prevent it.' }),
      player: closed(
        {
          id: Type.String({ description: 'Id of the player.', examples: ['agt_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
          handle: Handle,
          kind: PlayerKind,
        },
        { description: 'The player whose credential was sent.' },
      ),
      checks: Type.Array(
        closed({
          name: oneOf(['service', 'credential', 'keys', 'account', 'trading', 'budgets', 'errors', 'forecasts'], {
            description: 'Name of the check.',
          }),
          result: oneOf(['ok', 'warning', 'failed'], {
            description: 'ok; warning: playing is possible; failed: playing is not possible.',
          }),
          detail: Type.String({
            description: 'Result of the check.',
            examples: ['2 of 3 active keys were used in the last 7 days.'],
          }),
          remediation: nullable(
            Type.String({
              description: 'What to do; null if nothing.',
              examples: ['Revoke keys that are not in use.'],
            }),
          ),
        }),
        { description: 'Every check with its result.' },
      ),
      asOf: Timestamp({ description: 'When the checks ran.' }),
    },
    { description: 'Checks of everything that playing needs.' },
  ),
);

export const UsageQuery = closed({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: retentionDays,
      default: retentionDays,
      description: 'Number of days to look back.',
    }),
  ),
  agentId: WatchedAgent,
});

const Usage = {
  requests: Count('Answered.'),
  failed: Count('Requests with a status of 400 or more.'),
  rateLimited: Count('With 429.'),
};

export const UsageReply = named(
  'DeveloperUsage',
  closed(
    {
      from: Timestamp({ description: 'Start of the period.' }),
      to: Timestamp({ description: 'End of the period: the time of the request.' }),
      total: closed(Usage, { description: 'Requests of the whole period.' }),
      days: Type.Array(closed({ day: Type.String({ format: 'date', description: 'UTC day.' }), ...Usage }), {
        description: 'By UTC day, newest first.',
      }),
      operations: Type.Array(
        closed({
          operationId: Type.String({
            description: loggedOperation,
            examples: ['placeOrder'],
          }),
          ...Usage,
          p50Ms: Milliseconds('Median.'),
          p95Ms: Milliseconds('95th percentile.'),
        }),
        { description: 'Most used first, at most 200.' },
      ),
      keys: Type.Array(
        closed({
          keyId: Type.String({
            description: 'Id of the agent key that the requests were made with.',
            examples: ['key_01kx3v7p9ye1f8m2q4s6t8v0wz'],
          }),
          ...Usage,
          operations: Type.Array(
            closed({
              operationId: Type.String({
                description: loggedOperation,
                examples: ['listSignals'],
              }),
              requests: Count('Answered.'),
            }),
            { description: 'Most used first.' },
          ),
        }),
        {
          description: 'The same by agent key, most used first, at most 20. Requests with a session are not included.',
        },
      ),
      codes: Type.Array(
        closed({
          code: Type.String({ description: 'Error code.', examples: ['RATE_LIMITED'] }),
          requests: Count('Requests that failed with this code.'),
        }),
        {
          description: 'Most frequent first.',
        },
      ),
    },
    { description: 'Your own requests, over HTTP and MCP. Requests without a credential are not included.' },
  ),
);

export const RequestLogsQuery = closed({
  result: Type.Optional(
    oneOf(['all', 'failed'], { default: 'all', description: 'failed: only requests with a status of 400 or more.' }),
  ),
  operationId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'Only requests of this operation.',
      examples: ['placeOrder'],
    }),
  ),
  agentId: WatchedAgent,
  limit: Limit(200, 50),
  cursor: Cursor,
});

export const RequestLogs = named(
  'RequestLogs',
  closed(
    {
      requests: Type.Array(
        closed({
          ...requestNames,
          operationId: Type.String({
            description: loggedOperation,
            examples: ['placeOrder'],
          }),
          ...requestOutcome,
        }),
        { description: 'One entry for each request, newest first.' },
      ),
      nextCursor: NextCursor,
      policy: closed(
        {
          keptDays: Type.Integer({ description: 'Days after which an entry is deleted.' }),
          recorded: Type.Array(Type.String(), {
            description: 'Fields of an entry.',
            examples: [['requestId', 'time', 'operation']],
          }),
          neverRecorded: Type.Array(Type.String(), {
            description: 'Data that is never logged.',
            examples: [['credentials', 'headers', 'body']],
          }),
        },
        { description: 'What the request log records, and for how long.' },
      ),
    },
    { description: 'Your own requests, newest first, without secrets.' },
  ),
);

export const EndpointCosts = named(
  'EndpointCosts',
  closed(
    {
      unit: Type.String({ const: 'request', description: 'Unit of the budgets.' }),
      rules: Type.Array(Type.String(), {
        description: 'Rules for all endpoints.',
        examples: [['orders: placing orders, rejected or not; a replay counts as a read']],
      }),
      endpoints: Type.Array(
        closed({
          operationId: Type.String({
            description: 'operationId of the operation in the OpenAPI document.',
            examples: ['placeOrder'],
          }),
          method: Type.String({ description: 'HTTP method.', examples: ['POST'] }),
          path: Type.String({ description: 'Pattern of the route.', examples: ['/api/play/v1/orders'] }),
          effect: oneOf(['read', 'write'], { description: 'read: changes nothing; write: may change something.' }),
          budget: nullable(
            Type.String({
              description: 'Name of the budget that is charged; null if the endpoint is not limited.',
              examples: ['orders'],
            }),
          ),
          units: Type.Integer({ minimum: 0, description: 'What one request costs.' }),
          per: nullable(
            oneOf(budgetHolders, { description: 'What a budget is counted by; null if the endpoint is not limited.' }),
          ),
          quota: nullable(
            Type.Integer({
              minimum: 0,
              description:
                'Requests in one window; 0 if this arena sets no limit, null if the endpoint is not limited.',
            }),
          ),
          windowSeconds: nullable(
            Type.Integer({
              description: 'Length of the sliding window in seconds; null if the endpoint is not limited.',
            }),
          ),
        }),
        { description: 'One entry for each operation.' },
      ),
    },
    { description: 'Every endpoint with its cost, from the table that enforces it.' },
  ),
);

export const Latency = named(
  'Latency',
  closed(
    {
      node: Type.String({
        description: 'Name of the node that responds; the figures are for this node only.',
        examples: ['node-1'],
      }),
      spanSeconds: Type.Integer({ description: 'Maximum age of the measurements, in seconds.' }),
      stages: Type.Array(
        closed({
          stage: oneOf(stageNames, { description: 'Name of the stage.' }),
          description: Type.String({
            description: 'Work that the stage covers.',
            examples: ['The database makes the transaction durable.'],
          }),
          count: Count('Measured.'),
          meanMs: Milliseconds('Mean.'),
          p50Ms: Milliseconds('Median.'),
          p95Ms: Milliseconds('95th percentile.'),
          p99Ms: Milliseconds('99th percentile.'),
          maxMs: Milliseconds('The slowest.'),
        }),
        { description: 'Stages of a request, in order.' },
      ),
      asOf: Timestamp({ description: 'When the figures were read.' }),
    },
    { description: 'Latency by stage. Quantiles have an error of at most a quarter of their value.' },
  ),
);

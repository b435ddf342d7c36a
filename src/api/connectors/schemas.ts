import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { sourceFailures } from '../../operations/connectors/connector-types.js';

const idPattern = '^[a-z0-9][a-z0-9-]{1,39}$';

export const ConnectorPath = closed({
  id: Type.String({
    pattern: idPattern,
    description: 'A format such as manifold, or an id that you choose for files and pushed rows.',
    examples: ['manifold'],
  }),
});

const Settings = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Settings of the format; its settingsSchema has their types and bounds. Keys are not settings.',
    examples: [{ intervalSeconds: 300, maxPages: 20 }],
  },
);

export const PutConnectorRequest = named(
  'PutConnectorRequest',
  closed(
    {
      enabled: Type.Boolean({ description: 'Whether it runs on schedule, or accepts pushed rows.', examples: [true] }),
      settings: Settings,
      format: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          description: 'file or push, for an id that you choose; it can’t be changed later.',
          examples: ['push'],
        }),
      ),
      name: Type.Optional(
        Type.String({ minLength: 1, maxLength: 80, description: 'Display name.', examples: ['House polls'] }),
      ),
    },
    { description: 'Settings of a connector.', examples: [{ enabled: true, settings: { intervalSeconds: 300 } }] },
  ),
);

const kinds = ['venue', 'odds', 'scores'] as const;
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });

const Failure = closed(
  {
    code: oneOf(sourceFailures, { description: 'Machine-readable error code.' }),
    message: Type.String({
      description: 'Human-readable message; never contains a key.',
      examples: ['https://api.manifold.markets/v0/markets did not respond within 20000 ms'],
    }),
  },
  { description: 'Why a run ended early.' },
);

const Run = named(
  'ConnectorRun',
  closed(
    {
      trigger: oneOf(['schedule', 'operator', 'push'], { description: 'Trigger of the run.' }),
      startedAt: Timestamp({ description: 'When the run started.' }),
      endedAt: Timestamp({ description: 'When the run ended.' }),
      pages: count('Responses that were processed.'),
      notModified: count('Responses with status 304, whose rows are unchanged.'),
      received: count('Rows in the other responses.'),
      inserted: count('New rows.'),
      updated: count('Rows whose content changed.'),
      unchanged: count('Unchanged rows, which were not written.'),
      ignored: count('Rows of kinds that are not stored, and duplicates.'),
      rejected: count('Broken rows.'),
      error: nullable(Failure),
    },
    { description: 'One run of a connector.' },
  ),
);

const Connector = named(
  'Connector',
  closed(
    {
      id: Type.String({ description: 'Id of the connector, also the source of its rows.', examples: ['manifold'] }),
      format: Type.String({ description: 'Format of its rows.', examples: ['manifold'] }),
      kind: oneOf(kinds, { description: 'Kind of its rows.' }),
      name: Type.String({ description: 'For people.', examples: ['Manifold'] }),
      configured: Type.Boolean({ description: 'Whether an operator has configured it.' }),
      enabled: Type.Boolean({ description: 'Whether it runs on schedule, or accepts pushed rows.' }),
      demo: Type.Boolean({ description: 'Whether its rows are simulated.' }),
      hasKey: Type.Boolean({
        description: 'Whether PRESAGE_CONNECTOR_<ID>_KEY is set; the key itself is never returned.',
      }),
      settings: Settings,
      intervalSeconds: Type.Integer({ minimum: 1, description: 'Seconds between runs.', examples: [300] }),
      nextRunAt: nullable(Timestamp({ description: 'When it runs next; null if no run is scheduled.' })),
      lastRunAt: nullable(Timestamp({ description: 'When the last run ended.' })),
      lastError: nullable(Failure),
      lastRun: nullable(Run),
    },
    { description: 'A data source.' },
  ),
);

const Format = named(
  'ConnectorFormat',
  closed(
    {
      id: Type.String({ description: 'The format.', examples: ['manifold'] }),
      kind: oneOf(kinds, { description: 'Kind of its rows.' }),
      origin: oneOf(['http', 'push', 'computed'], { description: 'Where its rows come from.' }),
      name: Type.String({ description: 'The provider.', examples: ['Manifold'] }),
      url: Type.String({
        description: 'The provider’s documentation; empty if there is none.',
        examples: ['https://docs.manifold.markets/api'],
      }),
      licence: Type.String({ description: 'Terms of the data.', examples: ['Manifold API terms'] }),
      covers: Type.String({ description: 'Subject of the data.', examples: ['play-money markets on any topic'] }),
      ownIds: Type.Boolean({ description: 'Whether operators choose the ids of its connectors.' }),
      settingsSchema: Type.Object(
        {},
        { additionalProperties: true, description: 'JSON Schema of the settings.', examples: [{ type: 'object' }] },
      ),
    },
    { description: 'A format that connectors can have.' },
  ),
);

export const ConnectorsReply = named(
  'Connectors',
  closed(
    {
      connectors: Type.Array(Connector, { description: 'Sorted by id, including those that are not configured.' }),
      formats: Type.Array(Format, { description: 'Formats that can be configured.' }),
    },
    { description: 'Data sources and their state.' },
  ),
);

export const ConnectorReply = named(
  'ConnectorReply',
  closed({ connector: Connector }, { description: 'One connector.' }),
);

export const RunReply = named(
  'ConnectorRunReply',
  closed(
    {
      run: nullable(Run),
      running: Type.Boolean({
        description: 'Whether it is still running; GET /api/operator/connectors shows its end.',
      }),
    },
    { description: 'The run, or null while it takes longer than the request may wait.' },
  ),
);

export const RejectedQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });

export const RejectedReply = named(
  'ConnectorRejectedRows',
  closed(
    {
      rows: Type.Array(
        closed({
          rowId: nullable(
            Type.String({ description: 'Id of the row at the source, if it has one.', examples: ['AbC123'] }),
          ),
          reason: Type.String({
            description: 'What is wrong, with the member and its value.',
            examples: ['probability must be a number from 0 to 1 (got 1.7)'],
          }),
          row: Type.String({
            description: 'The first 2,000 characters of the row as received.',
            examples: ['{"id":"AbC123","probability":1.7}'],
          }),
          at: Timestamp({ description: 'When it was received.' }),
        }),
        { description: 'Newest first. Up to 200 are stored per run, for 14 days.' },
      ),
      nextCursor: NextCursor,
    },
    { description: 'Rows that were not accepted.' },
  ),
);

const maxPushedRows = 500;

export const PushRowsRequest = named(
  'PushRowsRequest',
  closed(
    {
      rows: Type.Array(
        Type.Object(
          {
            rowId: Type.String({
              minLength: 1,
              maxLength: 200,
              description: 'Identifies the row; sending it again replaces it.',
            }),
          },
          { additionalProperties: true, description: 'Members of a row; see the guide on connectors.' },
        ),
        { minItems: 1, maxItems: maxPushedRows, description: 'Each row is accepted or rejected separately.' },
      ),
    },
    {
      description: 'Rows for a connector with the push format.',
      examples: [
        {
          rows: [
            {
              rowId: 'rain-1',
              title: 'Will it rain?',
              outcomes: [{ label: 'Yes', priceBps: 6200 }],
              volumeUnit: 'votes',
            },
          ],
        },
      ],
    },
  ),
);

export const PushRowsReply = named(
  'PushRowsReply',
  closed(
    {
      results: Type.Array(
        closed({
          rowId: Type.String({ description: 'As sent.', examples: ['rain-1'] }),
          result: oneOf(['inserted', 'updated', 'unchanged', 'ignored', 'rejected'], {
            description: 'What happened to the row.',
          }),
          reason: nullable(
            Type.String({
              description: 'Why it was rejected.',
              examples: ['title must be a text of 1 to 500 characters'],
            }),
          ),
        }),
        { description: 'In the order of the rows.' },
      ),
    },
    { description: 'Result of each row.' },
  ),
);

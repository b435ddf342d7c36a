import { setTimeout as sleep } from 'node:timers/promises';
import { actorOf } from '../http/caller.js';
import { ApiError, invalid, throwIfRefused } from '../http/errors.js';
import { compileCheck } from '../http/pipeline/validate.js';
import { perServices } from '../http/response/reply-bytes.js';
import {
  defineRoute,
  type HttpServices,
  operatorOnly,
  Reply,
  type RequestContext,
  type RouteInput,
} from '../http/route.js';
import {
  Cursor,
  closed,
  Limit,
  NextCursor,
  named,
  nullable,
  oneOf,
  Timestamp,
  type TSchema,
  Type,
} from '../http/schema.js';
import { readLink } from '../kernel/links.js';
import { isoTimeOrNull } from '../kernel/time.js';
import {
  configureConnector,
  findConnector,
  formatFor,
  type ListedConnector,
  listConnectors,
  listRejected,
} from './configure-connector.js';
import { sourceFailures } from './connector.js';
import { type ConnectorServices, type KnownFormat, pushRows, runConnector } from './runner.js';
import type { NewRun } from './store.js';

/** The feed that shows rows of connectors; supplied by aggregator. */
interface FeedChanges {
  readonly aggregator: { readonly feed: { invalidate(): void } };
}

type Needs = HttpServices & ConnectorServices & FeedChanges;

const idPattern = '^[a-z0-9][a-z0-9-]{1,39}$';

const ConnectorPath = closed({
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

const PutConnectorRequest = named(
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

const ConnectorsReply = named(
  'Connectors',
  closed(
    {
      connectors: Type.Array(Connector, { description: 'Sorted by id, including those that are not configured.' }),
      formats: Type.Array(Format, { description: 'Formats that can be configured.' }),
    },
    { description: 'Data sources and their state.' },
  ),
);

const ConnectorReply = named('ConnectorReply', closed({ connector: Connector }, { description: 'One connector.' }));

const RunReply = named(
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

const RejectedQuery = closed({ cursor: Cursor, limit: Limit(200, 50) });

const RejectedReply = named(
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

const PushRowsRequest = named(
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

const PushRowsReply = named(
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

/** How long a request waits for the run that it started; the run continues. */
const maxRunWaitMs = 20_000;

function viewRun({ connectorId: _connectorId, startedAt, endedAt, ...run }: NewRun) {
  const { trigger, pages, notModified, received, inserted, updated, unchanged, ignored, rejected, error } = run;
  const times = { startedAt: new Date(startedAt).toISOString(), endedAt: new Date(endedAt).toISOString() };
  return { trigger, ...times, pages, notModified, received, inserted, updated, unchanged, ignored, rejected, error };
}

function viewConnector({ id, format, connector, lastRun, hasKey }: ListedConnector) {
  return {
    id,
    format: connector?.format ?? format?.id ?? id,
    kind: connector?.kind ?? format?.kind ?? 'venue',
    name: connector?.name ?? format?.name ?? id,
    configured: connector !== null,
    enabled: connector?.enabled ?? false,
    demo: connector?.demo ?? false,
    hasKey,
    settings: connector?.settings ?? {},
    intervalSeconds: connector?.intervalSeconds ?? format?.defaultIntervalSeconds ?? 1,
    nextRunAt: isoTimeOrNull(connector?.nextRunAt ?? null),
    lastRunAt: isoTimeOrNull(connector?.lastRunAt ?? null),
    lastError: connector?.lastError ?? null,
    lastRun: lastRun && viewRun(lastRun),
  };
}

function viewFormat({ id, kind, origin, name, url, licence, covers, manyIds, settings }: KnownFormat) {
  return { id, kind, origin, name, url, licence, covers, ownIds: manyIds, settingsSchema: settings };
}

async function getConnectors(_input: unknown, { services }: RequestContext<Needs>) {
  const listed = await listConnectors(services);
  const formats = services.connectors.formats.filter(({ origin }) => origin !== 'computed');
  return { connectors: listed.map(viewConnector), formats: formats.map(viewFormat) };
}

const checksFor = perServices(() => new Map<string, (settings: unknown) => void>());

function checkSettings(
  services: ConnectorServices,
  { id, origin, settings: schema }: KnownFormat,
  settings: unknown,
): void {
  const checks = checksFor(services);
  const check = checks.get(id) ?? compileCheck(closed({ settings: schema as TSchema }), 'body');
  checks.set(id, check);
  check({ settings });
  const { baseUrl } = settings as { readonly baseUrl?: string };
  if (baseUrl === undefined) {
    if (id === 'file') throw invalid('settings.baseUrl', 'is missing: set it to the address of the file');
    return;
  }
  const link = readLink(baseUrl);
  if (origin === 'http' && !link.ok) throw invalid('settings.baseUrl', link.problem);
}

async function putConnector(
  { params: { id }, body }: RouteInput<{ params: typeof ConnectorPath; body: typeof PutConnectorRequest }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { enabled, name = null } = body;
  const settings = body.settings as Readonly<Record<string, unknown>>;
  const connector = await findConnector(services, id);
  const wanted = body.format ?? connector?.format ?? null;
  checkSettings(services, throwIfRefused(formatFor(services.connectors, id, wanted)), settings);
  throwIfRefused(
    await configureConnector(services, { id, enabled, settings, format: wanted, name, actor: actorOf(caller) }),
  );
  services.aggregator.feed.invalidate();
  const listed = (await listConnectors(services)).find(each => each.id === id) as ListedConnector;
  return { connector: viewConnector(listed) };
}

async function postRun(
  { params: { id } }: RouteInput<{ params: typeof ConnectorPath }>,
  { services, caller }: RequestContext<Needs>,
) {
  const run = runConnector(services, id, actorOf(caller)).finally(() => services.aggregator.feed.invalidate());
  const waited = new AbortController();
  const ended = await Promise.race([
    run.finally(() => waited.abort()),
    sleep(maxRunWaitMs, null, { ref: false, signal: waited.signal }).catch(() => null),
  ]);
  if (ended === null) {
    // The end of the run is recorded with the connector.
    run.catch(() => {});
    return new Reply(202, { run: null, running: true });
  }
  return { run: viewRun(throwIfRefused(ended)), running: false };
}

async function getRejected(
  { params: { id }, query }: RouteInput<{ params: typeof ConnectorPath; query: typeof RejectedQuery }>,
  { services }: RequestContext,
) {
  const { limit = 50, cursor } = query;
  const { cursors } = services;
  if (!(await findConnector(services, id))) {
    throw new ApiError('NOT_FOUND', `Connector ${id} not found, or not configured.`, { field: 'id' });
  }
  const before = cursor === undefined ? null : cursors.read<number>('rejected', [id], cursor);
  const rows = await listRejected(services, id, before, limit + 1);
  const shown = rows.slice(0, limit);
  return {
    rows: shown.map(({ rowId, reason, rowText, at }) => ({
      rowId,
      reason,
      row: rowText,
      at: new Date(at).toISOString(),
    })),
    nextCursor: rows.length > limit ? cursors.write('rejected', [id], shown[shown.length - 1].id) : null,
  };
}

async function postRows(
  { params: { id }, body }: RouteInput<{ params: typeof ConnectorPath; body: typeof PushRowsRequest }>,
  { services, caller }: RequestContext<Needs>,
) {
  const rows = body.rows.map(row => ({ rowId: row.rowId, row }));
  const results = throwIfRefused(await pushRows(services, id, rows, actorOf(caller)));
  services.aggregator.feed.invalidate();
  return { results: results.map(({ rowId, result, reason }) => ({ rowId, result, reason })) };
}

export const connectorRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'listConnectors',
    method: 'GET',
    path: '/api/operator/connectors',
    summary: 'Data sources',
    description: 'Lists connectors with settings, last run and counts, and the formats that can be configured.',
    responses: { 200: { description: 'The connectors.', schema: ConnectorsReply } },
    errors: ['FORBIDDEN'],
    handler: getConnectors,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'putConnector',
    method: 'PUT',
    path: '/api/operator/connectors/{id}',
    summary: 'Configure a data source',
    description:
      'Replaces the settings. An enabled connector runs immediately and then at its interval. A file or push connector is created under an id that you choose. Keys are read from PRESAGE_CONNECTOR_<ID>_KEY.',
    request: { params: ConnectorPath, body: PutConnectorRequest },
    responses: { 200: { description: 'The connector.', schema: ConnectorReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: putConnector,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'runConnector',
    method: 'POST',
    path: '/api/operator/connectors/{id}/run',
    summary: 'Run a data source now',
    description:
      'Waits up to 20 seconds for the run to end. A failing source is not an error of the request: the run contains the reason. A disabled connector runs too, so that settings can be tested.',
    request: { params: ConnectorPath },
    responses: {
      200: { description: 'The run has ended.', schema: RunReply },
      202: { description: 'The run is still in progress.', schema: RunReply },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: postRun,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listRejectedRows',
    method: 'GET',
    path: '/api/operator/connectors/{id}/rejected',
    summary: 'Rejected rows of a data source',
    description:
      'Rows with the reason for rejection, newest first. Up to 200 are stored per run, for 14 days; the counts of a run are exact.',
    request: { params: ConnectorPath, query: RejectedQuery },
    responses: { 200: { description: 'The rows.', schema: RejectedReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: getRejected,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'pushConnectorRows',
    method: 'POST',
    path: '/api/operator/connectors/{id}/rows',
    summary: 'Push rows',
    description:
      'For connectors with the push format. Rows are identified by rowId: sending a row again replaces it, and an identical row writes nothing. An invalid row is rejected and stored with the reason; the others are saved.',
    request: { params: ConnectorPath, body: PushRowsRequest },
    responses: { 200: { description: 'Result of each row.', schema: PushRowsReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: postRows,
  }),
];

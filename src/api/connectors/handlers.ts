import { setTimeout as sleep } from 'node:timers/promises';
import { readLink } from '../../domain/links.js';
import { actorOf } from '../../http/caller.js';
import { ApiError, invalid } from '../../http/errors.js';
import { perServices } from '../../http/per-services.js';
import { compileCheck } from '../../http/pipeline/validate.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput } from '../../http/route.js';
import { closed, type TSchema } from '../../http/schema.js';
import type { Services } from '../../http/services.js';
import { configureConnector, formatFor } from '../../operations/connectors/configure-connector.js';
import type { KnownFormat } from '../../operations/connectors/connectors-service.js';
import {
  findConnector,
  type ListedConnector,
  listConnectors,
  listRejected,
} from '../../operations/connectors/queries.js';
import { pushRows, runConnector } from '../../operations/connectors/run-connector.js';
import type { NewRun } from '../../store/connectors/interface.js';
import type { ConnectorPath, PushRowsRequest, PutConnectorRequest, RejectedQuery } from './schemas.js';

/** How long a request waits for the run that it started; the run continues. */
const maxRunWaitMs = 20_000;

const isoOrNull = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

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
    nextRunAt: isoOrNull(connector?.nextRunAt ?? null),
    lastRunAt: isoOrNull(connector?.lastRunAt ?? null),
    lastError: connector?.lastError ?? null,
    lastRun: lastRun && viewRun(lastRun),
  };
}

function viewFormat({ id, kind, origin, name, url, licence, covers, manyIds, settings }: KnownFormat) {
  return { id, kind, origin, name, url, licence, covers, ownIds: manyIds, settingsSchema: settings };
}

export async function getConnectors(_input: unknown, { services }: RequestContext) {
  const listed = await listConnectors(services);
  const formats = services.connectors.formats.filter(({ origin }) => origin !== 'computed');
  return { connectors: listed.map(viewConnector), formats: formats.map(viewFormat) };
}

const checksFor = perServices(() => new Map<string, (settings: unknown) => void>());

function checkSettings(services: Services, { id, origin, settings: schema }: KnownFormat, settings: unknown): void {
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

export async function putConnector(
  { params: { id }, body }: RouteInput<{ params: typeof ConnectorPath; body: typeof PutConnectorRequest }>,
  { services, caller }: RequestContext,
) {
  const { enabled, name = null } = body;
  const settings = body.settings as Readonly<Record<string, unknown>>;
  const known = await findConnector(services, id);
  const wanted = body.format ?? known?.format ?? null;
  checkSettings(services, throwIfRefused(formatFor(services.connectors.formats, id, wanted)), settings);
  throwIfRefused(
    await configureConnector(services, { id, enabled, settings, format: wanted, name, actor: actorOf(caller) }),
  );
  services.aggregator.feed.invalidate();
  const listed = (await listConnectors(services)).find(each => each.id === id) as ListedConnector;
  return { connector: viewConnector(listed) };
}

export async function postRun(
  { params: { id } }: RouteInput<{ params: typeof ConnectorPath }>,
  { services, caller }: RequestContext,
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

export async function getRejected(
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

export async function postRows(
  { params: { id }, body }: RouteInput<{ params: typeof ConnectorPath; body: typeof PushRowsRequest }>,
  { services, caller }: RequestContext,
) {
  const rows = body.rows.map(row => ({ rowId: row.rowId, row }));
  const results = throwIfRefused(await pushRows(services, id, rows, actorOf(caller)));
  services.aggregator.feed.invalidate();
  return { results: results.map(({ rowId, result, reason }) => ({ rowId, result, reason })) };
}

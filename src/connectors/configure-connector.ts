import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { invalidField, type Refusal, refuse } from '../kernel/refusal.js';
import type { ConnectorKind, SourceRequest } from './connector.js';
import type { ConnectorServices, Connectors, KnownFormat } from './runner.js';
import { SourceError } from './source-fetch.js';
import type { ConnectorRow, RunRow, StoredRejectedRow } from './store.js';
import * as connectorStore from './store.js';

interface KeyPlace {
  readonly connectorId: string;
  readonly baseUrl: string;
  /** The default origin of the format. */
  readonly defaultUrl: string | null;
  /** PRESAGE_CONNECTOR_<ID>_ORIGIN or null. */
  readonly named: string | null;
}

const originOf = (address: string | null) =>
  address !== null && URL.canParse(address) ? new URL(address).origin : null;

const carriesKey = ({ headers = {}, secretQuery = {} }: SourceRequest) =>
  Object.keys(headers).length + Object.keys(secretQuery).length > 0;

/**
 * Rejects sending a key to any origin but its provider over https, or the origin in the environment. All operators can
 * change settings; keys belong to those who run the machine.
 */
export function checkKeyPlace(requests: readonly SourceRequest[], place: KeyPlace): void {
  if (!requests.some(carriesKey)) return;
  const { connectorId, baseUrl, defaultUrl, named } = place;
  const origin = originOf(baseUrl);
  const isProvider = origin === originOf(defaultUrl) && origin?.startsWith('https:');
  if (isProvider || (origin !== null && origin === originOf(named))) return;
  const variable = `PRESAGE_CONNECTOR_${connectorId.toUpperCase().replaceAll('-', '_')}_ORIGIN`;
  const allowed = [originOf(defaultUrl), originOf(named)].filter(each => each !== null).join(' and ') || 'no origin';
  throw new SourceError(
    'KEY_REFUSED',
    `the key may only be sent to ${allowed} (baseUrl has ${origin}); to allow it, set ${variable}=${origin}`,
  );
}

type Context = Pick<OperationContext, 'store'>;
type RunningContext = Context & ConnectorServices;

export interface ListedConnector {
  readonly id: string;
  readonly format: KnownFormat | null;
  /** Null until an operator configures it. */
  readonly connector: ConnectorRow | null;
  readonly lastRun: RunRow | null;
  readonly hasKey: boolean;
}

/** Configured connectors, and formats without a configured connector, by id. */
export async function listConnectors({ store, connectors }: RunningContext): Promise<ListedConnector[]> {
  const [rows, runs] = await store.read(reader =>
    Promise.all([connectorStore.list(reader), connectorStore.lastRuns(reader)]),
  );
  const formats = new Map(connectors.formats.map(format => [format.id, format]));
  const configured = new Set(rows.map(({ id }) => id));
  const idle = connectors.formats.filter(({ id, manyIds, demo }) => !manyIds && !demo && !configured.has(id));
  const listed = [
    ...rows.map(row => ({ id: row.id, format: formats.get(row.format) ?? null, connector: row })),
    ...idle.map(format => ({ id: format.id, format, connector: null })),
  ];
  return listed
    .map(each => ({ ...each, lastRun: runs.get(each.id) ?? null, hasKey: connectors.hasKey(each.id) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function findConnector({ store }: Context, id: string): Promise<ConnectorRow | null> {
  return store.read(reader => connectorStore.find(reader, id));
}

export function listRejected(
  { store }: Context,
  id: string,
  before: number | null,
  limit: number,
): Promise<StoredRejectedRow[]> {
  return store.read(reader => connectorStore.rejectedRows(reader, id, before, limit));
}

/** A provider of data, to document the origin of figures. */
export interface DataProvider {
  readonly id: string;
  readonly name: string;
  readonly kind: ConnectorKind;
  readonly url: string;
  readonly licence: string;
  readonly covers: string;
  readonly enabled: boolean;
  readonly lastRunAt: number | null;
  readonly demo: boolean;
}

/** All providers of the service's formats, enabled or not. */
export async function listProviders(context: RunningContext): Promise<DataProvider[]> {
  const listed = await listConnectors(context);
  return listed.flatMap(({ id, format, connector }) => {
    if (!format) return [];
    const { kind, url, licence, covers } = format;
    return [
      {
        id,
        name: connector?.name ?? format.name,
        kind,
        url,
        licence,
        covers,
        enabled: connector?.enabled ?? false,
        lastRunAt: connector?.lastRunAt ?? null,
        demo: format.demo,
      },
    ];
  });
}

type Tools = Pick<OperationContext, 'store' | 'clock'> & ConnectorServices;

export interface ConfigureConnector {
  readonly id: string;
  readonly enabled: boolean;
  /** Validated against the format's schema by the caller. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The format of an id that an operator chooses. */
  readonly format: string | null;
  readonly name: string | null;
  /** The operator; null for the arena itself, whose actions are not in the audit trail. */
  readonly actor: string | null;
}

/** The format of a connector id: the one with that name, or the one that the operator specifies for a chosen id. */
export function formatFor(
  { formats, builtInSources }: Pick<Connectors, 'formats' | 'builtInSources'>,
  id: string,
  wanted: string | null,
): KnownFormat | Refusal {
  const onlyFormat = formats.find(format => format.id === id && !format.manyIds);
  if (onlyFormat) {
    if (wanted === null || wanted === onlyFormat.id) return onlyFormat;
    return invalidField('format', `must be ${onlyFormat.id} for the connector ${onlyFormat.id} (got ${wanted})`);
  }
  const isOtherFormat = wanted !== id && formats.some(format => format.id === id);
  if (builtInSources.has(id) || isOtherFormat)
    return invalidField('id', `must not be the id of a built-in source or of another format (got ${id})`);
  const choices = formats.filter(({ manyIds }) => manyIds);
  const chosen = choices.find(format => format.id === wanted);
  if (chosen) return chosen;
  const names = choices.map(format => format.id).join(', ');
  if (wanted !== null)
    return invalidField('format', `must be one of ${names} for an id that you choose (got ${wanted})`);
  return refuse('NOT_FOUND', `Connector ${id} not found. To create it, send format: ${names}.`, { field: 'id' });
}

const shown = ({ enabled, name, settings }: ConnectorRow) => ({ enabled, name, settings });

async function recordChange(tx: Transaction, actor: string, former: ConnectorRow | null, stored: ConnectorRow) {
  const { id: subject, format } = stored;
  await operatorStore.record(tx, {
    at: await operatorStore.now(tx),
    actor,
    action: 'connector.configure',
    subject,
    details: { format },
    before: former && shown(former),
    after: shown(stored),
  });
}

/** Stores an operator's settings. The connector runs as soon as it is enabled. */
export async function configureConnector(tools: Tools, command: ConfigureConnector): Promise<ConnectorRow | Refusal> {
  const { store, clock, connectors } = tools;
  const { id, enabled, settings } = command;
  const saved = await store.transact(async tx => {
    const existingConnector = await connectorStore.find(tx, id);
    const format = formatFor(connectors, id, command.format ?? existingConnector?.format ?? null);
    if ('refused' in format) return format;
    if (existingConnector && existingConnector.format !== format.id)
      return invalidField('format', `must stay ${existingConnector.format} (got ${format.id})`);
    const now = clock();
    const interval = settings.intervalSeconds;
    const isScheduled = enabled && format.origin !== 'push';
    await connectorStore.put(tx, {
      id,
      format: format.id,
      kind: format.kind,
      name: command.name ?? existingConnector?.name ?? format.name,
      enabled,
      demo: format.demo,
      settings,
      intervalSeconds: typeof interval === 'number' ? interval : format.defaultIntervalSeconds,
      nextRunAt: isScheduled ? now : null,
      updatedAt: now,
    });
    const stored = (await connectorStore.find(tx, id)) as ConnectorRow;
    if (command.actor !== null) await recordChange(tx, command.actor, existingConnector, stored);
    return stored;
  });
  connectors.schedule.invalidate();
  return saved;
}

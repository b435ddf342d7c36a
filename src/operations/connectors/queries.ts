import type { ConnectorRow, RunRow, StoredRejectedRow } from '../../store/connectors/interface.js';
import type { OperationContext } from '../operation-context.js';
import type { ConnectorKind } from './connector-types.js';
import type { Connectors, KnownFormat } from './connectors-service.js';

type Context = Pick<OperationContext, 'store'>;
type RunningContext = Context & { readonly connectors: Connectors };

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
  const [rows, runs] = await store.read(reads => Promise.all([reads.connectors.list(), reads.connectors.lastRuns()]));
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
  return store.read(reads => reads.connectors.find(id));
}

export function listRejected(
  { store }: Context,
  id: string,
  before: number | null,
  limit: number,
): Promise<StoredRejectedRow[]> {
  return store.read(reads => reads.connectors.rejected(id, before, limit));
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

import * as operatorStore from '../database/arena/operators.js';
import type { OperationContext } from '../database/transactions.js';
import { type Refusal, refuse } from '../kernel/refusal.js';
import {
  type ComputedFormat,
  type ConnectorFormat,
  type FormatInfo,
  type PushFormat,
  type ReadRow,
  type RowOutcome,
  type RowResult,
  settingsSchema,
} from './connector.js';
import { type Collected, FetchRun, RunReport } from './fetch-run.js';
import { storable } from './read-fields.js';
import { maxRowsPerBatch, readSafely, saveRows } from './save-rows.js';
import { createSourceFetch, SourceError, type SourceFetch, type SourceFetchTools } from './source-fetch.js';
import type { ConnectorRow, NewRun, RunTrigger } from './store.js';
import * as connectorStore from './store.js';

export interface PushedRow {
  readonly rowId: string;
  readonly row: unknown;
}

export interface PushedResult {
  readonly rowId: string;
  readonly result: RowOutcome | 'ignored' | 'rejected';
  /** Why it was rejected. */
  readonly reason: string | null;
}

/** A format with the data needed to configure its connectors. */
export interface KnownFormat extends FormatInfo {
  readonly manyIds: boolean;
  readonly demo: boolean;
  readonly defaultIntervalSeconds: number;
  /** A JSON schema of the settings. */
  readonly settings: object;
}

export type RunState =
  | { readonly kind: 'ended'; readonly run: NewRun }
  /** Another run of the connector, here or on another node, is in progress. */
  | { readonly kind: 'busy' };

/** The connectors at run time: formats and their runner. */
export interface Connectors {
  readonly formats: readonly KnownFormat[];
  /** Ids that rows of the feed and of sports use as their source, whether or not this service computes them. */
  readonly builtInSources: ReadonlySet<string>;
  readonly schedule: RunSchedule;
  /** Whether PRESAGE_CONNECTOR_<ID>_KEY is set. */
  hasKey(connectorId: string): boolean;
  /** Runs a connector to its end; failures of the source are in the run. */
  run(connectorId: string, trigger: 'schedule' | 'operator'): Promise<RunState>;
  /** Saves rows that an operator pushes, in the connector's format. */
  push(connectorId: string, rows: readonly PushedRow[]): Promise<readonly PushedResult[]>;
  /** Aborts requests in flight; no run starts afterwards. */
  stop(): void;
}

/** How often the database is read when no run is due: another node may have configured a connector. */
const maxReadIntervalMs = 30_000;

/** When the scheduler must check for due runs: at the next deadline, after a change on this node, or after a while. */
class RunSchedule {
  private readFrom = Number.NEGATIVE_INFINITY;
  private readAt = Number.NEGATIVE_INFINITY;

  /** A clock that was set back makes the deadline meaningless. */
  isDue(now: number): boolean {
    return now >= this.readAt || now < this.readFrom;
  }

  /** Called before the database is read, so that a change during the read is not missed. */
  begin(now: number): void {
    this.readFrom = now;
    this.readAt = now + maxReadIntervalMs;
  }

  /** The next deadline of a run; null if there is none. */
  plan(nextRunAt: number | null): void {
    if (nextRunAt !== null) this.readAt = Math.min(this.readAt, nextRunAt);
  }

  /** Called after a connector was configured or has run. */
  invalidate(): void {
    this.readAt = Number.NEGATIVE_INFINITY;
  }
}

type Tools = Pick<OperationContext, 'store'> & ConnectorServices;

const unknownConnector = (id: string) =>
  refuse('NOT_FOUND', `Connector ${id} not found, or not configured.`, { field: 'id' });

function record({ store }: Tools, action: string, subject: string, actor: string, details: Record<string, unknown>) {
  return store.transact(async tx => {
    await operatorStore.record(tx, { at: await operatorStore.now(tx), actor, action, subject, details });
  });
}

/** Runs a connector now, whether or not it is due. A disabled one runs too, so that settings can be tested. */
export async function runConnector(tools: Tools, id: string, actor: string): Promise<NewRun | Refusal> {
  const connector = await tools.store.read(reader => connectorStore.find(reader, id));
  if (!connector) return unknownConnector(id);
  const format = tools.connectors.formats.find(each => each.id === connector.format);
  if (format?.origin === 'push')
    return refuse('INVALID_TRANSITION', `Connector ${id} accepts pushed rows and does not fetch.`);
  const state = await tools.connectors.run(id, 'operator');
  if (state.kind === 'ended') {
    const { received, inserted, updated, rejected, error } = state.run;
    await record(tools, 'connector.run', id, actor, { received, inserted, updated, rejected, error });
    return state.run;
  }
  return refuse('INVALID_TRANSITION', `Connector ${id} is running already.`);
}

export async function pushRows(
  tools: Tools,
  id: string,
  rows: readonly PushedRow[],
  actor: string,
): Promise<readonly PushedResult[] | Refusal> {
  const connector = await tools.store.read(reader => connectorStore.find(reader, id));
  if (!connector) return unknownConnector(id);
  const format = tools.connectors.formats.find(each => each.id === connector.format);
  if (format?.origin !== 'push')
    return refuse('INVALID_TRANSITION', `Connector ${id} fetches its rows and does not accept pushed ones.`);
  if (!connector.enabled)
    return refuse('INVALID_TRANSITION', `Connector ${id} is disabled; enable it before pushing rows.`);
  const results = await tools.connectors.push(id, rows);
  const rejected = results.filter(({ result }) => result === 'rejected').length;
  await record(tools, 'connector.push', id, actor, { rows: rows.length, rejected });
  return results;
}

export interface RunnerTools extends OperationContext {
  readonly formats: readonly ConnectorFormat[];
  readonly builtInSources: ReadonlySet<string>;
  /** Source keys by connector id, from PRESAGE_CONNECTOR_<ID>_KEY. */
  readonly keys: ReadonlyMap<string, string>;
  /** Origins that may receive a connector's key in addition to the default one, from PRESAGE_CONNECTOR_<ID>_ORIGIN. */
  readonly keyOrigins: ReadonlyMap<string, string>;
  readonly fetchTools: SourceFetchTools;
  /** Called with failures of the service, not of a source. */
  readonly onFault: (error: unknown, connectorId: string) => void;
}

function errorOf(error: unknown): SourceError {
  // The message of an unexpected error may contain a row, so it goes to the log only.
  return error instanceof SourceError ? error : new SourceError('INTERNAL', 'the run failed; see the log');
}

function knownFormat(format: ConnectorFormat): KnownFormat {
  const { id, kind, origin, name, url, licence, covers, manyIds = false } = format;
  const defaultIntervalSeconds = format.defaults.intervalSeconds;
  const demo = origin === 'computed';
  const settings = settingsSchema(format);
  return { id, kind, origin, name, url, licence, covers, manyIds, demo, defaultIntervalSeconds, settings };
}

/**
 * Runs connectors. A connector is idle or running; `exclusively` enforces that across nodes. A failed run keeps its
 * saved rows, records the named error and is due again after the interval.
 */
class Runner implements Connectors {
  readonly formats: readonly KnownFormat[];
  readonly builtInSources: ReadonlySet<string>;
  readonly schedule = new RunSchedule();

  constructor(
    private readonly tools: RunnerTools,
    private readonly stopping = new AbortController(),
    private readonly fetch: SourceFetch = createSourceFetch(tools.fetchTools),
  ) {
    this.formats = tools.formats.map(knownFormat);
    this.builtInSources = tools.builtInSources;
  }

  hasKey(connectorId: string): boolean {
    return this.tools.keys.has(connectorId);
  }

  stop(): void {
    this.stopping.abort();
  }

  async run(connectorId: string, trigger: 'schedule' | 'operator'): Promise<RunState> {
    let state: RunState = { kind: 'busy' };
    await this.tools.store.exclusively(`connector ${connectorId}`, async store => {
      const target = await this.find(connectorId);
      if (!target || this.stopping.signal.aborted) return;
      const leased = new Runner({ ...this.tools, store }, this.stopping, this.fetch);
      state = { kind: 'ended', run: await leased.runFormat(target.connector, target.format, trigger) };
    });
    return state;
  }

  async push(connectorId: string, rows: readonly PushedRow[]): Promise<readonly PushedResult[]> {
    const target = await this.find(connectorId);
    if (target?.format.origin !== 'push') throw new Error(`${connectorId} does not accept rows`);
    const { connector, format } = target;
    const startedAt = this.tools.clock();
    const report = new RunReport();
    const results = await this.savePushed(connector, format, rows, report);
    const changed = report.changed;
    const intervalMs = connector.intervalSeconds * 1000;
    const run = { connectorId, at: startedAt, seen: null, isComplete: false, intervalMs, changed };
    await format.finish?.(this.tools, run);
    await this.record(connector, 'push', startedAt, report, null, false);
    return results;
  }

  private async find(connectorId: string) {
    const connector = await this.tools.store.read(reader => connectorStore.find(reader, connectorId));
    const format = this.tools.formats.find(({ id }) => id === connector?.format);
    return connector && format ? { connector, format } : null;
  }

  private async runFormat(connector: ConnectorRow, format: ConnectorFormat, trigger: RunTrigger): Promise<NewRun> {
    const startedAt = this.tools.clock();
    const report = new RunReport();
    let failure: SourceError | null = null;
    let isComplete = false;
    try {
      const collected = await this.collect(connector, format, report);
      const intervalMs = connector.intervalSeconds * 1000;
      const run = { connectorId: connector.id, at: startedAt, intervalMs, changed: report.changed, ...collected };
      await format.finish?.(this.tools, run);
      isComplete = collected.isComplete;
    } catch (error) {
      failure = errorOf(error);
      if (failure.code === 'INTERNAL') this.tools.onFault(error, connector.id);
    }
    return this.record(connector, trigger, startedAt, report, failure, isComplete);
  }

  private async collect(connector: ConnectorRow, format: ConnectorFormat, report: RunReport): Promise<Collected> {
    if (format.origin === 'push') throw new SourceError('BAD_FORMAT', 'rows of this connector are pushed, not fetched');
    if (format.origin === 'computed') return this.compute(connector, format, report);
    const key = this.tools.keys.get(connector.id) ?? null;
    const keyOrigin = this.tools.keyOrigins.get(connector.id) ?? null;
    const { fetch, tools, stopping } = this;
    const run = new FetchRun({ ...tools, fetch, key, keyOrigin, signal: stopping.signal }, format, connector, report);
    return run.run();
  }

  private async compute(connector: ConnectorRow, format: ComputedFormat<unknown>, report: RunReport) {
    const rows = await format.rows(this.tools, connector.id);
    report.add('received', rows.length);
    for (let start = 0; start < rows.length; start += maxRowsPerBatch) {
      await saveRows(this.tools, format, connector, rows.slice(start, start + maxRowsPerBatch), report);
    }
    return { seen: new Set(rows.map(({ rowId }) => rowId)), isComplete: true };
  }

  private async savePushed(
    connector: ConnectorRow,
    format: PushFormat<unknown>,
    rows: readonly PushedRow[],
    report: RunReport,
  ): Promise<PushedResult[]> {
    const accepted: ReadRow[] = [];
    const first = new Map<string, number>();
    const read = rows.map(({ rowId: sent, row }, index) => {
      const rowId = storable(sent);
      report.add('received');
      const earlier = first.get(rowId);
      first.set(rowId, earlier ?? index);
      const result: RowResult<unknown> =
        earlier === undefined
          ? readSafely(() => format.readRow(row))
          : { kind: 'rejected', rowId, reason: `rowId duplicates item ${earlier}` };
      if (result.kind === 'rejected') report.reject(rowId, result.reason, row);
      else if (result.kind === 'ignored') report.add('ignored');
      else accepted.push({ rowId, row: result.row });
      return { rowId, result };
    });
    const outcomes = await saveRows(this.tools, format, connector, accepted, report);
    let next = 0;
    return read.map(({ rowId, result }) => {
      if (result.kind === 'rejected') return { rowId, result: 'rejected', reason: result.reason };
      if (result.kind === 'ignored') return { rowId, result: 'ignored', reason: null };
      const outcome = outcomes[next];
      next += 1;
      if (typeof outcome === 'object') return { rowId, result: 'rejected', reason: outcome.unsaved };
      return { rowId, result: outcome, reason: null };
    });
  }

  private async record(
    connector: ConnectorRow,
    trigger: RunTrigger,
    startedAt: number,
    report: RunReport,
    failure: SourceError | null,
    isComplete: boolean,
  ): Promise<NewRun> {
    const error = failure && { code: failure.code, message: failure.message };
    const endedAt = this.tools.clock();
    const run = { connectorId: connector.id, trigger, startedAt, endedAt, error, ...report.totals() };
    await this.tools.store.transact(tx => connectorStore.addRun(tx, run, report.rejected, isComplete));
    return run;
  }
}

export function createConnectors(tools: RunnerTools): Connectors {
  return new Runner(tools);
}

export interface ConnectorServices {
  readonly connectors: Connectors;
}

import type { NewRun } from '../../store/connectors/interface.js';
import type { FormatInfo, RowOutcome } from './connector-types.js';
import type { RunSchedule } from './run-schedule.js';

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

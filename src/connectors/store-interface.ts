/** Settings, runs, page validators and rejected rows of connectors. Times are epoch milliseconds. */

export interface ConnectorRow {
  readonly id: string;
  readonly format: string;
  readonly kind: 'venue' | 'odds' | 'scores';
  readonly name: string;
  readonly enabled: boolean;
  readonly demo: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly intervalSeconds: number;
  /** Null while disabled and for connectors that fetch nothing. */
  readonly nextRunAt: number | null;
  /** The end of the last run, regardless of its outcome. */
  readonly lastRunAt: number | null;
  /** The end of the last run that read every page. */
  readonly confirmedAt: number | null;
  readonly lastError: { readonly code: string; readonly message: string } | null;
  readonly updatedAt: number;
}

export type RunTrigger = 'schedule' | 'operator' | 'push';

export interface RunCounts {
  readonly pages: number;
  readonly notModified: number;
  readonly received: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly ignored: number;
  readonly rejected: number;
}

export interface NewRun extends RunCounts {
  readonly connectorId: string;
  readonly trigger: RunTrigger;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface RunRow extends NewRun {
  readonly id: number;
}

export interface RejectedRow {
  readonly rowId: string | null;
  readonly reason: string;
  /** The first characters of the row as received. */
  readonly rowText: string;
}

export interface StoredRejectedRow extends RejectedRow {
  readonly id: number;
  readonly runId: number;
  readonly at: number;
}

export interface PageRow {
  readonly path: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly next: readonly Readonly<Record<string, unknown>>[];
  readonly rowIds: readonly string[];
}

export interface ConnectorReads {
  /** By id. */
  list(): Promise<ConnectorRow[]>;
  find(id: string): Promise<ConnectorRow | null>;
  /** The newest run of each connector that has one. */
  lastRuns(): Promise<ReadonlyMap<string, RunRow>>;
  /** Ids of enabled connectors of these formats whose next run is due, longest overdue first. */
  due(formats: readonly string[], now: number, limit: number): Promise<string[]>;
  /** The earliest deadline of enabled connectors of these formats after a time; null if there is none. */
  nextRunAt(formats: readonly string[], after: number): Promise<number | null>;
  /** Newest first, before an id. */
  rejected(connectorId: string, before: number | null, limit: number): Promise<StoredRejectedRow[]>;
  pages(connectorId: string): Promise<PageRow[]>;
}

export interface ConnectorWrites extends ConnectorReads {
  /** Upserts the settings; the state of runs is unchanged. */
  put(
    connector: Pick<
      ConnectorRow,
      | 'id'
      | 'format'
      | 'kind'
      | 'name'
      | 'enabled'
      | 'demo'
      | 'settings'
      | 'intervalSeconds'
      | 'nextRunAt'
      | 'updatedAt'
    >,
  ): Promise<void>;
  /**
   * Records a run with its rejected rows and sets the connector's state. A complete run confirms all rows that are not
   * missing. The next run is due one interval after the start.
   */
  addRun(run: NewRun, rejected: readonly RejectedRow[], isComplete: boolean): Promise<number>;
  /** Locks the connector until the transaction ends. */
  lock(id: string): Promise<void>;
  /** Replaces the validators of all pages. */
  savePages(connectorId: string, pages: readonly PageRow[]): Promise<void>;
  /** Deletes rejected rows and runs older than a time; returns the number of rejected rows deleted. */
  prune(before: number): Promise<number>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly connectors: ConnectorReads;
  }
  interface Writes {
    readonly connectors: ConnectorWrites;
  }
}

/** Types shared by the routes, the runner and the formats of connectors. */

/** venue: markets of another exchange. odds: prices of bookmakers. scores: results. */
export type ConnectorKind = 'venue' | 'odds' | 'scores';

/** http: the runner fetches pages. push: an operator sends the rows. computed: the service derives them. */
export type ConnectorOrigin = 'http' | 'push' | 'computed';

/** The published description of a format. */
export interface FormatInfo {
  /** Also the id of its connector, unless the format is configured under operator-chosen ids. */
  readonly id: string;
  readonly kind: ConnectorKind;
  readonly origin: ConnectorOrigin;
  readonly name: string;
  /** The provider's documentation. */
  readonly url: string;
  /** The terms under which the provider publishes the data. */
  readonly licence: string;
  /** The subject of the data, in a few words. */
  readonly covers: string;
}

/** The effect of saving one row. */
export type RowOutcome = 'inserted' | 'updated' | 'unchanged';

export interface SourceRow<Row = unknown> {
  /** The source's identifier of the row, unique within the connector. */
  readonly rowId: string;
  readonly row: Row;
  /** The digest of the row's content. A stored row with the same digest must not be written again. */
  readonly digest: string;
}

/** Rows to save in one transaction. */
export interface RowBatch<Row = unknown> {
  readonly connectorId: string;
  /** When the rows were received, in epoch milliseconds. */
  readonly at: number;
  readonly demo: boolean;
  readonly intervalMs: number;
  /** Whether rows are confirmed one by one, as by pushes, and not by the end of a run. */
  readonly isPush: boolean;
  readonly rows: readonly SourceRow<Row>[];
}

/** A run that ended without an error, or a push. */
export interface EndedRun {
  readonly connectorId: string;
  readonly at: number;
  /** Ids of all rows that the source sent, including invalid ones and those of unmodified pages; null for a push. */
  readonly seen: ReadonlySet<string> | null;
  /** Whether every page was read, so that other rows are gone; false for a push. */
  readonly isComplete: boolean;
  readonly intervalMs: number;
  /** Rows that were inserted or updated. */
  readonly changed: number;
}

/** Named reasons why a run ends early. */
export const sourceFailures = [
  'TIMEOUT',
  'CONNECTION_RESET',
  'CONNECTION_FAILED',
  'RESPONSE_TOO_LARGE',
  'REDIRECT_REFUSED',
  'ADDRESS_REFUSED',
  'KEY_REFUSED',
  'BAD_STATUS',
  'BAD_JSON',
  'BAD_FORMAT',
  'STOPPED',
  'INTERNAL',
] as const;
export type SourceFailure = (typeof sourceFailures)[number];

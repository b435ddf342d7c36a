import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { OperationContext } from '../database/transactions.js';

/** Settings shared by all fetched connectors. Defaults come from the format. */
export const commonSettings = {
  baseUrl: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 500,
      pattern: '^https?://[^\\s]+$',
      description: 'Base address of all requests; redirects to another origin are rejected.',
      examples: ['https://api.manifold.markets/v0/'],
    }),
  ),
  intervalSeconds: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 86_400,
      description: 'Seconds between the starts of two runs.',
      examples: [300],
    }),
  ),
  timeoutSeconds: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 120, description: 'Timeout of one request in seconds.', examples: [20] }),
  ),
  maxPages: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 500, description: 'Maximum number of pages per run.', examples: [20] }),
  ),
  maxResponseBytes: Type.Optional(
    Type.Integer({
      minimum: 1024,
      maximum: 268_435_456,
      description: 'Maximum size of one response in bytes; larger ones are aborted.',
      examples: [33_554_432],
    }),
  ),
  allowPrivateAddress: Type.Optional(
    Type.Boolean({
      description:
        'Allows baseUrl to resolve to a loopback, private or link-local address. Only for sources in your own network.',
      examples: [false],
    }),
  ),
};

/** Common settings with the format's defaults filled in, and the format's own as the operator set them. */
export interface ResolvedSettings {
  readonly baseUrl: string;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  readonly maxPages: number;
  readonly maxResponseBytes: number;
  readonly allowPrivateAddress: boolean;
}

export interface SourceRequest {
  /** Path and query, relative to the base URL. It identifies the page and its validators. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters that carry a secret. They are added when the request is sent and never stored. */
  readonly secretQuery?: Readonly<Record<string, string>>;
  /** Passed to `readPage` and `readRow`; must be JSON, because it is stored with the page's validators. */
  readonly tag?: string;
  /** The single row of the page. If the page is gone, the row is rejected and the run continues. */
  readonly rowId?: string;
  /** The row from the page that led here. It is used instead if the run ends before this request is sent. */
  readonly listed?: unknown;
}

export interface SourcePage {
  /** Rows in the source's own format; `readRow` checks them one by one. */
  readonly rows: readonly unknown[];
  /** Requests that this page leads to. A path is requested once per run. */
  readonly next?: readonly SourceRequest[];
}

/** A row that passed its checks. */
export interface ReadRow<Row = unknown> {
  readonly rowId: string;
  readonly row: Row;
}

/**
 * ignored: a valid row of a kind that is not stored, such as a poll. rejected: an invalid row, stored separately with
 * the reason.
 */
export type RowResult<Row> =
  | { readonly kind: 'row'; readonly rowId: string; readonly row: Row }
  | { readonly kind: 'ignored'; readonly rowId: string }
  | { readonly kind: 'rejected'; readonly rowId: string | null; readonly reason: string };

export interface ReadContext<S> {
  readonly settings: S & ResolvedSettings;
  readonly request: SourceRequest;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Thrown by `readPage` when the body as a whole is not of the format. */
export class BadFormat extends Error {}

interface FormatSpec<Row> extends FormatInfo {
  /** Connectors with an operator-chosen id use this format; otherwise its only connector has its own id. */
  readonly manyIds?: true;
  /** Saves rows in one transaction; outcomes are in the order of the rows. Unchanged rows must not be written. */
  save(context: OperationContext, batch: RowBatch<Row>): Promise<readonly RowOutcome[]>;
  /** Runs once after a successful run: marks missing rows if the run is complete, and computes ranks. */
  finish?(context: OperationContext, run: EndedRun): Promise<void>;
}

/** A format that is fetched in pages over HTTP. */
export interface HttpFormat<Row, P extends TProperties = TProperties> extends FormatSpec<Row> {
  readonly origin: 'http';
  readonly body: 'json' | 'text';
  readonly defaults: { readonly baseUrl: string | null; readonly intervalSeconds: number; readonly maxPages?: number };
  /** The format's own settings. */
  readonly settings: TObject<P>;
  /** The first requests of a run. `key` is PRESAGE_CONNECTOR_<ID>_KEY or null. */
  requests(settings: Static<TObject<P>> & ResolvedSettings, key: string | null, now: number): readonly SourceRequest[];
  /** Throws `BadFormat` for a body that is not of the format. */
  readPage(body: unknown, context: ReadContext<Static<TObject<P>>>): SourcePage;
  readRow(row: unknown, context: ReadContext<Static<TObject<P>>>): RowResult<Row>;
}

/** A format whose rows operators push. */
export interface PushFormat<Row> extends FormatSpec<Row> {
  readonly origin: 'push';
  readonly defaults: { readonly intervalSeconds: number };
  readonly settings: TObject;
  readRow(row: unknown): RowResult<Row>;
}

/** A format whose rows the service computes. Its rows are marked as demo. */
export interface ComputedFormat<Row> extends FormatSpec<Row> {
  readonly origin: 'computed';
  readonly demo: true;
  readonly defaults: { readonly intervalSeconds: number };
  readonly settings: TObject;
  rows(context: OperationContext, connectorId: string): Promise<readonly ReadRow<Row>[]>;
}

/** A format in the registry, regardless of the types of its rows and settings. */
export type ConnectorFormat = HttpFormat<unknown> | PushFormat<unknown> | ComputedFormat<unknown>;

export function defineHttpFormat<Row, P extends TProperties>(format: HttpFormat<Row, P>): ConnectorFormat {
  return format as unknown as ConnectorFormat;
}

export function definePushFormat<Row>(format: PushFormat<Row>): ConnectorFormat {
  return format as unknown as ConnectorFormat;
}

export function defineComputedFormat<Row>(format: ComputedFormat<Row>): ConnectorFormat {
  return format as unknown as ConnectorFormat;
}

// Types shared by the routes, the runner and the formats of connectors.

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

/** The settings of a format's connectors; anything else is rejected. */
export function settingsSchema({ origin, settings }: ConnectorFormat): object {
  const { intervalSeconds } = commonSettings;
  const common = origin === 'http' ? commonSettings : { intervalSeconds };
  return Type.Object({ ...common, ...settings.properties }, { additionalProperties: false });
}

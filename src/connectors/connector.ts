import type { Static, TObject, TProperties } from 'typebox';
import Type from 'typebox';
import type { EndedRun, FormatInfo, RowBatch, RowOutcome } from '../operations/connectors/connector-types.js';
import type { OperationContext } from '../operations/operation-context.js';

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

import type { OperationContext } from '../operations/operation-context.js';
import type { ConnectorRow, PageRow } from '../store/connectors/interface.js';
import {
  BadFormat,
  type ConnectorFormat,
  type HttpFormat,
  type ReadContext,
  type ReadRow,
  type ResolvedSettings,
  type SourceRequest,
} from './connector.js';
import { readSafely } from './read-safely.js';
import { maxRowsPerBatch } from './row-batch.js';
import type { RunReport } from './run-report.js';
import { saveRows } from './save-rows.js';
import { SourceError } from './source-error.js';
import type { SourceFetch } from './source-fetch.js';

const defaultTimeoutSeconds = 20;
const defaultMaxPages = 20;
const defaultMaxResponseBytes = 32 * 1024 * 1024;
/** Rows of one connector; beyond it the run stops reading pages. */
const maxRowsPerRun = 200_000;

type AnyHttpFormat = HttpFormat<unknown>;
type Settings = Readonly<Record<string, unknown>> & ResolvedSettings;

export interface FetchRunTools extends OperationContext {
  readonly fetch: SourceFetch;
  readonly key: string | null;
  readonly signal: AbortSignal;
}

/** The operator's settings with defaults filled in. */
function resolveSettings(
  { defaults }: Pick<AnyHttpFormat, 'defaults'>,
  { settings }: Pick<ConnectorRow, 'settings'>,
): Settings {
  const { baseUrl = defaults.baseUrl, ...rest } = settings as Partial<Settings>;
  if (typeof baseUrl !== 'string') throw new SourceError('BAD_FORMAT', 'settings.baseUrl is not set');
  return {
    intervalSeconds: defaults.intervalSeconds,
    timeoutSeconds: defaultTimeoutSeconds,
    maxPages: defaults.maxPages ?? defaultMaxPages,
    maxResponseBytes: defaultMaxResponseBytes,
    allowPrivateAddress: false,
    ...rest,
    baseUrl,
  };
}

/** Control characters. */
const unstorable = /\p{Cc}/u;

function urlOf(baseUrl: string, { path, secretQuery = {} }: SourceRequest): URL {
  const base = new URL(baseUrl);
  const folder = base.pathname.endsWith('/') ? base.href : `${base.href}/`;
  // Paths are stored with their validators, and the database can't store all that an address may contain.
  if (unstorable.test(path) || !path.isWellFormed() || !URL.canParse(path, folder)) {
    throw new SourceError('BAD_FORMAT', `a page leads to ${JSON.stringify(path.slice(0, 80))}, which is no address`);
  }
  const url = path === '' ? new URL(base) : new URL(path, folder);
  // A cursor that a source sends must not lead elsewhere.
  if (url.origin !== base.origin) {
    throw new SourceError('REDIRECT_REFUSED', `a page leads to ${url.origin}; only ${base.origin} is allowed`);
  }
  for (const [name, value] of Object.entries(secretQuery)) url.searchParams.set(name, value);
  return url;
}

function parseBody(format: AnyHttpFormat, text: string): unknown {
  if (format.body === 'text') return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError('BAD_JSON', `the response is not JSON (it starts with ${JSON.stringify(text.slice(0, 40))})`);
  }
}

/** Secrets of a request stay out of what is stored with a page. */
const stored = ({ path, tag }: SourceRequest) => (tag === undefined ? { path } : { path, tag });

/** One run over the pages of a source: reads, checks and saves rows page by page. */
export class FetchRun {
  readonly seen = new Set<string>();
  private readonly sent = new Set<string>();
  private readonly pages: PageRow[] = [];
  private readonly settings: Settings;

  constructor(
    private readonly tools: FetchRunTools,
    private readonly format: AnyHttpFormat,
    private readonly connector: ConnectorRow,
    private readonly report: RunReport,
  ) {
    this.settings = resolveSettings(format, connector);
  }

  /** Reads every page; throws a SourceError where the source fails. */
  async run(): Promise<void> {
    const { store, clock, key } = this.tools;
    const known = await store.read(reads => reads.connectors.pages(this.connector.id));
    const validators = new Map(known.map(page => [page.path, page]));
    const first = this.format.requests(this.settings as never, key, clock());
    // Headers and secrets of the first request hold for the pages that it leads to.
    const queue = [...first];
    while (queue.length > 0 && this.sent.size < this.settings.maxPages && this.seen.size < maxRowsPerRun) {
      const request = queue.shift() as SourceRequest;
      if (this.sent.has(request.path)) continue;
      this.sent.add(request.path);
      const next = await this.readPage(request, validators.get(request.path) ?? null);
      queue.push(
        ...next.map(({ path, tag, headers, secretQuery }) => ({
          path,
          tag,
          headers: headers ?? request.headers,
          secretQuery: secretQuery ?? request.secretQuery,
        })),
      );
    }
    if (JSON.stringify(known) !== JSON.stringify(this.pages)) {
      await store.transact(writes => writes.connectors.savePages(this.connector.id, this.pages));
    }
  }

  private async readPage(request: SourceRequest, known: PageRow | null): Promise<readonly SourceRequest[]> {
    const { fetch, signal } = this.tools;
    const { timeoutSeconds, maxResponseBytes, allowPrivateAddress, baseUrl } = this.settings;
    const fetched = await fetch({
      url: urlOf(baseUrl, request),
      headers: request.headers ?? {},
      validators: known,
      bounds: { timeoutMs: timeoutSeconds * 1000, maxBytes: maxResponseBytes, allowPrivateAddress },
      signal,
    });
    this.report.add('pages');
    if (fetched.kind === 'notModified' && known) {
      this.report.add('notModified');
      for (const rowId of known.rowIds) this.seen.add(rowId);
      this.pages.push(known);
      return known.next as unknown as readonly SourceRequest[];
    }
    if (fetched.kind === 'notModified') throw new SourceError('BAD_STATUS', 'unexpected status 304');
    const { rowIds, next } = await this.saveRows(request, parseBody(this.format, fetched.text));
    const { etag, lastModified } = fetched.validators;
    if (etag !== null || lastModified !== null) {
      this.pages.push({ path: request.path, etag, lastModified, next: next.map(stored), rowIds });
    }
    return next;
  }

  private async saveRows(request: SourceRequest, body: unknown) {
    const { report, format } = this;
    const context: ReadContext<never> = { settings: this.settings as never, request, now: this.tools.clock() };
    const { rows, next = [] } = this.pageOf(body, context);
    const rowIds: string[] = [];
    let batch: ReadRow[] = [];
    for (const raw of rows) {
      report.add('received');
      const result = readSafely(() => format.readRow(raw, context));
      if (result.kind === 'rejected') report.reject(result.rowId, result.reason, raw);
      else if (result.kind === 'ignored' || this.seen.has(result.rowId)) report.add('ignored');
      else {
        this.seen.add(result.rowId);
        rowIds.push(result.rowId);
        batch.push({ rowId: result.rowId, row: result.row });
      }
      if (batch.length < maxRowsPerBatch) continue;
      await this.save(batch);
      batch = [];
    }
    await this.save(batch);
    return { rowIds, next };
  }

  private pageOf(body: unknown, context: ReadContext<never>) {
    try {
      return this.format.readPage(body, context);
    } catch (error) {
      if (error instanceof BadFormat) throw new SourceError('BAD_FORMAT', error.message);
      throw error;
    }
  }

  private async save(rows: readonly ReadRow[]): Promise<void> {
    if (rows.length === 0) return;
    if (this.tools.signal.aborted) throw new SourceError('STOPPED', 'the service is stopping');
    await saveRows(this.tools, this.format as ConnectorFormat, this.connector, rows, this.report);
  }
}

import { hash } from 'node:crypto';
import type { OperationContext } from '../database/transactions.js';
import { checkKeyPlace } from './configure-connector.js';
import {
  BadFormat,
  type ConnectorFormat,
  type HttpFormat,
  type ReadContext,
  type ReadRow,
  type ResolvedSettings,
  type RowOutcome,
  type SourceRequest,
} from './connector.js';
import { maxRowsPerBatch, readSafely, saveRows } from './save-rows.js';
import { jsonText, SourceError, type SourceFetch } from './source-fetch.js';
import type { ConnectorRow, PageRow, RejectedRow, RunCounts } from './store.js';
import * as connectorStore from './store.js';

/** The maximum number of rejected rows stored per run; the count stays exact. */
const maxRejectedStored = 200;
const maxReasonLength = 300;
const maxRowIdLength = 200;
const maxRowTextLength = 2_000;

/** PostgreSQL can't store U+0000 in a text, and a lone surrogate is not valid UTF-8. */
const storable = (text: string, maxLength: number) => text.slice(0, maxLength).replaceAll('\0', '�').toWellFormed();

function textOf(row: unknown): string {
  return typeof row === 'string' ? row : jsonText(row);
}

/** Counts of a run and the rejected rows to store. */
export class RunReport {
  private readonly counts = {
    pages: 0,
    notModified: 0,
    received: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    ignored: 0,
    rejected: 0,
  };
  readonly rejected: RejectedRow[] = [];

  add(outcome: RowOutcome | 'pages' | 'notModified' | 'ignored' | 'received', count = 1): void {
    this.counts[outcome] += count;
  }

  reject(rowId: string | null, reason: string, row: unknown): void {
    this.counts.rejected += 1;
    if (this.rejected.length >= maxRejectedStored) return;
    this.rejected.push({
      rowId: rowId === null ? null : storable(rowId, maxRowIdLength),
      reason: storable(reason, maxReasonLength),
      rowText: storable(textOf(row), maxRowTextLength),
    });
  }

  get changed(): number {
    return this.counts.inserted + this.counts.updated;
  }

  totals(): RunCounts {
    return { ...this.counts };
  }
}

const defaultTimeoutSeconds = 20;
const defaultMaxPages = 20;
const defaultMaxResponseBytes = 32 * 1024 * 1024;
/** The maximum number of rows of one connector; beyond it the run stops reading pages. */
const maxRowsPerRun = 200_000;

type AnyHttpFormat = HttpFormat<unknown>;
type Settings = Readonly<Record<string, unknown>> & ResolvedSettings;

export interface FetchRunTools extends OperationContext {
  readonly fetch: SourceFetch;
  readonly key: string | null;
  /** An origin that may receive the key in addition to that of the provider. */
  readonly keyOrigin: string | null;
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
  // Paths are stored with their validators, and the database can't store every character of a URL.
  if (unstorable.test(path) || !path.isWellFormed() || !URL.canParse(path, folder)) {
    throw new SourceError(
      'BAD_FORMAT',
      `a page links to ${JSON.stringify(path.slice(0, 80))}, which is not a valid address`,
    );
  }
  const url = path === '' ? new URL(base) : new URL(path, folder);
  // A cursor from a source must not lead to another origin.
  if (url.origin !== base.origin) {
    throw new SourceError('REDIRECT_REFUSED', `a page links to ${url.origin}; only ${base.origin} is allowed`);
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

/** Ids that no saved row can have are not stored with a page. */
const isStorableId = (rowId: string) => rowId.length <= 300 && rowId.isWellFormed() && !rowId.includes('\0');

/** Omits the secrets of a request and its row from the data stored with a page. */
const stored = ({ path, tag, rowId }: SourceRequest) => ({
  path,
  ...(tag === undefined ? {} : { tag }),
  ...(rowId === undefined ? {} : { rowId }),
});

/**
 * Identifies the settings that affect requests and parsing, besides the path: validators of other settings must not be
 * used.
 */
function fingerprintOf(format: AnyHttpFormat, settings: Settings, hasKey: boolean): string {
  const { intervalSeconds, timeoutSeconds, maxPages, maxResponseBytes, allowPrivateAddress, ...rest } = settings;
  const members = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([format.id, hasKey, members]), 'base64url').slice(0, 16);
}

/** The rows and pages that a run has read. */
export interface Collected {
  /** Ids of all rows, including rejected ones. */
  readonly seen: ReadonlySet<string>;
  /** Whether every page was read. */
  readonly isComplete: boolean;
}

const isGone = (error: unknown) => error instanceof SourceError && (error.status === 404 || error.status === 410);

/** One run over the pages of a source: reads, checks and saves rows page by page. */
export class FetchRun {
  private readonly seen = new Set<string>();
  /** Ids of rows that the source sent but that are invalid; they must not count as missing. */
  private readonly unread = new Set<string>();
  private readonly sent = new Set<string>();
  private readonly pages: PageRow[] = [];
  private readonly settings: Settings;
  private readonly fingerprint: string;

  constructor(
    private readonly tools: FetchRunTools,
    private readonly format: AnyHttpFormat,
    private readonly connector: ConnectorRow,
    private readonly report: RunReport,
  ) {
    this.settings = resolveSettings(format, connector);
    this.fingerprint = fingerprintOf(format, this.settings, tools.key !== null);
  }

  /** Reads pages up to the limits of a run; throws a SourceError if the source fails. */
  async run(): Promise<Collected> {
    const { store } = this.tools;
    const storedPages = await store.read(reader => connectorStore.pages(reader, this.connector.id));
    const validators = new Map(storedPages.map(page => [page.path, page]));
    const queue = [...this.firstRequests()];
    while (queue.length > 0 && this.sent.size < this.settings.maxPages && this.seen.size < maxRowsPerRun) {
      const request = queue.shift() as SourceRequest;
      if (this.sent.has(request.path)) continue;
      this.sent.add(request.path);
      const next = await this.readOrReject(request, validators.get(this.keyOf(request)) ?? null);
      // Headers and secrets of the first request apply to the pages that it leads to.
      queue.push(...next.map(each => ({ headers: request.headers, secretQuery: request.secretQuery, ...each })));
    }
    const left = queue.filter(({ path }) => !this.sent.has(path));
    await this.readListed(left);
    if (JSON.stringify(storedPages) !== JSON.stringify(this.pages)) {
      await store.transact(tx => connectorStore.savePages(tx, this.connector.id, this.pages));
    }
    return { seen: new Set([...this.seen, ...this.unread]), isComplete: left.length === 0 };
  }

  private firstRequests(): readonly SourceRequest[] {
    const { clock, key, keyOrigin } = this.tools;
    const first = this.format.requests(this.settings as never, key, clock());
    if (key === null) return first;
    const { baseUrl } = this.settings;
    const { id: connectorId } = this.connector;
    checkKeyPlace(first, { connectorId, baseUrl, defaultUrl: this.format.defaults.baseUrl, named: keyOrigin });
    return first;
  }

  /** The key of the stored validators. */
  private keyOf({ path }: SourceRequest): string {
    return `${this.fingerprint} ${path}`;
  }

  /** A missing page about one row affects that row only. */
  private async readOrReject(request: SourceRequest, storedPage: PageRow | null): Promise<readonly SourceRequest[]> {
    try {
      return await this.readPage(request, storedPage);
    } catch (error) {
      if (request.rowId === undefined || !isGone(error)) throw error;
      this.report.add('pages');
      this.report.add('received');
      this.unread.add(request.rowId);
      this.report.reject(request.rowId, (error as SourceError).message, request.listed ?? null);
      return [];
    }
  }

  /** Rows whose own pages the run did not reach, as listed on other pages. */
  private async readListed(left: readonly SourceRequest[]): Promise<void> {
    for (const request of left) {
      if (request.rowId === undefined) continue;
      if (request.listed !== undefined) await this.saveRows(request, [request.listed]);
      else {
        // The list was not modified, so the row was received and saved before.
        this.report.add('received');
        this.report.add('ignored');
        this.unread.add(request.rowId);
      }
    }
  }

  private async readPage(request: SourceRequest, storedPage: PageRow | null): Promise<readonly SourceRequest[]> {
    const { fetch, signal } = this.tools;
    const { timeoutSeconds, maxResponseBytes, allowPrivateAddress, baseUrl } = this.settings;
    const fetched = await fetch({
      url: urlOf(baseUrl, request),
      headers: request.headers ?? {},
      validators: storedPage,
      bounds: { timeoutMs: timeoutSeconds * 1000, maxBytes: maxResponseBytes, allowPrivateAddress },
      signal,
    });
    this.report.add('pages');
    if (fetched.kind === 'notModified' && storedPage) {
      this.report.add('notModified');
      for (const rowId of storedPage.rowIds) this.seen.add(rowId);
      this.pages.push(storedPage);
      return storedPage.next as unknown as readonly SourceRequest[];
    }
    if (fetched.kind === 'notModified') throw new SourceError('BAD_STATUS', 'unexpected status 304');
    const { rows, next = [] } = this.pageOf(request, parseBody(this.format, fetched.text));
    const rowIds = await this.saveRows(request, rows);
    const { etag, lastModified } = fetched.validators;
    if (etag !== null || lastModified !== null) {
      this.pages.push({ path: this.keyOf(request), etag, lastModified, next: next.map(stored), rowIds });
    }
    return next;
  }

  private contextOf(request: SourceRequest): ReadContext<never> {
    return { settings: this.settings as never, request, now: this.tools.clock() };
  }

  /** Returns the ids of all rows, including rejected ones, which must not count as missing. */
  private async saveRows(request: SourceRequest, rows: readonly unknown[]): Promise<string[]> {
    const { report, format } = this;
    const context = this.contextOf(request);
    const rowIds: string[] = [];
    let batch: ReadRow[] = [];
    for (const raw of rows) {
      report.add('received');
      const result = readSafely(() => format.readRow(raw, context));
      if (result.kind === 'rejected') {
        report.reject(result.rowId, result.reason, raw);
        if (result.rowId !== null && isStorableId(result.rowId)) {
          this.unread.add(result.rowId);
          rowIds.push(result.rowId);
        }
      } else if (result.kind === 'ignored' || this.seen.has(result.rowId)) report.add('ignored');
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
    return rowIds;
  }

  private pageOf(request: SourceRequest, body: unknown) {
    try {
      return this.format.readPage(body, this.contextOf(request));
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

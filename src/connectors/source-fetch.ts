import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { BoundedMap } from '../domain/bounded-map.js';
import { Semaphore } from '../operations/cache/semaphore.js';
import { checkedAddress, type Lookup } from './checked-address.js';
import { SourceError } from './source-error.js';

export interface FetchBounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly allowPrivateAddress: boolean;
}

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type FetchedPage =
  | { readonly kind: 'notModified' }
  | { readonly kind: 'body'; readonly text: string; readonly validators: Validators };

export interface FetchOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly validators: Validators | null;
  readonly bounds: FetchBounds;
  readonly signal: AbortSignal;
}

export interface SourceFetchTools {
  /** Replaces name resolution in tests. */
  readonly lookup?: Lookup;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly userAgent: string;
}

export type SourceFetch = (options: FetchOptions) => Promise<FetchedPage>;

const maxAttempts = 3;
const firstBackoffMs = 500;
const maxBackoffMs = 30_000;
const maxRedirects = 3;
/** The maximum number of concurrent requests to one host. */
const perHost = 2;
const maxHosts = 200;

/** Describes the target of a request without its query, which may carry a key. */
const placeOf = ({ origin, pathname }: URL) => `${origin}${pathname}`;

const failureOf = (error: unknown, url: URL): SourceError => {
  if (error instanceof SourceError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'EPIPE' || /aborted|socket hang up/i.test(message)) {
    return new SourceError('CONNECTION_RESET', `${placeOf(url)} reset the connection`, true);
  }
  return new SourceError(
    'CONNECTION_FAILED',
    `${placeOf(url)} could not be read (${code || 'connection failed'})`,
    true,
  );
};

function decoded(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding === 'identity') return response;
  const decoder =
    coding === 'gzip'
      ? createGunzip()
      : coding === 'br'
        ? createBrotliDecompress()
        : coding === 'deflate'
          ? createInflate()
          : null;
  if (!decoder) throw new SourceError('BAD_FORMAT', `content-encoding ${coding.slice(0, 40)} is not supported`);
  response.on('error', error => decoder.destroy(error));
  return response.pipe(decoder);
}

/** Reads a body up to the limit, counted after decompression, which protects against decompression bombs. */
async function readBody(response: IncomingMessage, url: URL, maxBytes: number): Promise<string> {
  const declared = Number(response.headers['content-length'] ?? 0);
  const tooLarge = () => new SourceError('RESPONSE_TOO_LARGE', `${placeOf(url)} sent more than ${maxBytes} bytes`);
  if (declared > maxBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of decoded(response) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function redirectTarget(response: IncomingMessage, url: URL): URL {
  const target = response.headers.location;
  const next = target !== undefined && URL.canParse(target, url.href) ? new URL(target, url) : null;
  if (next?.origin === url.origin) return next;
  const shown = next ? next.origin : 'no valid address';
  throw new SourceError('REDIRECT_REFUSED', `${placeOf(url)} redirects to ${shown}; only ${url.origin} is allowed`);
}

function retryAfterOf(response: IncomingMessage): number | null {
  const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}

function statusError(response: IncomingMessage, url: URL): SourceError {
  const status = response.statusCode ?? 0;
  const isTransient = status === 408 || status === 425 || status === 429 || status >= 500;
  return new SourceError(
    'BAD_STATUS',
    `${placeOf(url)} returned status ${status}`,
    isTransient,
    retryAfterOf(response),
    status,
  );
}

/** The resolver of the system can't be cancelled: its result is ignored once the signal aborts. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, failed) => {
    const abort = () => failed(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(done, failed).finally(() => signal.removeEventListener('abort', abort));
  });
}

async function open(options: FetchOptions, url: URL, signal: AbortSignal, tools: SourceFetchTools) {
  const { allowPrivateAddress } = options.bounds;
  const checked = checkedAddress(url.hostname, allowPrivateAddress, tools.lookup);
  const { address, family } = await untilAborted(checked, signal);
  const { validators } = options;
  const settings: RequestOptions = {
    method: 'GET',
    // A new connection, so that it uses the checked address.
    agent: false,
    signal,
    lookup: (_host, { all }, done) => {
      const pinned = done as (error: null, found: unknown, family?: number) => void;
      if (all) pinned(null, [{ address, family }]);
      else pinned(null, address, family);
    },
    headers: {
      accept: '*/*',
      'accept-encoding': 'gzip, br, deflate',
      'user-agent': tools.userAgent,
      ...options.headers,
      ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
      ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
    },
  };
  return new Promise<IncomingMessage>((done, failed) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    send(url, settings, done).on('error', failed).end();
  });
}

async function follow(options: FetchOptions, signal: AbortSignal, tools: SourceFetchTools): Promise<FetchedPage> {
  let { url } = options;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const response = await open(options, url, signal, tools);
    try {
      const status = response.statusCode ?? 0;
      if (status === 304 && options.validators) return { kind: 'notModified' };
      if (status === 200) {
        const text = await readBody(response, url, options.bounds.maxBytes);
        const { etag = null, 'last-modified': lastModified = null } = response.headers;
        return { kind: 'body', text, validators: { etag, lastModified } };
      }
      if (![301, 302, 303, 307, 308].includes(status)) throw statusError(response, url);
      url = redirectTarget(response, url);
    } finally {
      response.destroy();
    }
  }
  throw new SourceError('REDIRECT_REFUSED', `${placeOf(options.url)} redirects more than ${maxRedirects} times`);
}

async function attempt(options: FetchOptions, tools: SourceFetchTools): Promise<FetchedPage> {
  const timeout = AbortSignal.timeout(options.bounds.timeoutMs);
  const either = AbortSignal.any([timeout, options.signal]);
  try {
    return await follow(options, either, tools);
  } catch (error) {
    if (options.signal.aborted) throw new SourceError('STOPPED', 'the service is stopping');
    if (!timeout.aborted) throw failureOf(error, options.url);
    const { timeoutMs } = options.bounds;
    throw new SourceError('TIMEOUT', `${placeOf(options.url)} did not respond within ${timeoutMs} ms`, true);
  }
}

/** Full jitter up to a doubling bound, or the back-off that the source requested. */
function backoffMs(tries: number, error: SourceError, random: number): number {
  const bound = Math.min(firstBackoffMs * 2 ** tries, maxBackoffMs);
  return error.retryAfterMs === null ? bound * random : Math.min(error.retryAfterMs, maxBackoffMs) + bound * random;
}

/** Fetches pages with a timeout, a size limit, pinned addresses, retries and a concurrency limit per host. */
export function createSourceFetch(tools: SourceFetchTools): SourceFetch {
  const hosts = new BoundedMap<Semaphore>(maxHosts);
  function slotsOf(host: string): Semaphore {
    const known = hosts.get(host);
    if (known) return known;
    const made = new Semaphore(perHost);
    hosts.set(host, made);
    return made;
  }
  return options =>
    slotsOf(options.url.host).run(async () => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await attempt(options, tools);
        } catch (error) {
          const failure = failureOf(error, options.url);
          if (!failure.isTransient || tries + 1 >= maxAttempts) throw failure;
          await tools.sleep(backoffMs(tries, failure, tools.random()), options.signal);
        }
      }
    });
}

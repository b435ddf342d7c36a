import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Cache } from '../../kernel/cache.js';
import type { CachedText } from '../response/reply-bytes.js';
import { clientIp, type Trusts } from './http-app.js';

/** The parts of a request that a cached response depends on. */
interface CachedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** Sends a valid text as its route would, with the same budgets, headers and logs. */
export type SendCached = (request: CachedRequest, response: ServerResponse, text: CachedText) => void;

interface CachedUrl {
  /** Weak: the cache that built the text owns it and controls its lifetime. */
  readonly text: WeakRef<CachedText>;
  readonly send: SendCached;
}

const maxUrls = 10_000;

/** Headers that identify a caller or announce a body: the URL alone doesn't determine the response. */
const blockingHeaders = [
  'authorization',
  'x-api-key',
  'cookie',
  'content-length',
  'transfer-encoding',
  'upgrade',
] as const;
const passedHeaders = ['host', 'accept-encoding', 'if-none-match', 'x-forwarded-for', 'x-request-id'] as const;
const lengths = new Set([...blockingHeaders, ...passedHeaders].map(name => name.length));
const blockingHeaderNames: ReadonlySet<string> = new Set(blockingHeaders);
const passedHeaderNames: ReadonlySet<string> = new Set(passedHeaders);

/**
 * Picks the relevant headers from the raw list; parsing all of them costs as much as the rest of a cached response.
 * Returns null if the response depends on more than the URL.
 */
export function relevantHeaders(raw: readonly string[]): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders = {};
  for (let at = 0; at < raw.length; at += 2) {
    if (!lengths.has(raw[at].length)) continue;
    const name = raw[at].toLowerCase();
    if (blockingHeaderNames.has(name)) return null;
    if (!passedHeaderNames.has(name)) continue;
    // Only the full pipeline knows how to treat a repeated header.
    if (headers[name] !== undefined) return null;
    headers[name] = raw[at + 1];
  }
  // The full pipeline decides whether this version of HTTP allows it.
  return headers.host === undefined ? null : headers;
}

/**
 * Serves anonymous reads that bots poll from a cache keyed by URL, without routing and parsing the URL again, while the
 * text sent last is still valid. Budgets, headers, metrics and logs are those of the route.
 */
export class UrlCache {
  private readonly cached = new Cache<CachedUrl>({ maxEntries: maxUrls });

  constructor(
    private readonly clock: () => number,
    private readonly proxies: Trusts | false,
  ) {}

  /** Caches an anonymous response that depends only on the URL and on the data the text was built from. */
  add(url: string, text: CachedText, send: SendCached): void {
    if (this.cached.get(url)?.text.deref() === text) return;
    this.cached.set(url, { text: new WeakRef(text), send });
  }

  /** Returns true if it has sent a response. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url, method } = request;
    if (method !== 'GET' || url === undefined) return false;
    const cached = this.cached.get(url);
    if (!cached) return false;
    const headers = relevantHeaders(request.rawHeaders);
    if (!headers) return false;
    const text = cached.text.deref();
    if (!text?.isCurrent?.(this.clock())) return false;
    const ip = clientIp(request, headers['x-forwarded-for'] as string | undefined, this.proxies);
    cached.send({ method, headers, ip }, response, text);
    return true;
  }
}

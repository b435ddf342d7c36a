import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { CachedText } from '../cached-text.js';
import { clientIp, type Trusts } from './client-ip.js';

/** As much of a request as counts for one that is known. */
interface CachedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of whoever asks. */
  readonly ip: string;
}

/** Sends a text that holds, as its route would. */
export type SendCached = (request: CachedRequest, response: ServerResponse, text: CachedText) => void;

interface CachedUrl {
  /** Whoever made the text keeps it; here it is only known. */
  readonly text: WeakRef<CachedText>;
  readonly send: SendCached;
}

const maxAddresses = 10_000;

/** Headers that make a request more than its address: who asks, or a body. */
const blockingHeaders = [
  'authorization',
  'x-api-key',
  'cookie',
  'content-length',
  'transfer-encoding',
  'upgrade',
] as const;
const passedHeaders = ['accept-encoding', 'if-none-match', 'x-forwarded-for', 'x-request-id'] as const;
const lengths = new Set([...blockingHeaders, ...passedHeaders].map(name => name.length));
const blockingHeaderNames: ReadonlySet<string> = new Set(blockingHeaders);
const passedHeaderNames: ReadonlySet<string> = new Set(passedHeaders);

/**
 * The headers that count, from the list as it came: an object of all of them, which nobody else would look at, takes as long
 * to make as the rest of the way. Null: there is more to the request than its address.
 */
export function relevantHeaders(raw: readonly string[]): IncomingHttpHeaders | null {
  const found: IncomingHttpHeaders = {};
  for (let at = 0; at < raw.length; at += 2) {
    if (!lengths.has(raw[at].length)) continue;
    const name = raw[at].toLowerCase();
    if (blockingHeaderNames.has(name)) return null;
    if (!passedHeaderNames.has(name)) continue;
    // Said twice it means something that only the ordinary way knows.
    if (found[name] !== undefined) return null;
    found[name] = raw[at + 1];
  }
  return found;
}

/**
 * What bots poll is asked for again and again in the same words, by nobody in particular, and is mostly as it was. Such a
 * request is known by its address alone: if the text that was sent last still holds, it is sent again without routing and
 * reading the address once more. Budgets, headers and everything that is written down are those of the route.
 */
export class UrlCache {
  private readonly known = new Map<string, CachedUrl>();

  constructor(
    private readonly clock: () => number,
    private readonly proxies: Trusts | false,
  ) {}

  /** A reply to nobody in particular that depends on nothing but the address and what the text was made of. */
  add(url: string, text: CachedText, send: SendCached): void {
    const known = this.known.get(url);
    if (known?.text.deref() === text) return;
    this.known.delete(url);
    this.known.set(url, { text: new WeakRef(text), send });
    if (this.known.size > maxAddresses) this.known.delete(this.known.keys().next().value as string);
  }

  /** True if the request is answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url, method } = request;
    if (method !== 'GET' || url === undefined) return false;
    const hot = this.known.get(url);
    if (!hot) return false;
    const headers = relevantHeaders(request.rawHeaders);
    if (!headers) return false;
    const text = hot.text.deref();
    if (!text?.holds?.(this.clock())) return false;
    const ip = clientIp(request, headers['x-forwarded-for'] as string | undefined, this.proxies);
    hot.send({ method, headers, ip }, response, text);
    return true;
  }
}

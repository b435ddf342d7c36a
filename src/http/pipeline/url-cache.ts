import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { KeptText } from '../cached-text.js';
import { askerAddress, type Trusts } from './client-ip.js';

/** As much of a request as counts for one that is known. */
interface KnownRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The address of whoever asks. */
  readonly ip: string;
}

/** Sends a text that holds, as its route would. */
export type SendAgain = (request: KnownRequest, response: ServerResponse, text: KeptText) => void;

interface HotRead {
  /** Whoever made the text keeps it; here it is only known. */
  readonly text: WeakRef<KeptText>;
  readonly send: SendAgain;
}

const mostAddresses = 10_000;

/** Headers that make a request more than its address: who asks, or a body. */
const meaning = ['authorization', 'x-api-key', 'cookie', 'content-length', 'transfer-encoding', 'upgrade'] as const;
const heeded = ['accept-encoding', 'if-none-match', 'x-forwarded-for', 'x-request-id'] as const;
const lengths = new Set([...meaning, ...heeded].map(name => name.length));
const meanings: ReadonlySet<string> = new Set(meaning);
const heededs: ReadonlySet<string> = new Set(heeded);

/**
 * The headers that count, from the list as it came: an object of all of them, which nobody else would look at, takes as long
 * to make as the rest of the way. Null: there is more to the request than its address.
 */
export function hotHeaders(raw: readonly string[]): IncomingHttpHeaders | null {
  const found: IncomingHttpHeaders = {};
  for (let at = 0; at < raw.length; at += 2) {
    if (!lengths.has(raw[at].length)) continue;
    const name = raw[at].toLowerCase();
    if (meanings.has(name)) return null;
    if (!heededs.has(name)) continue;
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
export class HotReads {
  private readonly known = new Map<string, HotRead>();

  constructor(
    private readonly clock: () => number,
    private readonly proxies: Trusts | false,
  ) {}

  /** A reply to nobody in particular that depends on nothing but the address and what the text was made of. */
  keep(url: string, text: KeptText, send: SendAgain): void {
    const known = this.known.get(url);
    if (known?.text.deref() === text) return;
    this.known.delete(url);
    this.known.set(url, { text: new WeakRef(text), send });
    if (this.known.size > mostAddresses) this.known.delete(this.known.keys().next().value as string);
  }

  /** True if the request is answered. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url, method } = request;
    if (method !== 'GET' || url === undefined) return false;
    const hot = this.known.get(url);
    if (!hot) return false;
    const headers = hotHeaders(request.rawHeaders);
    if (!headers) return false;
    const text = hot.text.deref();
    if (!text?.holds?.(this.clock())) return false;
    const ip = askerAddress(request, headers['x-forwarded-for'] as string | undefined, this.proxies);
    hot.send({ method, headers, ip }, response, text);
    return true;
  }
}

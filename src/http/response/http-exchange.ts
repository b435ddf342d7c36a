import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { StoreFull, StoreUnavailable } from '../../store/store.js';
import type { BudgetState } from '../budget.js';
import { pushBudget } from '../budgets/rate-limits.js';
import type { Caller } from '../caller.js';
import { anonymous } from '../caller.js';
import { ApiError, errorBody, retryAfterOf } from '../errors.js';
import { isRead, type Route } from '../route.js';
import type { Services } from '../services.js';
import type { OpenStream } from '../streaming/stream-interfaces.js';
import { bytesOf, chooseEncoding, type Encoding, matches, minCompressedBytes } from './reply-bytes.js';

/** One request and its reply, from arrival to the last header. */
export interface HttpExchange {
  readonly requestId: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  readonly route: RouteHeaders;
  readonly startedAt: number;
  caller: Caller;
  budget: BudgetState | null;
  /** Counted as in flight by the admission of its route. */
  admitted: boolean;
  /** Set where the request came below the base path of a certification run. */
  within?: RunScope;
}

/** What is otherwise for a request that came by a way of its own. */
export interface RunScope {
  readonly services: Services;
  /** Told of the stream that the request has opened. */
  readonly opened: (stream: OpenStream, caller: Caller) => void;
}

/** An exchange as it begins: nobody is known yet, and nothing is paid. */
export function newHttpExchange(
  route: RouteHeaders,
  requestId: string,
  { method = '', headers }: { readonly method?: string; readonly headers: IncomingHttpHeaders },
  response: ServerResponse,
): HttpExchange {
  const startedAt = performance.now();
  return { requestId, method, headers, response, route, startedAt, caller: anonymous, budget: null, admitted: false };
}

/** Headers that depend on the route alone, written down once. */
export interface RouteHeaders {
  readonly id: string;
  readonly path: string;
  readonly public: boolean;
  readonly fixed: readonly string[];
  /** Those that belong to a 304, where the reply that the caller has kept says the rest. */
  readonly unchanged: readonly string[];
  readonly cacheControl: string;
}

const exposed = 'ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

export function securityHeaders(secure: boolean): string[] {
  const hsts = secure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : [];
  return ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer', ...hsts];
}

/** What lets scripts of other sites read a reply and its headers. Each reply must say it for itself, a 304 too. */
const sharedHeaders = ['access-control-allow-origin', '*', 'access-control-expose-headers', exposed];

export function corsHeaders(isPublic: boolean): string[] {
  if (!isPublic) return ['cross-origin-resource-policy', 'same-origin'];
  return [...sharedHeaders, 'cross-origin-resource-policy', 'cross-origin'];
}

export function isPublicRead(route: Pick<Route, 'auth' | 'method' | 'effect'>): boolean {
  return isRead(route) && (route.auth === 'none' || route.auth === 'optional');
}

export function routeHeaders(route: Route, secure: boolean): RouteHeaders {
  const isPublic = isPublicRead(route);
  const cacheable = isPublic && route.method === 'GET' && !route.noStore;
  const age = route.maxAgeSeconds ?? 0;
  const vary = route.auth === 'none' ? 'Accept-Encoding' : 'Accept-Encoding, Authorization, X-Api-Key, Cookie';
  return {
    id: route.id,
    path: route.path,
    public: isPublic,
    fixed: [...securityHeaders(secure), ...corsHeaders(isPublic), 'vary', vary],
    unchanged: [...(isPublic ? sharedHeaders : []), 'vary', vary],
    cacheControl: cacheable ? (age > 0 ? `public, max-age=${age}` : 'public, no-cache') : 'no-store',
  };
}

/** A body that is text goes out in one piece with its headers. */
function write(exchange: HttpExchange, status: number, headers: string[], body: string | Buffer | null): null {
  const { response } = exchange;
  response.writeHead(status, headers);
  if (body === null) response.end();
  else response.end(body);
  return null;
}

export interface Outgoing {
  readonly status: number;
  readonly body: unknown;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly draining: boolean;
}

/** Headers of every reply, with those of its own. */
export function commonHeaders(exchange: HttpExchange, own: Readonly<Record<string, string>>): string[] {
  return withOwnHeaders(exchange, exchange.route.fixed, own);
}

function withOwnHeaders(
  exchange: HttpExchange,
  fixed: readonly string[],
  own: Readonly<Record<string, string>>,
): string[] {
  const headers = fixed.slice();
  headers.push('x-request-id', exchange.requestId);
  // A refusal that names the budget that was used up replaces the one that the request was taken from.
  if (exchange.budget && own.ratelimit === undefined) pushBudget(headers, exchange.budget);
  for (const name in own) headers.push(name, own[name]);
  return headers;
}

/** Sends a body with everything that goes with it: validators, caching, compression, budgets. Null: it is sent. */
export function send(exchange: HttpExchange, outgoing: Outgoing): Promise<void> | null {
  const { route, headers: sent } = exchange;
  const bytes = bytesOf(outgoing.body);
  const tagged = outgoing.status === 200 && route.cacheControl !== 'no-store';
  const unchanged = tagged && matches(sent['if-none-match'], bytes.tag);
  const headers = withOwnHeaders(exchange, unchanged ? route.unchanged : route.fixed, outgoing.headers);
  if (outgoing.draining) headers.push('connection', 'close');
  if (outgoing.headers['cache-control'] === undefined) {
    const personal = tagged && exchange.caller.kind !== 'anonymous';
    headers.push('cache-control', !tagged ? 'no-store' : personal ? 'private, no-cache' : route.cacheControl);
  }
  const encoding = bytes.isText && bytes.length >= minCompressedBytes ? chooseEncoding(sent['accept-encoding']) : null;
  if (tagged) headers.push('etag', encoding ? `"${bytes.tag}-${encoding}"` : `"${bytes.tag}"`);
  if (unchanged) return write(exchange, 304, headers, null);
  headers.push('content-type', outgoing.contentType);
  if (encoding) return sendEncoded(exchange, outgoing.status, headers, bytes.encode(encoding), encoding);
  headers.push('content-length', String(bytes.length));
  return write(exchange, outgoing.status, headers, bytes.body);
}

async function sendEncoded(
  exchange: HttpExchange,
  status: number,
  headers: string[],
  making: Promise<Buffer>,
  encoding: Encoding,
): Promise<void> {
  const packed = await making;
  headers.push('content-encoding', encoding, 'content-length', String(packed.length));
  write(exchange, status, headers, packed);
}

export const jsonType = 'application/json; charset=utf-8';

/** What the caller may know of a failure that is not theirs; the log gets the cause. */
function hidden(cause: unknown): ApiError {
  if (cause instanceof StoreUnavailable) {
    return new ApiError('SERVICE_UNAVAILABLE', 'the service can not reach its database', {
      headers: { 'retry-after': '2' },
      cause,
    });
  }
  if (cause instanceof StoreFull) {
    return new ApiError('SERVICE_UNAVAILABLE', 'the disk of the database is full; nothing was written', {
      headers: { 'retry-after': '30' },
      cause,
    });
  }
  return new ApiError('INTERNAL_ERROR', 'something failed inside the service', { cause });
}

/** The error and the body that the caller sees. Anything that is not an ApiError becomes INTERNAL_ERROR. */
export function outgoingError(error: unknown, requestId: string, draining: boolean): Outgoing & { error: ApiError } {
  const known = error instanceof ApiError ? error : hidden(error);
  const wait = retryAfterOf(known);
  return {
    error: known,
    status: known.status,
    body: errorBody(known, requestId),
    contentType: jsonType,
    headers: { ...(wait === undefined ? {} : { 'retry-after': wait }), ...known.details.headers },
    draining,
  };
}

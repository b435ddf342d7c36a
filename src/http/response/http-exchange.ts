import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { StoreFull, StoreUnavailable } from '../../database/store.js';
import { type BudgetState, pushBudget } from '../budgets/rate-limits.js';
import { anonymous, type Caller } from '../caller.js';
import { ApiError, errorBody, retryAfterOf } from '../errors.js';
import { type HttpServices, isRead, type Route } from '../route.js';
import type { OpenStream } from '../streams.js';
import { bytesOf, chooseEncoding, type Encoding, matches, minCompressedBytes } from './reply-bytes.js';

/** One request and its response, from arrival to the last header. */
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
  /** Set for requests under the base path of a certification run. */
  within?: RunScope;
}

/** Overrides for a request that did not arrive over HTTP. */
export interface RunScope {
  readonly services: HttpServices;
  /** Called with the stream that the request has opened. */
  readonly opened: (stream: OpenStream, caller: Caller) => void;
}

/** Creates an exchange without a caller and before any charge. */
export function newHttpExchange(
  route: RouteHeaders,
  requestId: string,
  { method = '', headers }: { readonly method?: string; readonly headers: IncomingHttpHeaders },
  response: ServerResponse,
): HttpExchange {
  const startedAt = performance.now();
  return { requestId, method, headers, response, route, startedAt, caller: anonymous, budget: null, admitted: false };
}

/** Headers that depend on the route alone, built once. */
export interface RouteHeaders {
  readonly id: string;
  readonly path: string;
  readonly public: boolean;
  readonly fixed: readonly string[];
  /** Headers of a 304; the client has the others cached. */
  readonly unchanged: readonly string[];
  readonly cacheControl: string;
}

const exposed = 'ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

export function securityHeaders(secure: boolean): string[] {
  const hsts = secure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : [];
  return ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer', ...hsts];
}

/** CORS headers. Every response must include them, including a 304. */
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

export interface Outgoing {
  readonly status: number;
  readonly body: unknown;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly draining: boolean;
}

/** Headers of every response, with those of the route. */
export function commonHeaders(exchange: HttpExchange, extra: Readonly<Record<string, string>>): string[] {
  return [...exchange.route.fixed, ...ownHeaders(exchange, extra)];
}

function ownHeaders(exchange: HttpExchange, extra: Readonly<Record<string, string>>): string[] {
  const headers = ['x-request-id', exchange.requestId];
  // An error that names the exhausted budget overrides the budget that the request was charged to.
  if (exchange.budget && extra.ratelimit === undefined) pushBudget(headers, exchange.budget);
  for (const name in extra) headers.push(name, extra[name]);
  return headers;
}

/** Sends a body with validators, caching, compression and budgets. Null: already sent. */
export function send(exchange: HttpExchange, outgoing: Outgoing): Promise<void> | null {
  const { route, response, headers: sent } = exchange;
  const bytes = bytesOf(outgoing.body);
  const tagged = outgoing.status === 200 && route.cacheControl !== 'no-store';
  const unchanged = tagged && matches(sent['if-none-match'], bytes.tag);
  const headers = ownHeaders(exchange, outgoing.headers);
  if (outgoing.draining && outgoing.headers.connection === undefined) headers.push('connection', 'close');
  if (outgoing.headers['cache-control'] === undefined) {
    const personal = tagged && exchange.caller.kind !== 'anonymous';
    headers.push('cache-control', !tagged ? 'no-store' : personal ? 'private, no-cache' : route.cacheControl);
  }
  const encoding = bytes.isText && bytes.length >= minCompressedBytes ? chooseEncoding(sent['accept-encoding']) : null;
  if (tagged) headers.push('etag', encoding ? `"${bytes.tag}-${encoding}"` : `"${bytes.tag}"`);
  if (unchanged) {
    response.writeHead(304, [...route.unchanged, ...headers]);
    response.end();
    return null;
  }
  headers.push('content-type', outgoing.contentType);
  if (encoding) return sendEncoded(exchange, outgoing.status, headers, bytes.encode(encoding), encoding);
  headers.push('content-length', String(bytes.length));
  response.writeHead(outgoing.status, [...route.fixed, ...headers]);
  response.end(bytes.body);
  return null;
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
  exchange.response.writeHead(status, [...exchange.route.fixed, ...headers]);
  exchange.response.end(packed);
}

export const jsonType = 'application/json; charset=utf-8';

/** The public error of an internal failure; the log gets the cause. */
function hidden(cause: unknown): ApiError {
  if (cause instanceof StoreUnavailable) {
    return new ApiError('SERVICE_UNAVAILABLE', 'The service can’t reach its database.', {
      headers: { 'retry-after': '2' },
      cause,
    });
  }
  if (cause instanceof StoreFull) {
    return new ApiError('SERVICE_UNAVAILABLE', 'The disk of the database is full. Nothing was written.', {
      headers: { 'retry-after': '30' },
      cause,
    });
  }
  return new ApiError('INTERNAL_ERROR', 'Internal error.', { cause });
}

/** Returns the error and the body for the caller. Any error that is not an ApiError becomes INTERNAL_ERROR. */
export function outgoingError(error: unknown, requestId: string, draining: boolean): Outgoing & { error: ApiError } {
  const apiError = error instanceof ApiError ? error : hidden(error);
  const wait = retryAfterOf(apiError);
  return {
    error: apiError,
    status: apiError.status,
    body: errorBody(apiError, requestId),
    contentType: jsonType,
    headers: { ...(wait === undefined ? {} : { 'retry-after': wait }), ...apiError.details.headers },
    draining,
  };
}

/** Recorded for requests whose client disconnected before the response; nothing is sent. The status is nginx's. */
export const hungUpStatus = 499;

/** Returns whether the client has disconnected, also for responses that are queued behind another one. */
export function hasHungUp(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { ApiError, errorBody } from '../../api/errors.js';
import { isRead, type Route } from '../../api/route.js';
import type { BudgetState, Caller } from '../../api/services.js';
import { StoreUnavailable } from '../../store/store.js';
import { budgetHeaders } from './rate-limits.js';
import { bytesOf, chooseEncoding, matches, smallestCompressed } from './reply-bytes.js';

/** One request and its reply, from arrival to the last header. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  readonly route: RouteHeaders;
  readonly startedAt: number;
  caller: Caller;
  budget: BudgetState | null;
}

/** Headers that depend on the route alone, written down once. */
export interface RouteHeaders {
  readonly id: string;
  readonly path: string;
  readonly public: boolean;
  readonly fixed: readonly string[];
  readonly cacheControl: string;
}

const exposed = 'ETag, Idempotent-Replayed, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id';

export function securityHeaders(secure: boolean): string[] {
  const hsts = secure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : [];
  return ['x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer', ...hsts];
}

export function corsHeaders(isPublic: boolean): string[] {
  if (!isPublic) return ['cross-origin-resource-policy', 'same-origin'];
  return [
    'access-control-allow-origin',
    '*',
    'access-control-expose-headers',
    exposed,
    'cross-origin-resource-policy',
    'cross-origin',
  ];
}

export function isPublicRead(route: Pick<Route, 'auth' | 'method' | 'effect'>): boolean {
  return isRead(route) && (route.auth === 'none' || route.auth === 'optional');
}

export function routeHeaders(route: Route, secure: boolean): RouteHeaders {
  const isPublic = isPublicRead(route);
  const cacheable = isPublic && route.method === 'GET';
  const age = route.maxAgeSeconds ?? 0;
  return {
    id: route.id,
    path: route.path,
    public: isPublic,
    fixed: [
      ...securityHeaders(secure),
      ...corsHeaders(isPublic),
      'vary',
      route.auth === 'none' ? 'Accept-Encoding' : 'Accept-Encoding, Authorization, X-Api-Key, Cookie',
    ],
    cacheControl: cacheable ? (age > 0 ? `public, max-age=${age}` : 'public, no-cache') : 'no-store',
  };
}

function pushAll(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) list.push(name, headers[name]);
}

/** A body that is text goes out in one piece with its headers. */
function write(exchange: Exchange, status: number, headers: string[], body: string | Buffer | null): void {
  const { response } = exchange;
  response.writeHead(status, headers);
  if (body === null) response.end();
  else response.end(body);
}

export interface Outgoing {
  readonly status: number;
  readonly body: unknown;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly draining: boolean;
}

/** Headers of every reply, with those of its own. */
export function usualHeaders(exchange: Exchange, own: Readonly<Record<string, string>>): string[] {
  const headers = [...exchange.route.fixed, 'x-request-id', exchange.requestId];
  if (exchange.budget) pushAll(headers, budgetHeaders(exchange.budget));
  pushAll(headers, own);
  return headers;
}

/** Sends a body with everything that goes with it: validators, caching, compression, budgets. */
export async function send(exchange: Exchange, outgoing: Outgoing): Promise<void> {
  const { route, headers: sent } = exchange;
  const headers = usualHeaders(exchange, outgoing.headers);
  if (outgoing.draining) headers.push('connection', 'close');
  const tagged = outgoing.status === 200 && route.cacheControl !== 'no-store';
  const personal = exchange.caller.kind !== 'anonymous' && tagged;
  if (outgoing.headers['cache-control'] === undefined) {
    headers.push('cache-control', !tagged ? 'no-store' : personal ? 'private, no-cache' : route.cacheControl);
  }
  const bytes = bytesOf(outgoing.body);
  const encoding = bytes.length >= smallestCompressed ? chooseEncoding(sent['accept-encoding']) : null;
  if (tagged) headers.push('etag', encoding ? `"${bytes.tag}-${encoding}"` : `"${bytes.tag}"`);
  if (tagged && matches(sent['if-none-match'], bytes.tag)) return write(exchange, 304, headers, null);
  headers.push('content-type', outgoing.contentType);
  if (!encoding) {
    headers.push('content-length', String(bytes.length));
    return write(exchange, outgoing.status, headers, bytes.body);
  }
  const packed = await bytes.encode(encoding);
  headers.push('content-encoding', encoding, 'content-length', String(packed.length));
  write(exchange, outgoing.status, headers, packed);
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
  return new ApiError('INTERNAL_ERROR', 'something failed inside the service', { cause });
}

/** The error and the body that the caller sees. Anything that is not an ApiError becomes INTERNAL_ERROR. */
export function outgoingError(error: unknown, requestId: string, draining: boolean): Outgoing & { error: ApiError } {
  const known = error instanceof ApiError ? error : hidden(error);
  return {
    error: known,
    status: known.status,
    body: errorBody(known, requestId),
    contentType: jsonType,
    headers: { ...(known.status === 503 ? { 'retry-after': '5' } : {}), ...known.details.headers },
    draining,
  };
}

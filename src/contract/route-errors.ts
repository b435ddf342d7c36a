import { priorityOf } from '../http/admission/admission.js';
import type { ErrorCode } from '../http/errors.js';
import { isRead, type Route, refusesUnknownQuery } from '../http/route.js';

/** Every code that a route can return: its own and those that follow from its declaration. */
export function routeErrors(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(route.errors ?? []);
  const { params, query, body } = route.request ?? {};
  const readsInput = !route.ignoresInput;
  if (readsInput && (params || query || body || refusesUnknownQuery(route))) codes.add('INVALID_PAYLOAD');
  if (body) for (const code of ['INVALID_JSON', 'UNSUPPORTED_MEDIA_TYPE'] as const) codes.add(code);
  if (readsInput && route.method !== 'GET') codes.add('PAYLOAD_TOO_LARGE');
  if (route.auth !== 'none')
    for (const code of ['UNAUTHORIZED', 'INVALID_PAYLOAD', 'SERVICE_UNAVAILABLE'] as const) codes.add(code);
  // A credential of the wrong kind, a missing scope, or a cross-site request of a browser.
  const openToAll = route.auth === 'none' || (route.auth === 'optional' && !route.callers && isRead(route));
  if (!openToAll) codes.add('FORBIDDEN');
  if (route.auth !== 'none' && !isRead(route) && !route.whileSuspended) codes.add('PLAYER_SUSPENDED');
  if (route.bucket !== 'none') codes.add('RATE_LIMITED');
  if (priorityOf(route) !== 'vital') codes.add('OVERLOADED');
  if (route.idempotency === 'header') codes.add('MISSING_IDEMPOTENCY_KEY');
  if (route.idempotency !== undefined) {
    for (const code of ['IDEMPOTENT_REPLAY', 'INVALID_PAYLOAD'] as const) codes.add(code);
  }
  codes.add('INTERNAL_ERROR');
  codes.add('URI_TOO_LONG');
  codes.add('REQUEST_TIMEOUT');
  return [...codes].sort();
}

import type { Checked } from '../kernel/invariant.js';
import type { Caller, PersonCaller } from './caller.js';
import { ApiError, invalid } from './errors.js';
import type { RequestContext } from './route.js';

/** Narrows the caller of a route that accepts people only. */
export function requirePerson(caller: Caller): PersonCaller {
  if (caller.kind !== 'person') throw new Error('this route must be for people only');
  return caller;
}

/** The account was deleted, or its password changed, while the request was in flight. */
export function sessionOver(): ApiError {
  return new ApiError('UNAUTHORIZED', 'The session has expired or was ended.', {
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation: 'Sign in again with POST /api/people/sign-in.',
  });
}

/** Returns a valid value and throws INVALID_PAYLOAD for an invalid one. */
export function requireValid<T>(field: string, checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw invalid(field, checked.problem);
}

/** The browser's current session, which a new one replaces. */
export function sessionIdOf(caller: Caller): string | null {
  return caller.kind === 'person' ? caller.sessionId : null;
}

/** Browsers send up to a few hundred characters; the beginning identifies them. */
const maxUserAgentLength = 300;

/** The client that a new session belongs to. */
export function sessionClientOf({ caller, clientAddress, origin }: RequestContext): SessionClient {
  const sent = printable(origin().header('user-agent') ?? '').slice(0, maxUserAgentLength);
  return {
    address: clientAddress(),
    userAgent: sent === '' ? null : sent,
    replacedSessionId: sessionIdOf(caller),
  };
}

/** Keeps printable ASCII only: other characters in a User-Agent are corrupt or an attack on readers of the list. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '').trim();
}

export function wrongPassword(field: string): ApiError {
  return new ApiError('FORBIDDEN', `${field} is wrong`, { field, remediation: 'Send your current password.' });
}

/** Client data of a request that opens a session. */
export interface SessionClient {
  /** The client address of the request. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The browser's previous session. */
  readonly replacedSessionId: string | null;
}

import type { Checked } from '../../domain/checked.js';
import type { Caller, PersonCaller } from '../../http/caller.js';
import { ApiError, invalid } from '../../http/errors.js';

/** Narrows the caller of a route that takes people only. */
export function requirePerson(caller: Caller): PersonCaller {
  if (caller.kind !== 'person') throw new Error('this route must be for people only');
  return caller;
}

/** The account was deleted, or its password changed, while the request was in flight. */
export function sessionOver(): ApiError {
  return new ApiError('UNAUTHORIZED', 'the session is over', {
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation: 'Sign in again with POST /api/people/sign-in.',
  });
}

/** Returns a value that passed its check and throws INVALID_PAYLOAD for one that didn't. */
export function requireValid<T>(field: string, checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw invalid(field, checked.problem);
}

/** The session that the caller's browser has, which a new one replaces. */
export function sessionIdOf(caller: Caller): string | null {
  return caller.kind === 'person' ? caller.sessionId : null;
}

export function wrongPassword(field: string): ApiError {
  return new ApiError('FORBIDDEN', `${field} is not your password`, { field, remediation: 'Send your password.' });
}

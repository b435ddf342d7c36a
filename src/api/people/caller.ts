import type { Checked } from '../../domain/checked.js';
import type { Caller, PersonCaller } from '../../http/caller.js';
import { ApiError, invalid } from '../../http/errors.js';

/** Routes that take people only are never called by anybody else; this says so to the compiler. */
export function requirePerson(caller: Caller): PersonCaller {
  if (caller.kind !== 'person') throw new Error('this route must be for people only');
  return caller;
}

/** The account was deleted or its password changed while this request was on its way. */
export function sessionOver(): ApiError {
  return new ApiError('UNAUTHORIZED', 'the session is over', {
    headers: { 'www-authenticate': 'Session realm="presage"' },
    remediation: 'Sign in again with POST /api/people/sign-in.',
  });
}

export function accepted<T>(field: string, checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw invalid(field, checked.problem);
}

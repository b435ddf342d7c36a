import { isRefusal, type Refusal } from '../kernel/refusal.js';
import { ApiError } from './errors.js';

/** The error response for a rejection that the domain or a use case returned. */
export function refusalError({ code, message, field, extra }: Refusal): ApiError {
  return new ApiError(code, message, { ...(field === undefined ? {} : { field }), ...(extra ? { extra } : {}) });
}

/** Returns an accepted result and throws a rejected one. */
export function throwIfRefused<T extends object>(result: T | Refusal): T {
  if (isRefusal(result)) throw refusalError(result);
  return result;
}

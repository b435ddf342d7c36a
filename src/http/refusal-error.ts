import type { Refusal } from '../domain/refusal.js';
import { ApiError } from './errors.js';

/** The error response of a refused command. */
export function refusalError({ code, message, field, extra }: Refusal): ApiError {
  return new ApiError(code, message, { ...(field === undefined ? {} : { field }), ...(extra ? { extra } : {}) });
}

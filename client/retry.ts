import { NoAnswer, PresageError } from './errors.js';

/** Limits of automatic retries. */
export interface RetryPolicy {
  /** Attempts in total; 1 disables retries. */
  readonly attempts: number;
  /** Upper bound of the first back-off; it doubles with each attempt, up to `capMs`. */
  readonly baseMs: number;
  readonly capMs: number;
  /** A request with a longer Retry-After fails instead of waiting. */
  readonly longestWaitMs: number;
}

/** The back-offs add up to 32 s on average, so that requests survive a restart of the service of 15 s. */
export const defaultRetries: RetryPolicy = { attempts: 13, baseMs: 250, capMs: 8_000, longestWaitMs: 60_000 };

/** Codes worth a retry of the same request. Codes that need another action first, such as a fresh book, are excluded. */
const transientCodes = new Set([
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'OVERLOADED',
  'REQUEST_TIMEOUT',
]);
const transientStatuses = new Set([429, 500, 502, 503, 504]);

/** Whether a write that failed with this error may have happened. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof PresageError)) return false;
  return error.code === 'ACCEPTED_UNKNOWN_CONFIRMATION' || error.code === 'HTTP_502' || error.code === 'HTTP_504';
}

export function isTransient(error: unknown): boolean {
  if (isOutcomeUnknown(error)) return true;
  if (!(error instanceof PresageError)) return false;
  // A proxy may respond without an error code.
  return error.code.startsWith('HTTP_') ? transientStatuses.has(error.status) : transientCodes.has(error.code);
}

/** Returns the back-off: Retry-After plus full jitter up to the bound of this attempt. */
export function backoffMs(error: unknown, attempt: number, policy: RetryPolicy, random: () => number): number {
  const cap = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  const retryAfterMs = error instanceof PresageError && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
  return retryAfterMs + random() * cap;
}

/** What to do when a rate limit is exhausted: wait however long it takes, or throw at once. */
export type OnQuota = 'wait' | 'throw';

/** Whether the limits of the policy and of `onQuota` allow another attempt. */
export function canWait(error: unknown, policy: RetryPolicy, onQuota: OnQuota | null): boolean {
  if (!(error instanceof PresageError)) return true;
  if (onQuota !== null && error.status === 429) return onQuota === 'wait';
  return (error.retryAfter ?? 0) * 1000 <= policy.longestWaitMs;
}

import { NoAnswer, PresageError } from './errors.js';

/** How often and how patiently requests are repeated. */
export interface RetryPolicy {
  /** Attempts in all; 1 never repeats. */
  readonly attempts: number;
  /** The first pause is up to this long, each later one up to twice the one before. */
  readonly baseMs: number;
  readonly capMs: number;
  /** A longer Retry-After is not waited for. */
  readonly longestWaitMs: number;
}

export const usualRetries: RetryPolicy = { attempts: 6, baseMs: 250, capMs: 8_000, longestWaitMs: 60_000 };

/** Failures of the moment. Codes that want something else first, such as a fresh book, are not among them. */
const passing = new Set(['RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'REQUEST_TIMEOUT']);
const passingStatuses = new Set([429, 500, 502, 503, 504]);

/** The write may have happened. */
export function isUnknown(error: unknown): boolean {
  if (error instanceof NoAnswer) return true;
  if (!(error instanceof PresageError)) return false;
  return error.code === 'ACCEPTED_UNKNOWN_CONFIRMATION' || error.code === 'HTTP_502' || error.code === 'HTTP_504';
}

export function isPassing(error: unknown): boolean {
  if (isUnknown(error)) return true;
  if (!(error instanceof PresageError)) return false;
  // A proxy in front may answer without a code.
  return error.code.startsWith('HTTP_') ? passingStatuses.has(error.status) : passing.has(error.code);
}

/** Full jitter: anything between nothing and the cap of this attempt, after what the service asks for. */
export function pauseMs(error: unknown, attempt: number, policy: RetryPolicy, random: () => number): number {
  const cap = Math.min(policy.capMs, policy.baseMs * 2 ** (attempt - 1));
  const asked = error instanceof PresageError && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
  return asked + random() * cap;
}

export function canWait(error: unknown, policy: RetryPolicy): boolean {
  return !(error instanceof PresageError) || (error.retryAfter ?? 0) * 1000 <= policy.longestWaitMs;
}

import type { Error as ErrorBody } from './generated/operations.js';

/** An error response of the service. `code` is for programs; `remediation` says what to do. */
export class PresageError extends Error {
  override readonly name: string = 'PresageError';
  readonly status: number;
  readonly code: string;
  /** Seconds from the Retry-After header; null without one. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  readonly field: string | null;
  readonly remediation: string | null;
  /** The whole body, with members that only some errors have, such as the status of a market. */
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | null = null) {
    super(body.error ?? `the service responded with ${status}`);
    this.status = status;
    this.retryAfter = retryAfter;
    this.code = body.code ?? `HTTP_${status}`;
    this.requestId = body.requestId ?? null;
    this.field = body.field ?? null;
    this.remediation = body.remediation ?? null;
    this.body = body;
  }
}

/** No response arrived: the service can't be reached, the connection broke or the request timed out. */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer';

  /** False if no connection was established, so the request can't have happened. */
  readonly maybeSent: boolean;

  constructor(message: string, options: ErrorOptions & { readonly maybeSent?: boolean | undefined } = {}) {
    super(message, options);
    this.maybeSent = options.maybeSent ?? true;
  }
}

/**
 * A write was sent and all retries failed without a definite result. Look it up by its id later, or send it again with the
 * same id, never with a new one.
 */
export class UnknownOutcome extends Error {
  override readonly name: string = 'UnknownOutcome';

  /** The id that all attempts shared; null for a write without one. */
  readonly clientId: string | null;

  constructor(clientId: string | null, cause: unknown) {
    super(`the outcome of the write ${clientId ?? ''} is unknown`.replace('  ', ' '), { cause });
    this.clientId = clientId;
  }
}

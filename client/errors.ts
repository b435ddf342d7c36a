import type { Error as ErrorBody } from './generated/operations.js';

/** The service has refused a request. `code` is for programs; `remediation` says what to do. */
export class PresageError extends Error {
  override readonly name: string = 'PresageError';
  readonly code: string;
  readonly requestId: string | null;
  readonly field: string | null;
  readonly remediation: string | null;
  /** Members beyond the usual ones, such as the status of a market. */
  readonly body: Partial<ErrorBody>;

  constructor(
    readonly status: number,
    body: Partial<ErrorBody>,
    /** Seconds, where the service says how long to wait. */
    readonly retryAfter: number | null = null,
  ) {
    super(body.error ?? `the service answered ${status}`);
    this.code = body.code ?? `HTTP_${status}`;
    this.requestId = body.requestId ?? null;
    this.field = body.field ?? null;
    this.remediation = body.remediation ?? null;
    this.body = body;
  }
}

/** No answer came: the service can't be reached, the connection broke or the time was up. */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer';

  /** False where there was no connection to send the request over, so it can't have happened. */
  readonly maybeSent: boolean;

  constructor(message: string, options: ErrorOptions & { readonly maybeSent?: boolean } = {}) {
    super(message, options);
    this.maybeSent = options.maybeSent ?? true;
  }
}

/**
 * A write was sent and, after all attempts, nobody knows whether it happened. Ask for its id later, or send it again with
 * the same id; never make a new one for it.
 */
export class UnknownOutcome extends Error {
  override readonly name: string = 'UnknownOutcome';

  constructor(
    readonly clientId: string | null,
    cause: unknown,
  ) {
    super(`the outcome of the write ${clientId ?? ''} is unknown`.replace('  ', ' '), { cause });
  }
}

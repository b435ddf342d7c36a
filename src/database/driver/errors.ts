/** An error as pg parses it from the protocol. */
export interface ServerError extends Error {
  readonly code?: string;
  readonly severity?: string;
  readonly detail?: string;
  readonly constraint?: string;
}

/** An error that the server reported for a statement. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError';
  /** SQLSTATE. */
  readonly code: string;
  readonly severity: string;
  readonly detail: string | undefined;
  readonly constraint: string | undefined;

  constructor(
    reported: ServerError,
    /** The text of the statement, without its parameters. */
    readonly query: string,
  ) {
    super(reported.message);
    this.code = reported.code ?? '';
    this.severity = reported.severity ?? 'ERROR';
    this.detail = reported.detail;
    this.constraint = reported.constraint;
  }
}

/** The connection ended, or was ended, before the result was known. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';

  constructor(
    message: string,
    /** A response was overdue: a retry would probably wait as long again. */
    readonly isOverdue: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The connection was lost before the commit was sent: nothing was done, and the transaction may be retried. */
export class TransactionReset extends Error {
  readonly code = 'CONNECTION_LOST';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** No connection was available. */
export class NoConnection extends Error {
  readonly code = 'NO_CONNECTION';
}

/** SQLSTATE, errno name or a code of the classes above; empty if the error has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The database ended the work for an external reason: lost connections, deadlines, shutdowns. */
const unavailable = new Set([
  ...['CONNECTION_LOST', 'NO_CONNECTION'],
  ...['57P01', '57P02', '57P03', '57P05', '53300', '08000', '08001', '08003', '08004', '08006', '08P01'],
  // Deadlines: of a statement, of a lock, of an idle transaction and of a whole transaction.
  ...['57014', '55P03', '25P03', '25P04'],
]);

export function isUnavailable(error: unknown): boolean {
  return unavailable.has(codeOf(error));
}

/** The server's messages when it ends a session at once: shut down, crashed, or the session was terminated. */
const ended = new Set(['57P01', '57P02', '57P03']);

/** The connection was lost, and another may serve the same work at once. */
export function isReset(error: unknown): boolean {
  return (error instanceof ConnectionLost && !error.isOverdue) || ended.has(codeOf(error));
}

/** The server rolled the transaction back because its disk is full. */
export function isOutOfSpace(error: unknown): boolean {
  if (codeOf(error) === '53100') return true;
  return error instanceof Error && /No space left on device|Disk quota exceeded/.test(error.message);
}

import type { SourceFailure } from '../operations/connectors/connector-types.js';

/** Ends a run with a named reason. The message is for operators and never contains a key. */
export class SourceError extends Error {
  constructor(
    readonly code: SourceFailure,
    message: string,
    /** Whether a retry of the same request may succeed. */
    readonly isTransient = false,
    /** The back-off that the source requested, in milliseconds. */
    readonly retryAfterMs: number | null = null,
    /** The HTTP status of BAD_STATUS. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

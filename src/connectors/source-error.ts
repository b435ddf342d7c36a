import type { SourceFailure } from '../operations/connectors/connector-types.js';

/** Ends a run with a named reason. The message is for operators and never contains a key. */
export class SourceError extends Error {
  constructor(
    readonly code: SourceFailure,
    message: string,
    /** Whether the same request may succeed when it is sent again. */
    readonly isTransient = false,
    /** Milliseconds that the source asked to wait. */
    readonly retryAfterMs: number | null = null,
    /** The HTTP status of BAD_STATUS. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

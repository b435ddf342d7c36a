import type { RowResult } from './connector.js';

/** Reads a row. A fault of a format that one row brings to light must not end the run. */
export function readSafely<Row>(read: () => RowResult<Row>): RowResult<Row> {
  try {
    return read();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error';
    return { kind: 'rejected', rowId: null, reason: `the row could not be read (${name})` };
  }
}

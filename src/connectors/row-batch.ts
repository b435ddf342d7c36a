import { hash } from 'node:crypto';
import type { RowBatch } from '../operations/connectors/connector-types.js';
import type { ConnectorRow } from '../store/connectors/interface.js';
import type { ReadRow } from './connector.js';

/** Rows that are saved in one transaction. */
export const maxRowsPerBatch = 500;

/** Formats build rows with their members in a fixed order, so equal rows have equal texts. */
export function rowBatch(
  { id: connectorId, demo, intervalSeconds }: ConnectorRow,
  rows: readonly ReadRow[],
  at: number,
  isPush = false,
): RowBatch {
  const digested = rows.map(({ rowId, row }) => ({
    rowId,
    row,
    digest: hash('sha256', JSON.stringify(row), 'base64'),
  }));
  return { connectorId, at, demo, intervalMs: intervalSeconds * 1000, isPush, rows: digested };
}

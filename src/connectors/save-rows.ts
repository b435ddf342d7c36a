import { hash } from 'node:crypto';
import { StoreFull, StoreUnavailable } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { ConnectorFormat, ReadRow, RowBatch, RowOutcome, RowResult } from './connector.js';
import type { RunReport } from './fetch-run.js';
import type { ConnectorRow } from './store.js';

/** The maximum number of rows saved in one transaction. */
export const maxRowsPerBatch = 500;

/** Formats build rows with their members in a fixed order, so equal rows have equal texts. */
function rowBatch(
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

/** Parses a row. A bug of a format that one row triggers must not end the run. */
export function readSafely<Row>(read: () => RowResult<Row>): RowResult<Row> {
  try {
    return read();
  } catch (error) {
    const name = error instanceof Error ? error.name : 'error';
    return { kind: 'rejected', rowId: null, reason: `the row could not be parsed (${name})` };
  }
}

/** Why a valid row could not be saved. */
interface UnsavedRow {
  readonly unsaved: string;
}

type Save = (rows: readonly ReadRow[]) => Promise<readonly RowOutcome[]>;

/** Failures of the database or of its connection, which no row causes: SQLSTATE classes, errno names, the driver's. */
const unavailable = /^(08|25|40|53|55|57|58|XX)|^E[A-Z]+$|^CONN/;

const codeOf = (error: unknown) => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : null;
};

/** If the database fails, trying each row would only take longer. */
const isUnavailable = (error: unknown) => {
  if (error instanceof StoreUnavailable || error instanceof StoreFull) return true;
  const code = codeOf(error);
  return code !== null && unavailable.test(code);
};

async function oneByOne(save: Save, rows: readonly ReadRow[], first: unknown): Promise<(RowOutcome | UnsavedRow)[]> {
  const results: (RowOutcome | UnsavedRow)[] = [];
  for (const row of rows) {
    try {
      results.push((await save([row]))[0]);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const code = codeOf(error);
      // The message may contain the row; its text is stored next to the reason.
      const name = error instanceof Error ? error.name : 'error';
      results.push({ unsaved: `the row could not be saved (${code === null ? name : `${name} ${code}`})` });
    }
  }
  // If none of several rows can be saved, the rows are not the cause.
  if (rows.length > 1 && results.every(result => typeof result === 'object')) throw first;
  return results;
}

/** Saves rows in one transaction. If that fails, saves them one by one, so that one row can't affect the others. */
export async function saveEach(save: Save, rows: readonly ReadRow[]): Promise<readonly (RowOutcome | UnsavedRow)[]> {
  try {
    return await save(rows);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    return oneByOne(save, rows, error);
  }
}

/** Saves rows of a connector, and counts them in the report; results are in the order of the rows. */
export async function saveRows(
  tools: OperationContext,
  format: ConnectorFormat,
  connector: ConnectorRow,
  rows: readonly ReadRow[],
  report: RunReport,
): Promise<readonly (RowOutcome | UnsavedRow)[]> {
  if (rows.length === 0) return [];
  const isPush = format.origin === 'push';
  const save: Save = some => format.save(tools, rowBatch(connector, some, tools.clock(), isPush));
  const results = await saveEach(save, rows);
  results.forEach((result, index) => {
    if (typeof result === 'string') report.add(result);
    else report.reject(rows[index].rowId, result.unsaved, rows[index].row);
  });
  return results;
}

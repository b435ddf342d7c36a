import type { RowOutcome } from '../operations/connectors/connector-types.js';
import type { RejectedRow, RunCounts } from '../store/connectors/interface.js';
import { jsonText } from './source-text.js';

/** The maximum number of rejected rows stored per run; the count stays exact. */
const maxRejectedStored = 200;
const maxReasonLength = 300;
const maxRowIdLength = 200;
const maxRowTextLength = 2_000;

/** PostgreSQL can't store U+0000 in a text, and a lone surrogate is not valid UTF-8. */
const storable = (text: string, maxLength: number) => text.slice(0, maxLength).replaceAll('\0', '�').toWellFormed();

function textOf(row: unknown): string {
  return typeof row === 'string' ? row : jsonText(row);
}

/** Counts of a run and the rejected rows to store. */
export class RunReport {
  private readonly counts = {
    pages: 0,
    notModified: 0,
    received: 0,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    ignored: 0,
    rejected: 0,
  };
  readonly rejected: RejectedRow[] = [];

  add(outcome: RowOutcome | 'pages' | 'notModified' | 'ignored' | 'received', count = 1): void {
    this.counts[outcome] += count;
  }

  reject(rowId: string | null, reason: string, row: unknown): void {
    this.counts.rejected += 1;
    if (this.rejected.length >= maxRejectedStored) return;
    this.rejected.push({
      rowId: rowId === null ? null : storable(rowId, maxRowIdLength),
      reason: storable(reason, maxReasonLength),
      rowText: storable(textOf(row), maxRowTextLength),
    });
  }

  get changed(): number {
    return this.counts.inserted + this.counts.updated;
  }

  totals(): RunCounts {
    return { ...this.counts };
  }
}

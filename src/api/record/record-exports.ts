import { createHash } from 'node:crypto';
import { ApiError } from '../../http/errors.js';
import type { WriteBody } from '../../http/write-body.js';
import type { OperationContext } from '../../operations/operation-context.js';
import { writeRecord } from '../../operations/record/write-record.js';
import { Spool } from './spool.js';

/** Slow readers keep theirs on disk; so many may be there at a time. */
const maxKept = 4;

/**
 * The record as it is downloaded. It is written to disk at the pace of the database, whoever reads it: no reader holds a
 * connection. Whoever asks while one is being written reads the same one.
 */
export function createRecordExports(context: Pick<OperationContext, 'store' | 'clock'>) {
  let kept: Spool[] = [];
  let opening: Promise<Spool> | null = null;

  async function begin(): Promise<Spool> {
    const spool = await Spool.open();
    kept.push(spool);
    // A failure reaches those who read.
    spool.fill(write => writeRecord(context, () => createHash('sha256'), write)).catch(() => {});
    return spool;
  }

  return async (): Promise<(write: WriteBody) => Promise<void>> => {
    kept = kept.filter(spool => !spool.closed);
    let spool = kept.find(each => !each.complete);
    if (!spool) {
      if (kept.length >= maxKept) {
        throw new ApiError('SERVICE_UNAVAILABLE', `${maxKept} exports are being read just now`, {
          headers: { 'retry-after': '30' },
        });
      }
      opening ??= begin().finally(() => {
        opening = null;
      });
      spool = await opening;
    }
    const chosen = spool;
    return write => chosen.read(write);
  };
}

import { createHash } from 'node:crypto';
import { ApiError } from '../../http/errors.js';
import type { WriteBody } from '../../http/write-body.js';
import type { OperationContext } from '../../operations/operation-context.js';
import { writeRecord } from '../../operations/record/write-record.js';
import { Spool } from './spool.js';

/** Exports of slow readers stay on disk; at most this many at a time. */
const maxExports = 4;

/**
 * Opens exports of the record. An export is spooled to disk at the pace of the database, so no reader holds a connection;
 * requests that arrive while it is being written share it.
 */
export function createRecordExports(context: Pick<OperationContext, 'store' | 'clock'>) {
  let spools: Spool[] = [];
  let opening: Promise<Spool> | null = null;

  async function begin(): Promise<Spool> {
    const spool = await Spool.open();
    spools.push(spool);
    // Readers get the failure.
    spool.fill(write => writeRecord(context, () => createHash('sha256'), write)).catch(() => {});
    return spool;
  }

  return async (): Promise<(write: WriteBody) => Promise<void>> => {
    spools = spools.filter(spool => !spool.closed);
    let spool = spools.find(each => !each.complete);
    if (!spool) {
      if (spools.length >= maxExports) {
        throw new ApiError('SERVICE_UNAVAILABLE', `${maxExports} exports are being read just now`, {
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

import { createHash } from 'node:crypto';
import type { EventSet } from '../../domain/scoring/event-sets.js';
import { ApiError } from '../../http/errors.js';
import type { WriteBody } from '../../http/write-body.js';
import type { OperationContext } from '../../operations/operation-context.js';
import { writeRecord } from '../../operations/record/write-record.js';
import { Spool } from './spool.js';

/** The maximum number of exports on disk, where those of slow readers remain. */
const maxExports = 4;

/**
 * Opens exports of the record. An export is spooled to disk at the speed of the database, so no reader holds a
 * connection; requests that arrive while it is being written share it.
 */
export function createRecordExports(context: Pick<OperationContext, 'store' | 'clock'>) {
  let exports: { readonly events: EventSet; readonly spool: Spool }[] = [];
  const opening = new Map<EventSet, Promise<Spool>>();

  async function begin(events: EventSet): Promise<Spool> {
    const spool = await Spool.open();
    exports.push({ events, spool });
    // Readers receive the failure.
    spool.fill(write => writeRecord(context, events, () => createHash('sha256'), write)).catch(() => {});
    return spool;
  }

  return async (events: EventSet): Promise<(write: WriteBody) => Promise<void>> => {
    exports = exports.filter(({ spool }) => !spool.closed);
    const shared = exports.find(each => each.events === events && !each.spool.complete)?.spool;
    if (shared) return write => shared.read(write);
    let opened = opening.get(events);
    if (!opened) {
      if (exports.length + opening.size >= maxExports) {
        throw new ApiError('SERVICE_UNAVAILABLE', `${maxExports} exports are already running`, {
          headers: { 'retry-after': '30' },
        });
      }
      opened = begin(events).finally(() => opening.delete(events));
      opening.set(events, opened);
    }
    const spool = await opened;
    return write => spool.read(write);
  };
}

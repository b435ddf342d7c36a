import { createHash } from 'node:crypto';
import { recordLineSchema } from '../../domain/record/record-schema.js';
import { writeRecord } from '../../operations/scores/write-record.js';
import { ApiError } from '../errors.js';
import { KeptText, Reply, StreamedText } from '../route.js';
import type { RequestContext } from '../services.js';

/** Each holds a connection to the database for as long as it is read. */
const mostAtOnce = 2;
let running = 0;

export function exportRecord(_input: unknown, { services }: RequestContext): Reply {
  if (running >= mostAtOnce) {
    throw new ApiError('SERVICE_UNAVAILABLE', `${mostAtOnce} exports are being read just now`, {
      headers: { 'retry-after': '30' },
    });
  }
  const body = new StreamedText(async write => {
    running += 1;
    try {
      await writeRecord(services.store, services.clock(), () => createHash('sha256'), write);
    } finally {
      running -= 1;
    }
  });
  return new Reply(200, body, { 'content-disposition': 'attachment; filename="presage-record.ndjson"' });
}

const schema = new KeptText(JSON.stringify(recordLineSchema));

export function getRecordSchema(): KeptText {
  return schema;
}

import { recordLineSchema } from '../../domain/record/record-schema.js';
import { KeptText, Reply, StreamedText } from '../../http/route.js';
import type { RequestContext } from '../../http/services.js';

export async function exportRecord(_input: unknown, { services }: RequestContext): Promise<Reply> {
  const read = await services.openRecord();
  return new Reply(200, new StreamedText(read), {
    'content-disposition': 'attachment; filename="presage-record.ndjson"',
  });
}

const schema = new KeptText(JSON.stringify(recordLineSchema));

export function getRecordSchema(): KeptText {
  return schema;
}

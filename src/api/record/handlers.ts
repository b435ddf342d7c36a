import { recordLineSchema } from '../../domain/record/record-schema.js';
import { CachedText } from '../../http/cached-text.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, StreamedText } from '../../http/route.js';

export async function exportRecord(_input: unknown, { services }: RequestContext): Promise<Reply> {
  const read = await services.record.open();
  return new Reply(200, new StreamedText(read), {
    'content-disposition': 'attachment; filename="presage-record.ndjson"',
  });
}

const schema = new CachedText(JSON.stringify(recordLineSchema));

export function getRecordSchema(): CachedText {
  return schema;
}

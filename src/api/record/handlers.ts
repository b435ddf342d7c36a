import { recordLineSchema } from '../../domain/record/record-schema.js';
import { CachedText } from '../../http/cached-text.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput, StreamedText } from '../../http/route.js';
import type { EventsQuery } from '../scoring/event-set-schemas.js';

export async function exportRecord(
  { query }: RouteInput<{ query: typeof EventsQuery }>,
  { services }: RequestContext,
): Promise<Reply> {
  const { leaderboards } = services.scoring;
  const events = query.events ?? (await leaderboards.defaultEvents(await leaderboards.current()));
  const read = await services.record.open(events);
  return new Reply(200, new StreamedText(read), {
    'content-disposition': 'attachment; filename="presage-record.ndjson"',
  });
}

const schema = new CachedText(JSON.stringify(recordLineSchema));

export function getRecordSchema(): CachedText {
  return schema;
}

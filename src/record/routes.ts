import { CachedText } from '../http/response/reply-bytes.js';
import { defineRoute, Reply, type RequestContext, type RouteInput, StreamedText } from '../http/route.js';
import { closed, Type } from '../http/schema.js';
import type { ScoringServices } from '../scoring/leaderboard-cache.js';
import { EventsQuery } from '../scoring/schemas.js';
import type { RecordServices } from './record-exports.js';
import { recordLineSchema } from './rules/record-schema.js';

const openObject = (description: string) => Type.Object({}, { additionalProperties: true, description });

const RecordLineSchema = closed(
  {
    $schema: Type.String({ format: 'uri', description: 'Dialect of JSON Schema.' }),
    title: Type.String({ description: 'Title of the schema.', examples: ['A line of the Presage record'] }),
    oneOf: Type.Array(
      closed({
        $ref: Type.String({ description: 'Reference to one kind of line in $defs.', examples: ['#/$defs/event'] }),
      }),
      { description: 'One reference for each kind of line.' },
    ),
    $defs: openObject('Schema of each kind of line.'),
  },
  { description: 'A JSON Schema for each line of the export.' },
);

async function exportRecord(
  { query }: RouteInput<{ query: typeof EventsQuery }>,
  { services }: RequestContext<RecordServices & ScoringServices>,
): Promise<Reply> {
  const { leaderboards } = services.scoring;
  const events = query.events ?? (await leaderboards.defaultEvents(await leaderboards.current()));
  const read = await services.record.open(events);
  return new Reply(200, new StreamedText(read), {
    'content-disposition': 'attachment; filename="presage-record.ndjson"',
  });
}

const schema = new CachedText(JSON.stringify(recordLineSchema));

function getRecordSchema(): CachedText {
  return schema;
}

const area = 'record';

export const recordRoutes = [
  defineRoute({
    id: 'exportRecord',
    method: 'GET',
    path: '/api/record/export',
    area,
    summary: 'Export the public record',
    description:
      'Every scored event with its resolutions and prices, the forecasts on it, the scores and the leaderboards with their baselines, as NDJSON lines with digests. Sealed forecasts and rationales are not included. The first line states which events it covers. `presage record verify FILE` recomputes every number. Send Accept-Encoding: gzip to reduce the size to a tenth.',
    auth: 'none',
    bucket: 'address',
    request: { query: EventsQuery },
    responses: {
      200: { description: 'The record; the last line has the number of lines.', contentType: 'application/x-ndjson' },
    },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: exportRecord,
  }),
  defineRoute({
    id: 'getRecordSchema',
    method: 'GET',
    path: '/api/record/schema',
    area,
    summary: 'JSON Schema of the public record',
    description: 'A JSON Schema (2020-12) for each line of the export.',
    auth: 'none',
    bucket: 'address',
    responses: {
      200: { description: 'The schema.', contentType: 'application/schema+json', schema: RecordLineSchema },
    },
    handler: getRecordSchema,
  }),
];

import { defineRoute } from '../../http/route.js';
import { EventsQuery } from '../scoring/event-set-schemas.js';
import { exportRecord, getRecordSchema } from './handlers.js';
import { RecordLineSchema } from './schemas.js';

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

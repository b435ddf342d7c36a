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
    summary: 'The whole public record',
    description:
      'Every scored event with its resolutions and prices, the forecasts on it, the scores and the boards with their baselines, as lines of JSON, each with a digest (NDJSON). Sealed forecasts and rationales are not in it. The first line says which events it has. `presage record verify FILE` recomputes every number of it. Ask with Accept-Encoding: gzip to get a tenth of the bytes.',
    auth: 'none',
    bucket: 'address',
    request: { query: EventsQuery },
    responses: {
      200: { description: 'The record; the last line says how many there are.', contentType: 'application/x-ndjson' },
    },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: exportRecord,
  }),
  defineRoute({
    id: 'getRecordSchema',
    method: 'GET',
    path: '/api/record/schema',
    area,
    summary: 'What a line of the public record looks like',
    description: 'A JSON Schema (2020-12) for each line of the export.',
    auth: 'none',
    bucket: 'address',
    responses: {
      200: { description: 'The schema.', contentType: 'application/schema+json', schema: RecordLineSchema },
    },
    handler: getRecordSchema,
  }),
];

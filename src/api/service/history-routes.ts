import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getStatusHistory, postBackup, postIncident, postIncidentUpdate } from './history-handlers.js';
import {
  BackupReply,
  BackupRequest,
  HistoryQuery,
  HistoryReply,
  IncidentParams,
  IncidentReply,
  IncidentRequest,
  IncidentUpdateRequest,
} from './history-schemas.js';

const replayable = (schema: typeof IncidentReply | typeof BackupReply, noun: string) => ({
  201: { description: `The ${noun}.`, schema },
  200: { description: `The ${noun} that was there already.`, schema },
});

export const historyRoutes = [
  defineRoute({
    id: 'getStatusHistory',
    method: 'GET',
    path: '/api/v1/status/history',
    area: 'service',
    summary: 'Uptime, rates, latency and incidents over time',
    description:
      'Measured by every node once a minute and stored in the database for ninety days. A minute without a sample of a ready node counts as down.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 10,
    request: { query: HistoryQuery },
    responses: { 200: { description: 'The figures.', schema: HistoryReply } },
    handler: getStatusHistory,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'openIncident',
    method: 'POST',
    path: '/api/operator/incidents',
    summary: 'Report an incident for the status page',
    description: 'Shown at /status at once.',
    request: { body: IncidentRequest },
    responses: replayable(IncidentReply, 'incident'),
    handler: postIncident,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'updateIncident',
    method: 'POST',
    path: '/api/operator/incidents/{id}/updates',
    summary: 'Add an update to an incident',
    description: 'Sets its status; resolved ends it. Sending the last update again changes nothing.',
    request: { params: IncidentParams, body: IncidentUpdateRequest },
    responses: { 200: { description: 'The incident.', schema: IncidentReply } },
    errors: ['NOT_FOUND'],
    handler: postIncidentUpdate,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'reportBackup',
    method: 'POST',
    path: '/api/operator/backups',
    summary: 'Report a finished backup',
    description: 'For the job that backs up the database: the status page shows when the last one ended.',
    request: { body: BackupRequest, bodyOptional: true },
    responses: replayable(BackupReply, 'backup'),
    handler: postBackup,
  }),
];

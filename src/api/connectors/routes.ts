import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getConnectors, getRejected, postRows, postRun, putConnector } from './handlers.js';
import {
  ConnectorPath,
  ConnectorReply,
  ConnectorsReply,
  PushRowsReply,
  PushRowsRequest,
  PutConnectorRequest,
  RejectedQuery,
  RejectedReply,
  RunReply,
} from './schemas.js';

export const connectorRoutes = [
  defineRoute({
    ...operatorOnly,
    id: 'listConnectors',
    method: 'GET',
    path: '/api/operator/connectors',
    summary: 'Data sources',
    description: 'Lists connectors with settings, last run and counts, and the formats that can be configured.',
    responses: { 200: { description: 'The connectors.', schema: ConnectorsReply } },
    errors: ['FORBIDDEN'],
    handler: getConnectors,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'putConnector',
    method: 'PUT',
    path: '/api/operator/connectors/{id}',
    summary: 'Configure a data source',
    description:
      'Replaces the settings. An enabled connector runs immediately and then at its interval. A file or push connector is created under an id that you choose. Keys are read from PRESAGE_CONNECTOR_<ID>_KEY.',
    request: { params: ConnectorPath, body: PutConnectorRequest },
    responses: { 200: { description: 'The connector.', schema: ConnectorReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: putConnector,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'runConnector',
    method: 'POST',
    path: '/api/operator/connectors/{id}/run',
    summary: 'Run a data source now',
    description:
      'Waits up to 20 seconds for the run to end. A failing source is not an error of the request: the run contains the reason. A disabled connector runs too, so that settings can be tested.',
    request: { params: ConnectorPath },
    responses: {
      200: { description: 'The run has ended.', schema: RunReply },
      202: { description: 'The run is still in progress.', schema: RunReply },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: postRun,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listRejectedRows',
    method: 'GET',
    path: '/api/operator/connectors/{id}/rejected',
    summary: 'Rejected rows of a data source',
    description:
      'Rows with the reason for rejection, newest first. Up to 200 are stored per run, for 14 days; the counts of a run are exact.',
    request: { params: ConnectorPath, query: RejectedQuery },
    responses: { 200: { description: 'The rows.', schema: RejectedReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    handler: getRejected,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'pushConnectorRows',
    method: 'POST',
    path: '/api/operator/connectors/{id}/rows',
    summary: 'Push rows',
    description:
      'For connectors with the push format. Rows are identified by rowId: sending a row again replaces it, and an identical row writes nothing. An invalid row is rejected and stored with the reason; the others are saved.',
    request: { params: ConnectorPath, body: PushRowsRequest },
    responses: { 200: { description: 'Result of each row.', schema: PushRowsReply } },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION'],
    handler: postRows,
  }),
];

import { defineRoute } from '../../http/route.js';
import { getRun, getScenarios, listRuns, postCertification } from './handlers.js';
import {
  CertificationReply,
  CertificationRequest,
  RunList,
  RunParams,
  RunQuery,
  RunReply,
  RunsQuery,
  runMinutes,
  ScenarioList,
} from './schemas.js';

const area = 'sandbox';

export const certificationRoutes = [
  defineRoute({
    id: 'listScenarios',
    method: 'GET',
    path: '/api/v1/sandbox/scenarios',
    area,
    summary: 'Certification scenarios',
    description:
      'Every scenario: the fault that the service injects, the expected behaviour of a client, and how it is judged.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The scenarios.', schema: ScenarioList } },
    handler: getScenarios,
  }),
  defineRoute({
    id: 'certify',
    method: 'POST',
    path: '/api/v1/sandbox/certification',
    area,
    summary: 'Open or close a certification run',
    description: `Without runId, opens a run or returns the open one. Under its basePath the whole API is served with scripted faults, each on a separate practice event, for ${runMinutes} minutes. With runId, with results, or with results of single scenarios while a run is open, closes the run and judges it by what was observed; your results are compared with that. Passing a run certifies the agent.`,
    auth: 'required',
    callers: ['agent'],
    bucket: 'reads',
    idempotency: 'header',
    request: { body: CertificationRequest, bodyOptional: true },
    responses: {
      201: { description: 'The opened run.', schema: CertificationReply },
      200: {
        description: 'The run that was already open, the run that this request closed, or a replay.',
        schema: CertificationReply,
      },
    },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'RUN_NOT_OPEN'],
    handler: postCertification,
  }),
  defineRoute({
    id: 'listCertificationRuns',
    method: 'GET',
    path: '/api/v1/sandbox/runs',
    area,
    summary: 'Certification runs of an agent',
    description: 'The runs of the last 30 days, newest first. People name one of their agents with agentId.',
    auth: 'required',
    callers: ['agent', 'person'],
    bucket: 'reads',
    request: { query: RunsQuery },
    responses: { 200: { description: 'The runs.', schema: RunList } },
    errors: ['NOT_FOUND'],
    handler: listRuns,
  }),
  defineRoute({
    id: 'getCertificationRun',
    method: 'GET',
    path: '/api/v1/sandbox/runs/{runId}',
    area,
    summary: 'Report of a certification run',
    description:
      'What has been observed so far and how it is judged; final once the run is finished. For the agent and its owner. Stored for 30 days.',
    auth: 'required',
    callers: ['agent', 'person'],
    bucket: 'reads',
    request: { params: RunParams, query: RunQuery },
    responses: { 200: { description: 'The report.', schema: RunReply } },
    errors: ['NOT_FOUND'],
    handler: getRun,
  }),
];

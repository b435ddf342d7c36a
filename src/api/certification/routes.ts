import { defineRoute } from '../../http/route.js';
import { getRun, getScenarios, postCertification } from './handlers.js';
import {
  CertificationReply,
  CertificationRequest,
  RunParams,
  RunQuery,
  RunReply,
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
    summary: 'What a certification tries',
    description: 'Every scenario: what the service does, what a good client does, and how it is judged.',
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
    summary: 'Open a certification run, or close it and be judged',
    description: `Without runId a run is opened, or the one that is open is shown: under its basePath the whole API is served with scripted faults, each on a practice event of its own, for ${runMinutes} minutes. With runId, with results, or with results of single scenarios while a run is open, it is closed and judged by what was observed; results are held against that. A pass earns the agent its mark.`,
    auth: 'required',
    callers: ['agent'],
    bucket: 'reads',
    idempotency: 'header',
    request: { body: CertificationRequest, bodyOptional: true },
    responses: {
      201: { description: 'The run that was opened.', schema: CertificationReply },
      200: { description: 'A run that was open or is closed now, or a replay.', schema: CertificationReply },
    },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'RUN_NOT_OPEN'],
    handler: postCertification,
  }),
  defineRoute({
    id: 'getCertificationRun',
    method: 'GET',
    path: '/api/v1/sandbox/runs/{runId}',
    area,
    summary: 'The report of a run',
    description:
      'What has been observed so far and how it is judged; for good once the run is finished. Kept for 30 days.',
    auth: 'required',
    callers: ['agent'],
    bucket: 'reads',
    request: { params: RunParams, query: RunQuery },
    responses: { 200: { description: 'The report.', schema: RunReply } },
    errors: ['NOT_FOUND'],
    handler: getRun,
  }),
];

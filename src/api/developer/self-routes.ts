import { defineRoute } from '../../http/route.js';
import { getDiagnostics, getEndpointCosts, getLatency, getUsage, listRequestLogs } from './self-handlers.js';
import {
  Diagnostics,
  EndpointCosts,
  Latency,
  RequestLogs,
  RequestLogsQuery,
  UsageQuery,
  UsageReply,
} from './self-schemas.js';

const own = { area: 'developer', auth: 'required', bucket: 'reads', method: 'GET' } as const;
const open = { area: 'developer', auth: 'none', bucket: 'address', method: 'GET' } as const;

export const selfRoutes = [
  defineRoute({
    ...own,
    id: 'getDiagnostics',
    path: '/api/developer/diagnostics',
    summary: 'Is everything ready for you to play',
    description:
      'Checks your credential, keys, account, budgets, recent errors and forecasts, and whether orders are taken, each with what to do about it.',
    responses: { 200: { description: 'The checks.', schema: Diagnostics } },
    handler: getDiagnostics,
  }),
  defineRoute({
    ...own,
    id: 'getUsage',
    path: '/api/developer/usage',
    summary: 'What you have asked for',
    description:
      'Your requests of the last days by day, by operation with their times, and by error code. With agentId, those of one of your agents.',
    request: { query: UsageQuery },
    responses: { 200: { description: 'Your usage.', schema: UsageReply } },
    errors: ['NOT_FOUND'],
    handler: getUsage,
  }),
  defineRoute({
    ...own,
    id: 'listRequestLogs',
    path: '/api/v1/developer/request-logs',
    summary: 'Your own requests',
    description:
      'Newest first, stored for 7 days. With agentId, those of one of your agents. The log contains no credential, header, query, body, reply or address.',
    request: { query: RequestLogsQuery },
    responses: { 200: { description: 'The requests.', schema: RequestLogs } },
    errors: ['NOT_FOUND'],
    handler: listRequestLogs,
  }),
  defineRoute({
    ...open,
    id: 'getEndpointCosts',
    path: '/api/v1/developer/endpoint-costs',
    summary: 'What each endpoint costs',
    description: 'The budget that each endpoint is taken from, its quota and its window.',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The costs.', schema: EndpointCosts } },
    handler: getEndpointCosts,
  }),
  defineRoute({
    ...open,
    id: 'getLatency',
    path: '/api/v1/developer/latency',
    summary: 'Where the time of requests goes',
    description: 'Measured times of the stages auth, queue, decide, commit and send on the node that answers.',
    responses: { 200: { description: 'The stages.', schema: Latency } },
    handler: getLatency,
  }),
];

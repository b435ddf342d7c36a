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
    summary: 'Check that you are ready to play',
    description:
      'Checks your credential, keys, account, budgets, recent errors, forecasts and whether orders are accepted. Each check comes with advice.',
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
    summary: 'Your request log',
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
    summary: 'Cost of each endpoint',
    description: 'The budget that each endpoint is charged to, with quota and window.',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The costs.', schema: EndpointCosts } },
    handler: getEndpointCosts,
  }),
  defineRoute({
    ...open,
    id: 'getLatency',
    path: '/api/v1/developer/latency',
    summary: 'Latency by stage',
    description: 'Measured latencies of the stages auth, queue, decide, commit and send on the node that responds.',
    responses: { 200: { description: 'The stages.', schema: Latency } },
    handler: getLatency,
  }),
];

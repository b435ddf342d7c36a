import { defineRoute } from '../route.js';
import { getHealth, getLlmsText, getMetrics, getReadiness, getSecurityText } from './handlers.js';
import { Health, Readiness } from './schemas.js';

const text = 'text/plain; charset=utf-8';

export const serviceRoutes = [
  defineRoute({
    id: 'getHealth',
    method: 'GET',
    path: '/healthz',
    area: 'service',
    summary: 'Is the process alive',
    description: 'Answers as long as the process runs, whatever the state of its database.',
    auth: 'none',
    bucket: 'none',
    responses: { 200: { description: 'Alive.', schema: Health } },
    handler: getHealth,
  }),
  defineRoute({
    id: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    area: 'service',
    summary: 'Should this node get requests',
    description: 'Checks the database. 503 while it is out of reach and while the service is stopping.',
    auth: 'none',
    bucket: 'none',
    responses: {
      200: { description: 'Ready.', schema: Readiness },
      503: { description: 'Not ready; the checks say why.', schema: Readiness },
    },
    handler: getReadiness,
  }),
  defineRoute({
    id: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    area: 'service',
    summary: 'Metrics in the Prometheus text format',
    description: 'Latency by route, uses of the database pool, event-loop lag, memory.',
    auth: 'none',
    bucket: 'none',
    responses: { 200: { description: 'The metrics.', contentType: 'text/plain; version=0.0.4; charset=utf-8' } },
    handler: getMetrics,
  }),
  defineRoute({
    id: 'getLlmsText',
    method: 'GET',
    path: '/llms.txt',
    area: 'service',
    summary: 'The service in a page for language models',
    description: 'Markdown with the addresses that an agent needs first.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The page.', contentType: 'text/markdown; charset=utf-8' } },
    handler: getLlmsText,
  }),
  defineRoute({
    id: 'getSecurityText',
    method: 'GET',
    path: '/.well-known/security.txt',
    area: 'service',
    summary: 'Where to report weaknesses',
    description: 'RFC 9116.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'Contact and expiry.', contentType: text } },
    handler: getSecurityText,
  }),
];

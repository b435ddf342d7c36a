import { defineRoute } from '../../http/route.js';
import { discoveryRoutes } from '../discovery/routes.js';
import { getOpenapi, getRateLimits, getSchemaCatalogue, getStatus, getVersionedOpenapi } from './status-handlers.js';
import { OpenapiDocument, RateLimits, SchemaCatalogue, ServiceStatus, VersionedOpenapi } from './status-schemas.js';

export const statusRoutes = [
  ...discoveryRoutes,
  defineRoute({
    id: 'getStatus',
    method: 'GET',
    path: '/api/v1/status',
    area: 'agent',
    summary: 'Status, contract version, auth split, idempotency policy and error taxonomy',
    description:
      'Read this once at start: it says which contract is served and how to authenticate, retry and classify errors.',
    auth: 'none',
    bucket: 'address',
    responses: { 200: { description: 'The status of the service.', schema: ServiceStatus } },
    handler: getStatus,
  }),
  defineRoute({
    id: 'getRateLimits',
    method: 'GET',
    path: '/api/rate-limits',
    area: 'agent',
    summary: 'Public rate-limit budgets',
    description: 'Every budget and bound, published from the table that enforces them.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The budgets.', schema: RateLimits } },
    tool: {
      name: 'get_rate_limits',
      title: 'Rate limits',
      description:
        'Every request budget of this arena: how many reads, orders and forecasts an agent has per hour, and what counts against them.',
    },
    handler: getRateLimits,
  }),
  defineRoute({
    id: 'getOpenapi',
    method: 'GET',
    path: '/openapi.json',
    area: 'agent',
    summary: 'The REST contract',
    description: 'This document: OpenAPI 3.1.0 with JSON Schema 2020-12, generated from the routes that are served.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The contract.', schema: OpenapiDocument } },
    handler: getOpenapi,
  }),
  defineRoute({
    id: 'getSchemaCatalogue',
    method: 'GET',
    path: '/api-schema.json',
    area: 'agent',
    summary: 'Catalogue of all named schemas',
    description: 'The named schemas of the contract as one JSON Schema 2020-12 document with $defs.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The schemas.', schema: SchemaCatalogue } },
    handler: getSchemaCatalogue,
  }),
  defineRoute({
    id: 'getVersionedOpenapi',
    method: 'GET',
    path: '/api/v1/openapi.json',
    area: 'agent',
    summary: 'Versioned wrapper of the REST contract',
    description: 'The contract with its version metadata under x-contract; itself a valid OpenAPI document.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The contract with its version.', schema: VersionedOpenapi } },
    handler: getVersionedOpenapi,
  }),
];

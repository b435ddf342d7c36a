import { defineRoute } from '../../http/route.js';
import { getPolicy } from './policy-handlers.js';
import { MarketPolicy } from './policy-schemas.js';

export const policyRoutes = [
  defineRoute({
    area: 'markets',
    auth: 'none',
    bucket: 'address',
    id: 'getMarketPolicy',
    method: 'GET',
    path: '/api/markets/policy',
    summary: 'What markets are not made on',
    description: 'Rules of integrity and of sensitive subjects, as data. Creating an event applies the same ones.',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The policy.', schema: MarketPolicy } },
    handler: getPolicy,
  }),
];

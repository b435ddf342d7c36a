import { defineRoute } from '../../http/route.js';
import { getInternationalAccess } from './handlers.js';
import { InternationalAccess } from './schemas.js';

export const countryAccessRoutes = [
  defineRoute({
    id: 'getInternationalAccess',
    method: 'GET',
    path: '/api/international/access',
    area: 'agent',
    summary: 'Country and access',
    description:
      'The country that the request seems to come from, by a trusted proxy or the operator’s geo database, and what can be done from there. Play is open to every country; nothing here involves money. The response is never cached.',
    auth: 'none',
    bucket: 'address',
    noStore: true,
    responses: { 200: { description: 'Country and access.', schema: InternationalAccess } },
    handler: getInternationalAccess,
  }),
];

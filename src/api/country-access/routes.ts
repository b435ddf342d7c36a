import { defineRoute } from '../../http/route.js';
import { getInternationalAccess } from './handlers.js';
import { InternationalAccess } from './schemas.js';

export const countryAccessRoutes = [
  defineRoute({
    id: 'getInternationalAccess',
    method: 'GET',
    path: '/api/international/access',
    area: 'agent',
    summary: 'Country and available features',
    description:
      'The country of the request, as named by a trusted proxy or the operator’s geo database, and the features available there. Play is open to every country; nothing here involves money. The response is never cached.',
    auth: 'none',
    bucket: 'address',
    noStore: true,
    responses: { 200: { description: 'Country and available features.', schema: InternationalAccess } },
    handler: getInternationalAccess,
  }),
];

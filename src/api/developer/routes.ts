import { defineRoute } from '../../http/route.js';
import { explainError } from './handlers.js';
import { ErrorExplanation, ExplainErrorRequest } from './schemas.js';
import { selfRoutes } from './self-routes.js';

export const developerRoutes = [
  ...selfRoutes,
  defineRoute({
    id: 'explainError',
    method: 'POST',
    path: '/api/v1/developer/explain-error',
    area: 'developer',
    summary: 'Explain an error',
    description:
      'Looks an error up by code, by requestId or by both. Returns its meaning, whether to retry and what to do; with a requestId also the logged request. Changes nothing and needs no Idempotency-Key.',
    auth: 'optional',
    bucket: 'address',
    effect: 'read',
    request: { body: ExplainErrorRequest },
    responses: { 200: { description: 'The explanation.', schema: ErrorExplanation } },
    tool: {
      name: 'explain_error',
      title: 'Explain an error',
      description:
        'Explains an error code: its meaning, whether the same call may be retried, and what to do instead. Send the code of the error, its requestId, or both.',
    },
    handler: explainError,
  }),
];

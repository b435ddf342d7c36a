import { errorCodes, errorTable } from '../../http/errors.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';

export const ExplainErrorRequest = named(
  'ExplainErrorRequest',
  closed(
    {
      code: Type.Optional(oneOf(errorCodes, { description: 'The code of an error body, such as RATE_LIMITED.' })),
      requestId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: 'The requestId of an error body or x-request-id of a reply.',
        }),
      ),
    },
    { description: 'At least one of the two.', examples: [{ code: 'RATE_LIMITED' }] },
  ),
);

const ExplainedRequest = closed({
  requestId: Type.String(),
  at: Timestamp(),
  operation: Type.String({ description: 'operationId, or "none" where no route was met.' }),
  method: Type.String(),
  path: Type.String({ description: 'The route’s pattern, never the address as sent.' }),
  status: Type.Integer(),
  code: nullable(Type.String()),
  field: nullable(Type.String()),
  milliseconds: Type.Number(),
});

export const ErrorExplanation = named(
  'ErrorExplanation',
  closed(
    {
      code: nullable(Type.String({ description: 'null where the request did not fail or is not known.' })),
      httpStatus: Type.Array(Type.Integer()),
      retryable: nullable(oneOf(['yes', 'no', 'conditional'])),
      meaning: nullable(Type.String()),
      remediation: Type.String(),
      documentation: nullable(Type.String()),
      retryPolicy: nullable(Type.String({ description: 'How to retry, where that makes sense.' })),
      request: nullable(ExplainedRequest),
    },
    {
      examples: [
        {
          code: 'RATE_LIMITED',
          httpStatus: [429],
          retryable: 'yes',
          meaning: 'The quota of the current window is used up.',
          remediation: errorTable.RATE_LIMITED.remediation,
          documentation: '/docs/errors#RATE_LIMITED',
          retryPolicy: 'Capped exponential back-off with full jitter; keep the client id and Idempotency-Key.',
          request: null,
        },
      ],
    },
  ),
);

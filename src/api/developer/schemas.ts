import { errorCodes, errorTable } from '../../http/errors.js';
import { closed, described, named, nullable, oneOf, Type } from '../../http/schema.js';
import { requestNames, requestOutcome } from './logged-request.js';

export const ExplainErrorRequest = named(
  'ExplainErrorRequest',
  closed(
    {
      code: Type.Optional(oneOf(errorCodes, { description: 'Code of an error body, such as RATE_LIMITED.' })),
      requestId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: 'requestId of an error body or x-request-id of a response.',
          examples: ['req_01kx3v7p9ye1f8m2q4s6t8v0wz'],
        }),
      ),
    },
    { description: 'At least one of the two.', examples: [{ code: 'RATE_LIMITED' }] },
  ),
);

const ExplainedRequest = closed({
  ...requestNames,
  operation: Type.String({ description: 'operationId, or "none" if no route matched.', examples: ['placeOrder'] }),
  ...requestOutcome,
});

export const ErrorExplanation = named(
  'ErrorExplanation',
  closed(
    {
      code: nullable(
        Type.String({
          description: 'Error code; null if the request succeeded or is not known.',
          examples: ['RATE_LIMITED'],
        }),
      ),
      httpStatus: Type.Array(Type.Integer(), {
        description: 'HTTP statuses that the code is sent with; empty if code is null.',
      }),
      retryable: nullable(
        oneOf(['yes', 'no', 'conditional'], {
          description:
            'Whether the same request may be retried. conditional: reconcile by client id first. null if code is null.',
        }),
      ),
      meaning: nullable(
        Type.String({
          description: 'Meaning of the code; null if code is null.',
          examples: ['The quota of the current window is used up.'],
        }),
      ),
      remediation: Type.String({
        description: 'What to do next.',
        examples: ['Wait for the seconds in Retry-After, then retry with jitter.'],
      }),
      documentation: nullable(
        Type.String({
          description: 'Path of the page that explains the code; null if code is null.',
          examples: ['/docs/errors#RATE_LIMITED'],
        }),
      ),
      retryPolicy: nullable(
        Type.String({
          description: 'How to retry; null if a retry does not help.',
          examples: ['Capped exponential back-off with full jitter.'],
        }),
      ),
      request: nullable(
        described(ExplainedRequest, 'The logged request; null if requestId was not sent or is not known.'),
      ),
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

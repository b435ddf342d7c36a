import { nullable, Timestamp, Type } from '../../http/schema.js';

/** Members of a request in the log, before and after the operation. */

export const requestNames = {
  requestId: Type.String({ description: 'Id of the request.', examples: ['req_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
  at: Timestamp({ description: 'When the request was received.' }),
};

export const requestOutcome = {
  method: Type.String({ description: 'HTTP method.', examples: ['POST'] }),
  path: Type.String({
    description: 'Pattern of the route, never the address as sent.',
    examples: ['/api/play/v1/orders'],
  }),
  status: Type.Integer({ description: 'HTTP status of the response.' }),
  code: nullable(
    Type.String({
      description: 'Error code of the response; null if the request succeeded.',
      examples: ['RATE_LIMITED'],
    }),
  ),
  field: nullable(
    Type.String({ description: 'Field at fault; null if the error names none.', examples: ['limitPriceBps'] }),
  ),
  milliseconds: Type.Number({
    minimum: 0,
    description: 'Time from the request to its response, in milliseconds.',
  }),
};

import { documentationPath, type ErrorCode, errorEntry, invalid, isErrorCode } from '../http/errors.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { type DeveloperServices, ErrorExplanation, ExplainErrorRequest, type LoggedRequest } from './requests.js';
import { selfRoutes } from './self-routes.js';

type Needs = HttpServices & DeveloperServices;

const retryPolicies = {
  yes: 'Capped exponential back-off with full jitter; honour Retry-After; reuse the client id and Idempotency-Key.',
  conditional: 'Look the write up by its client id first; if it is not found, retry with the same id.',
  no: null,
};

function explainCode(code: ErrorCode) {
  const { http, retryable, meaning, remediation } = errorEntry(code);
  return {
    code,
    httpStatus: [...http],
    retryable,
    meaning,
    remediation,
    documentation: documentationPath(code),
    retryPolicy: retryPolicies[retryable],
  };
}

function explainNothing(remediation: string) {
  return {
    code: null,
    httpStatus: [],
    retryable: null,
    meaning: null,
    remediation,
    documentation: null,
    retryPolicy: null,
  };
}

function viewRequest(request: LoggedRequest) {
  const { requestId, at, routeId, method, path, status, code, field, milliseconds } = request;
  return {
    requestId,
    at: new Date(at).toISOString(),
    operation: routeId,
    method,
    path,
    status,
    code,
    field,
    milliseconds,
  };
}

/** Callers may choose request ids, so several requests can share one: prefers the request that failed with the code. */
function findByCode(requests: readonly LoggedRequest[], code: string | undefined): LoggedRequest | undefined {
  return requests.find(request => code === undefined || request.code === code) ?? requests[0];
}

async function explainError(
  { body }: RouteInput<{ body: typeof ExplainErrorRequest }>,
  { services, caller }: RequestContext<Needs>,
) {
  if (body.code === undefined && body.requestId === undefined) throw invalid('code', 'or requestId must be given');
  const requests = body.requestId === undefined ? [] : await services.developer.requestLog.find(body.requestId, caller);
  const request = findByCode(requests, body.code);
  const code = body.code ?? request?.code ?? null;
  if (code !== null && isErrorCode(code))
    return { ...explainCode(code), request: request ? viewRequest(request) : null };
  const remediation = request
    ? `This request did not fail: its response had status ${request.status}.`
    : 'No failed request with this id is on record for you. Records are stored for 7 days; a request made with a key is visible to that agent only. Send the code of the error body instead.';
  return { ...explainNothing(remediation), request: request ? viewRequest(request) : null };
}

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

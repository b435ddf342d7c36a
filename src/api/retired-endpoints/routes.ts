import { Type } from 'typebox';
import { ApiError } from '../../http/errors.js';
import { defineRoute, pathParameters, type Route } from '../../http/route.js';
import { closed } from '../../http/schema.js';
import { retiredEndpoints } from './table.js';

/** Real money is postponed indefinitely, so frequent polling is pointless. */
const retryAfterSeconds = 86_400;

const Params = closed({ id: Type.String({ description: 'User of the real-money account; ignored.' }) });

type Retired = (typeof retiredEndpoints)[number];

function remediationOf({ instead }: Retired): string {
  const wait = 'If you need this endpoint, retry after Retry-After seconds, at most once a day.';
  if (instead === null) return `Play-only mode has no equivalent. ${wait}`;
  return `Use ${instead.call} instead: ${instead.purpose}. ${wait}`;
}

function retiredRoute(endpoint: Retired): Route {
  const { id, method, path, use, instead } = endpoint;
  const message = `${method} ${path} is not available: this arena is play-only, without signed orders or money`;
  const details = {
    headers: { 'retry-after': String(retryAfterSeconds) },
    remediation: remediationOf(endpoint),
  };
  return defineRoute({
    id,
    method,
    path,
    area: 'retired',
    summary: use,
    description: `Not available in play-only mode: every request returns 503 LIVE_TRADING_DISABLED. No credential is checked, nothing is read and nothing is stored. ${instead ? `Use ${instead.call} instead: ${instead.purpose}.` : 'Play-only mode has no equivalent.'}`,
    auth: 'none',
    bucket: 'none',
    effect: 'read',
    ignoresInput: true,
    deprecated: true,
    ...(pathParameters(path).length > 0 ? { request: { params: Params } } : {}),
    responses: {},
    // A parameter above the router's limit reaches no route.
    errors: pathParameters(path).length > 0 ? ['LIVE_TRADING_DISABLED', 'NOT_FOUND'] : ['LIVE_TRADING_DISABLED'],
    handler: () => {
      throw new ApiError('LIVE_TRADING_DISABLED', message, details);
    },
  });
}

export const retiredRoutes: readonly Route[] = retiredEndpoints.map(retiredRoute);

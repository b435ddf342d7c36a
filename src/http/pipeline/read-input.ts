import { ApiError } from '../errors.js';
import { type Route, refusesUnknownQuery } from '../route.js';
import { closed } from '../schema.js';
import { parseBody } from './body.js';
import type { HttpRequest } from './http-app.js';
import { compileCheck, compileTextCheck, createBoundsCheck } from './validate.js';

export const jsonMediaType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

const noParameters = closed({});

/** Parses a route's path, query and body, or throws the validation error. */
export function compileInput(route: Route) {
  if (route.ignoresInput) return () => ({ params: undefined, query: undefined, body: undefined });
  const { params, query, body, bodyOptional } = route.request ?? {};
  const readParams = params && compileTextCheck(params, false);
  const refusesUnknown = refusesUnknownQuery(route);
  const readNone = refusesUnknown ? compileTextCheck(noParameters, true) : undefined;
  const readQuery = query && compileTextCheck(query, refusesUnknown);
  const checkBody = body && compileCheck(body, 'body');
  const checkBounds = body && createBoundsCheck(body);

  function readBody(request: HttpRequest): unknown {
    if (!checkBody) return undefined;
    const bytes = request.body as Buffer | undefined;
    const empty = bytes === undefined || bytes.length === 0;
    if (empty && bodyOptional) return undefined;
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.', { field: 'Content-Encoding' });
    }
    const type = request.headers['content-type'];
    if (!(empty && type === undefined) && !jsonMediaType.test(type ?? '')) {
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json', {
        field: 'Content-Type',
      });
    }
    const value = parseBody(bytes ?? Buffer.alloc(0), checkBounds);
    checkBody(value);
    return value;
  }

  return (request: HttpRequest) => {
    // Errors from receiving the body are raised here, where the caller and the cost are known.
    if (request.body instanceof ApiError) throw request.body;
    if (!readQuery) readNone?.(request.query as Record<string, unknown>);
    return {
      params: readParams?.(request.params as Record<string, unknown>),
      query: readQuery?.(request.query as Record<string, unknown>),
      body: readBody(request),
    };
  };
}

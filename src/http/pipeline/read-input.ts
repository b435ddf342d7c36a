import { ApiError, invalid } from '../errors.js';
import { requestBounds } from '../limits.js';
import { type Route, refusesUnknownQuery } from '../route.js';
import { closed } from '../schema.js';
import type { HttpRequest } from './http-app.js';
import { compileCheck, compileTextCheck, createBoundsCheck } from './validate.js';

const jsonMediaType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

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

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** A value that JSON allows but no field accepts. */
interface Flaw {
  readonly problem: string;
  /** Members and indexes from the outermost in; null for a problem of the body as a whole. */
  readonly path: (string | number)[] | null;
}

function textFlaw(text: string): Flaw | null {
  if (text.includes('\u0000')) return { problem: 'must not contain the character U+0000', path: [] };
  if (!text.isWellFormed()) return { problem: 'must not contain an unpaired surrogate', path: [] };
  return null;
}

function within(key: string | number, flaw: Flaw): Flaw {
  flaw.path?.unshift(key);
  return flaw;
}

function listFlaw(list: readonly unknown[], depth: number): Flaw | null {
  for (let index = 0; index < list.length; index += 1) {
    const flaw = findFlaw(list[index], depth);
    if (flaw) return within(index, flaw);
  }
  return null;
}

function objectFlaw(object: Readonly<Record<string, unknown>>, depth: number): Flaw | null {
  for (const key of Object.keys(object)) {
    const bad = textFlaw(key);
    if (bad) return bad;
    const flaw = key === '__proto__' ? { problem: 'is not a known member', path: [] } : findFlaw(object[key], depth);
    if (flaw) return within(key, flaw);
  }
  return null;
}

/** Checked once, so that later code need not. The path is built only for invalid values. */
function findFlaw(value: unknown, depth: number): Flaw | null {
  if (typeof value === 'string') return textFlaw(value);
  if (typeof value === 'number') return Number.isFinite(value) ? null : { problem: 'is out of range', path: [] };
  if (typeof value !== 'object' || value === null) return null;
  if (depth > requestBounds.jsonDepth) {
    return { problem: `must not be nested deeper than ${requestBounds.jsonDepth} levels`, path: null };
  }
  return Array.isArray(value) ? listFlaw(value, depth + 1) : objectFlaw(value as Record<string, unknown>, depth + 1);
}

function nameOf(path: readonly (string | number)[]): string {
  const append = (name: string, part: string | number) =>
    typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`;
  return path.reduce<string>(append, '') || 'body';
}

/** `checkBounds` runs first, so that an oversized value costs no more than its parsing. */
export function parseBody(bytes: Uint8Array, checkBounds?: (value: unknown) => void): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch (error) {
    const message =
      bytes.length === 0 ? 'The body is empty; JSON is required.' : 'The body is not valid JSON in UTF-8.';
    throw new ApiError('INVALID_JSON', message, { field: 'body', cause: error });
  }
  checkBounds?.(value);
  const flaw = findFlaw(value, 1);
  if (flaw) throw invalid(nameOf(flaw.path ?? []), flaw.problem);
  return value;
}

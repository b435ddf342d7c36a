import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.js';
import { requestBounds } from '../../api/limits.js';
import { firstStatus, Reply, type Route } from '../../api/route.js';
import type { Caller, RequestContext, Services } from '../../api/services.js';
import { planTerms } from '../../domain/players/plans.js';
import { parseBody } from './body.js';
import { anonymous, authenticate, requireScope } from './credentials.js';
import { type Exchange, jsonType, outgoingError, routeHeaders, send } from './exchange.js';
import { requireIdempotencyKey, runStored } from './idempotency.js';
import { addressKey, type RateLimits } from './rate-limits.js';
import { compileCheck, compileTextCheck } from './validate.js';

export interface PipelineParts {
  readonly services: Services;
  readonly limits: RateLimits;
  readonly secure: boolean;
  readonly draining: () => boolean;
  /** Told once for each reply. `error` is what was refused, with its cause for the log. */
  readonly finished: (exchange: Exchange, status: number, error: ApiError | null) => void;
}

const jsonMediaType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

function checkUrl(url: string): void {
  if (url.length <= requestBounds.urlBytes) return;
  throw new ApiError('URI_TOO_LONG', `the address is longer than ${requestBounds.urlBytes} bytes`);
}

function compileInput(route: Route) {
  const { params, query, body, bodyOptional } = route.request ?? {};
  const write = route.method !== 'GET' && route.effect !== 'read';
  const readParams = params && compileTextCheck(params, false);
  const readQuery = query && compileTextCheck(query, write);
  const checkBody = body && compileCheck(body, 'body');

  function readBody(request: FastifyRequest): unknown {
    if (!checkBody) return undefined;
    const bytes = request.body as Buffer | undefined;
    const empty = bytes === undefined || bytes.length === 0;
    if (empty && bodyOptional) return undefined;
    const type = request.headers['content-type'];
    if (!(empty && type === undefined) && !jsonMediaType.test(type ?? '')) {
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'the Content-Type must be application/json', {
        field: 'Content-Type',
      });
    }
    const value = parseBody(bytes ?? Buffer.alloc(0));
    checkBody(value);
    return value;
  }

  return (request: FastifyRequest) => ({
    params: readParams?.(request.params as Record<string, unknown>),
    query: readQuery?.(request.query as Record<string, unknown>),
    body: readBody(request),
  });
}

/** The function that serves one route: credentials, budget, validation, handler, reply. */
export function createRunner(route: Route, parts: PipelineParts) {
  const { services, limits, finished, draining } = parts;
  const headers = routeHeaders(route, parts.secure);
  const readInput = compileInput(route);
  const status = firstStatus(route);
  const contentTypes = new Map(
    Object.entries(route.responses).map(([code, reply]) => [Number(code), reply.contentType ?? jsonType]),
  );

  function takeBudget(exchange: Exchange, request: FastifyRequest): void {
    if (route.bucket === 'none') return;
    const { caller } = exchange;
    if (caller.kind === 'anonymous') exchange.budget = limits.take('address', addressKey(request.ip));
    else {
      const multiplier = typeof route.auth === 'object' ? planTerms[caller.plan].readMultiplier : 1;
      exchange.budget = limits.take(route.bucket === 'address' ? 'reads' : route.bucket, caller.playerId, multiplier);
    }
  }

  function contextOf(exchange: Exchange): RequestContext {
    const { caller, requestId, budget } = exchange;
    return { services, caller, requestId, budget, writes: null };
  }

  function proceed(exchange: Exchange, request: FastifyRequest): unknown {
    requireScope(route.auth, exchange.caller);
    if (route.idempotency !== 'header') {
      takeBudget(exchange, request);
      return route.handler(readInput(request) as never, contextOf(exchange));
    }
    const key = requireIdempotencyKey(request.headers['idempotency-key']);
    const input = readInput(request);
    return runStored({
      route,
      key,
      input,
      context: contextOf(exchange),
      takeBudget: () => takeBudget(exchange, request),
    });
  }

  async function answer(exchange: Exchange, result: unknown): Promise<void> {
    const reply = result instanceof Reply ? result : new Reply(status, result);
    const contentType = contentTypes.get(reply.status) ?? jsonType;
    await send(exchange, {
      status: reply.status,
      body: reply.body,
      contentType,
      headers: reply.headers,
      draining: draining(),
    });
    finished(exchange, reply.status, null);
  }

  async function fail(exchange: Exchange, failure: unknown, request: FastifyRequest): Promise<void> {
    let error = failure;
    if (
      error instanceof ApiError &&
      error.code === 'UNAUTHORIZED' &&
      exchange.budget === null &&
      route.bucket !== 'none'
    ) {
      // Guessing keys costs the guesser's address budget.
      try {
        exchange.budget = limits.take('address', addressKey(request.ip));
      } catch (limited) {
        error = limited;
      }
    }
    const outgoing = outgoingError(error, exchange.requestId, draining());
    if (!exchange.response.headersSent) await send(exchange, outgoing);
    else exchange.response.destroy();
    finished(exchange, outgoing.status, outgoing.error);
  }

  async function serve(
    exchange: Exchange,
    request: FastifyRequest,
    authentication: Promise<Caller> | null,
  ): Promise<void> {
    if (authentication) exchange.caller = await authentication;
    await answer(exchange, await proceed(exchange, request));
  }

  return (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    const exchange: Exchange = {
      requestId: request.id,
      method: request.method,
      headers: request.headers,
      response: reply.raw,
      route: headers,
      startedAt: performance.now(),
      caller: anonymous,
      budget: null,
    };
    const attempt = async () => {
      checkUrl(request.raw.url ?? '');
      return serve(exchange, request, authenticate(route.auth, request.headers, services.store));
    };
    attempt().catch(error => fail(exchange, error, request).catch(() => exchange.response.destroy()));
  };
}

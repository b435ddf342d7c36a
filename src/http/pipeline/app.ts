import type { RequestListener, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';
import { FrontDoor } from '../admission/front-door.js';
import { ApiError } from '../errors.js';
import { requestBounds } from '../limits.js';
import { requestIdOf } from '../request-id.js';
import { answerBrokenRequest } from '../response/broken-request.js';
import {
  corsHeaders,
  type HttpExchange,
  isPublicRead,
  newHttpExchange,
  outgoingError,
  securityHeaders,
  send,
} from '../response/http-exchange.js';
import { pathParameters, type Route } from '../route.js';
import { addressKey, type ProxySetting, trustedProxies } from './client-ip.js';
import type { Drain } from './draining.js';
import { createRunner, type PipelineParts } from './run-route.js';
import { UrlCache } from './url-cache.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

interface AppOptions extends PipelineParts {
  readonly routes: readonly Route[];
  readonly trustProxy: ProxySetting;
  readonly drain: Pick<Drain, 'count'>;
  /** Connections that are served at once; 0: no limit. */
  readonly maxConnections: number;
  /** Observes a request that was refused for load before it reached its route. */
  readonly onRefusedEarly: (routeId: string, method: string) => void;
}

type BrokenHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** {name} in the contract is :name for the router; an alias fills the parameters of the path that it stands for. */
function routerPath(path: string, route: Route): string {
  const names = pathParameters(route.path);
  return path.replace(/\{\w+\}/g, () => `:${names.shift()}`);
}

/** A connection on which nothing moves for so long while somebody is answered is given up. */
const maxSilenceMs = 120_000;

/**
 * Requests that are known by their address go no further, and most are out before anybody could wait for them. Only those
 * that are not are counted as under way and watched, which costs as much as answering. A cached reply costs no more than a
 * refusal, so it is sent under any load.
 */
function answerHotFirst(app: FastifyInstance, hot: UrlCache, door: FrontDoor, { draining, drain }: AppOptions): void {
  const ordinary = app.server.listeners('request') as RequestListener[];
  const isOut = (response: ServerResponse) => response.writableEnded && response.socket?.writableLength === 0;
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    const isHot = !draining() && hot.answer(request, response);
    if (isHot ? isOut(response) : door.refuses(request, response)) return;
    drain.count(response);
    request.socket.setTimeout(maxSilenceMs);
    if (!isHot) for (const listener of ordinary) listener(request, response);
  });
}

function createFastify(options: AppOptions, broken: BrokenHandler): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: requestBounds.bodyBytes,
    requestTimeout: requestBounds.requestSeconds * 1000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    genReqId: request => requestIdOf(request.headers['x-request-id'], options.services.clock()),
    http: {
      maxHeaderSize: requestBounds.headerBytes,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1000,
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => broken(error, request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, options.services.clock()),
  });
  // Bodies stay bytes until credentials and budgets have been looked at.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

const frameworkErrors: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError('PAYLOAD_TOO_LARGE', `the body is larger than ${requestBounds.bodyBytes} bytes`, { field: 'body' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('INVALID_PAYLOAD', 'Content-Length does not match the body', { field: 'Content-Length' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ApiError('UNSUPPORTED_MEDIA_TYPE', 'the Content-Type must be application/json', { field: 'Content-Type' }),
  FST_ERR_BAD_URL: () => new ApiError('INVALID_PAYLOAD', 'the path is not a valid address', { field: 'path' }),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError('NOT_FOUND', 'there is no such resource'),
};

/** Replies that belong to no route: unknown paths, wrong methods and requests that break before their handler. */
function createStray(options: AppOptions) {
  const route = {
    id: 'none',
    path: '',
    public: true,
    fixed: [...securityHeaders(options.secure), ...corsHeaders(true), 'vary', 'Accept-Encoding'],
    unchanged: [],
    cacheControl: 'no-store',
  };
  return async (request: FastifyRequest, response: HttpExchange['response'], failure: unknown) => {
    const exchange = newHttpExchange(route, request.id, request, response);
    let error = failure;
    try {
      exchange.budget = options.limits.take('address', addressKey(request.ip));
    } catch (limited) {
      error = limited;
    }
    const outgoing = outgoingError(error, request.id, options.draining());
    await send(exchange, outgoing);
    options.onFinished(exchange, outgoing.status, outgoing.error);
  };
}

function knownFailure(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  return frameworkErrors[code]?.() ?? error;
}

/** What was not read of a refused body would be taken for the next request. */
function endAfterReply(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete) reply.raw.shouldKeepAlive = false;
}

/**
 * A body that is refused while it comes is the route's to refuse, because a write counts for its caller whether it is refused or
 * not. Its pipeline then meets the refusal where it would read the body.
 */
function createRefusal(run: ReturnType<typeof createRunner>, broken: BrokenHandler): BrokenHandler {
  return (error, request, reply) => {
    const failure = knownFailure(error);
    if (!(failure instanceof ApiError)) return broken(error, request, reply);
    endAfterReply(request, reply);
    request.body = failure;
    run(request, reply);
  };
}

/** Everything that a path answers: its own methods, HEAD for GET, OPTIONS, and 405 for the rest. */
function registerPath(
  app: FastifyInstance,
  path: string,
  routes: readonly Route[],
  options: AppOptions,
  hot: UrlCache,
  broken: BrokenHandler,
) {
  const url = routerPath(path, routes[0]);
  const own = new Set<string>();
  for (const route of routes) {
    const method: HTTPMethods[] = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    for (const name of method) own.add(name);
    const handler = createRunner(route, options, { path, hot });
    app.route({ method, url: routerPath(path, route), handler, errorHandler: createRefusal(handler, broken) });
  }
  own.add('OPTIONS');
  const allow = methods.filter(method => own.has(method)).join(', ');
  const isPublic = routes.some(isPublicRead);
  app.route({
    method: 'OPTIONS',
    url,
    handler: (request, reply) => {
      const preflight: Record<string, string> = isPublic
        ? {
            'access-control-allow-methods': allow,
            'access-control-allow-headers':
              'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Api-Key, X-Request-Id',
            'access-control-max-age': '86400',
          }
        : {};
      const fixed = [...securityHeaders(options.secure), ...corsHeaders(isPublic)];
      for (let index = 0; index < fixed.length; index += 2) reply.header(fixed[index], fixed[index + 1]);
      reply
        .headers({ allow, 'x-request-id': request.id, 'cache-control': 'no-store', ...preflight })
        .code(204)
        .send();
    },
  });
  const stray = createStray(options);
  app.route({
    method: methods.filter(method => !own.has(method)),
    url,
    handler: (request, reply) => {
      reply.hijack();
      const error = new ApiError('METHOD_NOT_ALLOWED', `${request.method} is not possible here; ${allow} are`, {
        headers: { allow },
      });
      stray(request, reply.raw, error).catch(() => reply.raw.destroy());
    },
  });
}

export function createApp(options: AppOptions): FastifyInstance {
  const stray = createStray(options);
  const broken: BrokenHandler = (error, request, reply) => {
    reply.hijack();
    endAfterReply(request, reply);
    stray(request, reply.raw, knownFailure(error)).catch(() => reply.raw.destroy());
  };
  const hot = new UrlCache(options.services.clock, trustedProxies(options.trustProxy));
  const app = createFastify(options, broken);
  app.setErrorHandler(broken);
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    const path = request.url.split('?')[0].slice(0, 200);
    stray(request, reply.raw, new ApiError('NOT_FOUND', `there is nothing at ${path}`)).catch(() =>
      reply.raw.destroy(),
    );
  });
  const paths = new Map<string, Route[]>();
  for (const route of options.routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) paths.set(path, [...(paths.get(path) ?? []), route]);
  }
  const { clock } = options.services;
  const door = new FrontDoor({ ...options, clock, onRefused: options.onRefusedEarly });
  door.boundConnections(app.server);
  answerHotFirst(app, hot, door, options);
  for (const [path, routes] of paths) registerPath(app, path, routes, options, hot, broken);
  return app;
}

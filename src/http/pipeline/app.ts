import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type HTTPMethods } from 'fastify';
import { FrontDoor } from '../admission/front-door.js';
import { ApiError } from '../errors.js';
import { keepAliveMs, requestBounds } from '../limits.js';
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
import { hasHungUp, hungUpStatus } from '../response/hung-up.js';
import { pathParameters, type Route } from '../route.js';
import { admitRequests } from './admit-requests.js';
import { addressKey, clientIp, type ProxySetting, trustedProxies } from './client-ip.js';
import type { Connections } from './connections.js';
import { createPageFinder, type PageSource } from './pages.js';
import { createRunner, type PipelineParts } from './run-route.js';
import { UrlCache } from './url-cache.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

interface AppOptions extends PipelineParts {
  readonly routes: readonly Route[];
  /** Pages for people, served to browsers on paths without a route. */
  readonly pages?: PageSource | null;
  readonly trustProxy: ProxySetting;
  readonly connections: Pick<Connections, 'track'>;
  /** Maximum concurrent connections; 0: no limit. */
  readonly maxConnections: number;
  /** Observes a request that was rejected for load before it reached its route. */
  readonly onRefusedEarly: (routeId: string, method: string) => void;
}

type BrokenHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** {name} in the contract is :name in the router; an alias fills the parameters of its target path. */
function routerPath(path: string, route: Route): string {
  const names = pathParameters(route.path);
  return path.replace(/\{\w+\}/g, () => `:${names.shift()}`);
}

function createFastify(options: AppOptions, broken: BrokenHandler): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: requestBounds.bodyBytes,
    requestTimeout: requestBounds.requestSeconds * 1000,
    keepAliveTimeout: keepAliveMs,
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
  // Bodies stay unparsed until credentials and budgets are checked.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return app;
}

const frameworkErrors: Record<string, () => ApiError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${requestBounds.bodyBytes} bytes.`, { field: 'body' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('INVALID_PAYLOAD', 'Content-Length does not match the body', { field: 'Content-Length' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json', { field: 'Content-Type' }),
  FST_ERR_BAD_URL: () => new ApiError('INVALID_PAYLOAD', 'The path is not a valid URL path.', { field: 'path' }),
  FST_ERR_MAX_PARAM_LENGTH: () => new ApiError('NOT_FOUND', 'Resource not found.'),
};

type StrayRequest = Pick<FastifyRequest, 'id' | 'ip' | 'method' | 'headers'>;

/** Responses without a route: unknown paths, wrong methods and requests that fail before their handler. */
function createStray(options: AppOptions) {
  const route = {
    id: 'none',
    path: '',
    public: true,
    fixed: [...securityHeaders(options.secure), ...corsHeaders(true), 'vary', 'Accept-Encoding'],
    unchanged: [],
    cacheControl: 'no-store',
  };
  return async (request: StrayRequest, response: HttpExchange['response'], failure: unknown) => {
    const exchange = newHttpExchange(route, request.id, request, response);
    let error = failure;
    try {
      exchange.budget = options.limits.take('address', addressKey(request.ip));
    } catch (limited) {
      error = limited;
    }
    if (hasHungUp(response)) {
      options.onFinished(exchange, hungUpStatus, null);
      return;
    }
    const outgoing = outgoingError(error, request.id, options.draining());
    await send(exchange, outgoing);
    options.onFinished(exchange, outgoing.status, outgoing.error);
  };
}

function notFound({ url }: FastifyRequest): ApiError {
  return new ApiError('NOT_FOUND', `${url.split('?')[0].slice(0, 200)} not found.`);
}

/** Maps framework errors that the table above does not name. */
function knownFailure(error: unknown, request: FastifyRequest): unknown {
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number };
  if (request.is404 && code !== 'FST_ERR_BAD_URL') return notFound(request);
  const known = frameworkErrors[code]?.();
  if (known || !code.startsWith('FST_') || statusCode < 400 || statusCode >= 500) return known ?? error;
  return new ApiError('INVALID_PAYLOAD', 'The request can’t be parsed.', { field: 'request', cause: error });
}

/** The unread rest of a rejected body would be parsed as the next request. */
function endAfterReply(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.raw.complete) reply.raw.shouldKeepAlive = false;
}

/**
 * An error while receiving a body is passed to the route, because a write counts for its caller whether or not it is
 * rejected. The pipeline raises it where it would read the body.
 */
function createRefusal(run: ReturnType<typeof createRunner>, broken: BrokenHandler): BrokenHandler {
  return (error, request, reply) => {
    const failure = knownFailure(error, request);
    if (!(failure instanceof ApiError)) return broken(error, request, reply);
    endAfterReply(request, reply);
    request.body = failure;
    run(request, reply);
  };
}

/** All methods of a path: its own, HEAD for GET, OPTIONS, and 405 for the rest. */
function registerPath(
  app: FastifyInstance,
  path: string,
  routes: readonly Route[],
  options: AppOptions,
  { hot, broken }: { readonly hot: UrlCache; readonly broken: BrokenHandler },
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
  const refuseMethod = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    endAfterReply(request, reply);
    const error = new ApiError(
      'METHOD_NOT_ALLOWED',
      `${request.method} is not supported on this path. Allowed: ${allow}.`,
      {
        headers: { allow },
      },
    );
    stray(request, reply.raw, error).catch(() => reply.raw.destroy());
  };
  app.route({
    method: [...methods.filter(method => !own.has(method)), 'QUERY'],
    url,
    handler: refuseMethod,
    // A wrong method takes precedence over a wrong body.
    errorHandler: (_error, request, reply) => refuseMethod(request, reply),
  });
}

export function createApp(options: AppOptions): FastifyInstance {
  const stray = createStray(options);
  const broken: BrokenHandler = (error, request, reply) => {
    reply.hijack();
    endAfterReply(request, reply);
    stray(request, reply.raw, knownFailure(error, request)).catch(() => reply.raw.destroy());
  };
  const proxies = trustedProxies(options.trustProxy);
  const hot = new UrlCache(options.services.clock, proxies);
  const refuse = (request: IncomingMessage, response: HttpExchange['response'], error: ApiError) => {
    const { method = '', headers } = request;
    const id = requestIdOf(headers['x-request-id'], options.services.clock());
    const ip = clientIp(request, headers['x-forwarded-for'] as string | undefined, proxies);
    stray({ id, ip, method, headers }, response, error).catch(() => response.destroy());
  };
  const app = createFastify(options, broken);
  app.setErrorHandler(broken);
  const findPage = createPageFinder(options.pages ?? null, route => createRunner(route, options));
  app.setNotFoundHandler((request, reply) => {
    const serve = findPage(request);
    if (serve) return serve(request, reply);
    reply.hijack();
    stray(request, reply.raw, notFound(request)).catch(() => reply.raw.destroy());
  });
  const paths = new Map<string, Route[]>();
  for (const route of options.routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) paths.set(path, [...(paths.get(path) ?? []), route]);
  }
  const { clock } = options.services;
  const door = new FrontDoor({ ...options, clock, onRefused: options.onRefusedEarly });
  door.attach(app.server);
  const { draining, connections } = options;
  admitRequests(app.server, { hot, door, draining, connections, refuse });
  for (const [path, routes] of paths) registerPath(app, path, routes, options, { hot, broken });
  return app;
}

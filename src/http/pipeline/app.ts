import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LoadShedder } from '../admission/load-shedder.js';
import { ApiError } from '../errors.js';
import { answerBrokenRequest } from '../response/broken-request.js';
import {
  corsHeaders,
  hasHungUp,
  hungUpStatus,
  isPublicRead,
  newHttpExchange,
  outgoingError,
  securityHeaders,
  send,
} from '../response/http-exchange.js';
import { pathParameters, type Route, type ServedRoutes } from '../route.js';
import { admitRequests } from './admit-requests.js';
import type { Connections } from './connections.js';
import {
  addressKey,
  createHttpApp,
  type HttpApp,
  type HttpRequest,
  type ProxySetting,
  type RequestHandler,
  trustedProxies,
} from './http-app.js';
import { createPageFinder, type PageSource } from './pages.js';
import { createRunner, type PipelineParts } from './run-route.js';
import { UrlCache } from './url-cache.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

interface AppOptions extends PipelineParts {
  readonly trustProxy: ProxySetting;
  readonly connections: Pick<Connections, 'track' | 'oldest'>;
  /** Maximum concurrent connections; 0: no limit. */
  readonly maxConnections: number;
  /** Observes a request that was rejected for load before it reached its route. */
  readonly onRefusedEarly: (routeId: string, method: string) => void;
}

interface ServedPages<Services> extends ServedRoutes<Services> {
  /** Pages for people, served to browsers on paths without a route. */
  readonly pages?: PageSource<Services> | null;
}

/** {name} in the contract is :name in the router; an alias fills the parameters of its target path. */
function routerPath(path: string, route: Route): string {
  const names = pathParameters(route.path);
  return path.replace(/\{\w+\}/g, () => `:${names.shift()}`);
}

type StrayRequest = Pick<HttpRequest, 'id' | 'ip' | 'method' | 'headers'>;

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
  return async (request: StrayRequest, response: ServerResponse, failure: unknown) => {
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

function notFound({ url = '' }: IncomingMessage): ApiError {
  return new ApiError('NOT_FOUND', `${url.split('?')[0].slice(0, 200)} not found.`);
}

function servePreflight(allow: string, isPublic: boolean, secure: boolean): RequestHandler {
  const sharing = isPublic
    ? [
        ...['access-control-allow-methods', allow],
        'access-control-allow-headers',
        'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Api-Key, X-Request-Id',
        ...['access-control-max-age', '86400'],
      ]
    : [];
  const fixed = [...securityHeaders(secure), ...corsHeaders(isPublic), ...sharing];
  return ({ id }, response) => {
    response.writeHead(204, [...fixed, 'allow', allow, 'x-request-id', id, 'cache-control', 'no-store']);
    response.end();
  };
}

/** All methods of a path: its own, HEAD for GET, OPTIONS, and 405 for the rest. */
function registerPath(
  app: HttpApp,
  path: string,
  routes: readonly Route[],
  options: AppOptions,
  { urlCache, refuse }: { readonly urlCache: UrlCache; readonly refuse: Refuse },
) {
  const supported = new Set<string>();
  for (const route of routes) {
    const served = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    for (const name of served) supported.add(name);
    app.route(served, routerPath(path, route), createRunner(route, options, { path, urlCache }));
  }
  supported.add('OPTIONS');
  const allow = methods.filter(method => supported.has(method)).join(', ');
  const url = routerPath(path, routes[0]);
  app.route(['OPTIONS'], url, servePreflight(allow, routes.some(isPublicRead), options.secure));
  // A wrong method takes precedence over a wrong body.
  app.route([...methods.filter(method => !supported.has(method)), 'QUERY'], url, (request, response) => {
    const message = `${request.method} is not supported on this path. Allowed: ${allow}.`;
    refuse(request, response, new ApiError('METHOD_NOT_ALLOWED', message, { headers: { allow } }));
  });
}

type Refuse = (request: StrayRequest, response: ServerResponse, error: unknown) => void;

export function createApp<Services>(options: AppOptions & ServedPages<Services>): HttpApp {
  const { draining, connections, services } = options;
  const { clock } = services;
  const stray = createStray(options);
  const refuse: Refuse = (request, response, error) => {
    stray(request, response, error).catch(() => response.destroy());
  };
  const proxies = trustedProxies(options.trustProxy);
  const findPage = createPageFinder(options.pages ?? null, route => createRunner(route, options));
  const onUnknown: RequestHandler = (request, response) => {
    const serve = findPage(request);
    if (serve) serve(request, response);
    else refuse(request, response, notFound(request.raw));
  };
  const acceptsUpgrade = (message: IncomingMessage) => options.streams.sockets.accepts(message);
  const app = createHttpApp({ clock, acceptsUpgrade, proxies, onUnknown, onBroken: refuse });
  const urlCache = new UrlCache(clock, proxies);
  const paths = new Map<string, Route[]>();
  for (const route of options.routes) {
    for (const path of [route.path, ...(route.aliases ?? [])]) paths.set(path, [...(paths.get(path) ?? []), route]);
  }
  for (const [path, routes] of paths) registerPath(app, path, routes, options, { urlCache, refuse });
  const loadShedder = new LoadShedder({ ...options, clock, onRefused: options.onRefusedEarly });
  loadShedder.attach(app.server);
  admitRequests(app.server, { urlCache, loadShedder, draining, connections, serve: app.serve, refuse: app.refuse });
  app.server.on('clientError', (error, socket) => answerBrokenRequest(error, socket as Socket, connections, clock()));
  return app;
}

import { ApiError } from '../http/errors.js';
import { createAuthenticator, requireCaller } from '../http/pipeline/credentials.js';
import type { HttpApp, HttpRequest } from '../http/pipeline/http-app.js';
import { createRouteBudget } from '../http/pipeline/invoke-handler.js';
import { createRunner, sendFailure } from '../http/pipeline/run-route.js';
import { type HttpExchange, newHttpExchange, routeHeaders } from '../http/response/http-exchange.js';
import { defineRoute, type Route, type ServedRoutes } from '../http/route.js';
import {
  createRouteFinder,
  FaultedRequest,
  type FoundRoute,
  observedRequest,
  type Running,
  type RunParts,
} from './faulted-request.js';
import { type Begun, beginRequest, type ObservedRequest } from './record-request.js';
import { basePathOf } from './routes.js';
import { isReading } from './rules/trace.js';

/**
 * The tags that an agent uses. Routes for people and operators and downloads are not served, and WebSockets get no
 * faults.
 */
const areas: ReadonlySet<string> = new Set(['agent', 'bot', 'markets', 'orderbook', 'play', 'snapshots', 'streams']);
const isServed = ({ area, id }: Route) => areas.has(area) && id !== 'openWebSocket';

/**
 * Identifies requests under the base path that no route has served, in metrics and the request log: those that match
 * none, are rejected or get a fault.
 */
const endpoint = defineRoute({
  id: 'sandbox',
  method: 'POST',
  path: basePathOf('{runId}'),
  area: 'sandbox',
  summary: 'Any path under the base path of a certification run',
  description: 'Serves the API with scripted faults.',
  auth: 'optional',
  callers: ['agent'],
  bucket: 'reads',
  responses: { 200: { description: 'Response of the route.' } },
  handler: () => null,
});

function refusalOf(begun: Exclude<Begun, Running>, runId: string): ApiError {
  if (begun.kind === 'missing') return new ApiError('NOT_FOUND', `Run ${runId} not found.`, { field: 'runId' });
  const remediation = 'Close the run with POST /api/v1/sandbox/certification, read its report, and open another one.';
  const message = begun.kind === 'over' ? 'the run is over' : 'the run has reached its request limit';
  return new ApiError('INVALID_TRANSITION', message, { remediation, extra: { status: begun.kind } });
}

/** HEAD is served like GET but has no body: it neither looks up an order nor closes a gap. */
const headOnly = { kind: 'read', clientId: null, sequence: null } as const;

interface ServeParts extends RunParts {
  readonly routes: readonly Route[];
}

/** Identifies the agent, finds the route and applies the fault of the run. */
function createServe(parts: ServeParts, budget: ReturnType<typeof createRouteBudget>) {
  const { services, operatorToken } = parts;
  const authenticate = createAuthenticator(endpoint, { ...services, operatorToken });
  const find = createRouteFinder(parts.routes.filter(isServed));
  const runners = new Map<string, ReturnType<typeof createRunner>>();

  function runnerOf({ route, path }: FoundRoute) {
    const key = `${route.method} ${path}`;
    const runner = runners.get(key) ?? createRunner(route, parts, { path });
    runners.set(key, runner);
    return runner;
  }

  /**
   * Public reads and streams also need the key here: the trace must contain the requests of this agent's client only.
   */
  async function identify(exchange: HttpExchange): Promise<string> {
    // Session cookies do not authenticate here.
    const caller = await authenticate({ ...exchange.headers, cookie: undefined });
    if (caller) exchange.caller = caller;
    requireCaller(endpoint, exchange.caller);
    if (exchange.caller.kind === 'agent') return exchange.caller.playerId;
    throw new ApiError('UNAUTHORIZED', 'Requests under the base path of a run need the key of its agent.', {
      headers: { 'www-authenticate': 'Bearer realm="presage"' },
      remediation:
        'Send "Authorization: Bearer <key>" with every request of the run, including public reads and streams.',
    });
  }

  return async (exchange: HttpExchange, request: HttpRequest): Promise<void> => {
    if (request.body instanceof ApiError) throw request.body;
    const { runId = '' } = request.params;
    const [address, search] = (request.raw.url ?? '').split(/\?(.*)/s);
    const path = address.slice(basePathOf(runId).length);
    const playerId = await identify(exchange);
    const isHead = request.method === 'HEAD';
    const match = find(isHead ? 'GET' : request.method, path);
    if (!match) throw new ApiError('NOT_FOUND', `${path.slice(0, 200)} not found in this run`);
    const complete = observedRequest(match, request, path);
    const observed: ObservedRequest = isHead ? { ...complete, ...headOnly } : complete;
    const begun = await beginRequest(services, runId, playerId, observed);
    if (begun.kind !== 'begun') throw refusalOf(begun, runId.slice(0, 64));
    const { 'accept-encoding': _encoding, cookie: _cookie, ...sent } = request.headers;
    const url = search === undefined ? path : `${path}?${search}`;
    const { id, ip, method, query, body } = request;
    const inner = { id, ip, method, headers: sent, params: match.params, query, body, raw: { url } };
    const charge = () => {
      try {
        budget.takeRead(exchange, request);
      } catch {
        // The fault is sent even without budget, because a run has at most a few hundred requests.
      }
    };
    const faulted = new FaultedRequest(parts, exchange, begun, inner, runnerOf(match), charge, isReading(observed));
    if (match.route.streams && begun.fault.kind !== 'refuse') await faulted.stream(observed.about);
    else await faulted.answer();
  };
}

/** Serves the routes of the arena under the base path of each certification run. */
export function serveRuns<Services>(app: HttpApp, parts: RunParts & ServedRoutes<Services>): void {
  const headers = routeHeaders(endpoint, parts.secure);
  const budget = createRouteBudget(endpoint, parts.limits);
  const serve = createServe(parts, budget);

  app.route(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], `${basePathOf(':runId')}/*`, (request, response) => {
    const exchange = newHttpExchange(headers, request.id, request, response);
    serve(exchange, request).catch(error =>
      sendFailure(parts, budget, exchange, error, request).catch(() => response.destroy()),
    );
  });
}

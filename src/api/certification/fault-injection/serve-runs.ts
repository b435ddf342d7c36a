import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isReading } from '../../../domain/certification/trace.js';
import { ApiError } from '../../../http/errors.js';
import { sendFailure } from '../../../http/pipeline/answer-failure.js';
import { createAuthenticator, requireCaller } from '../../../http/pipeline/credentials.js';
import { createRouteBudget } from '../../../http/pipeline/route-budget.js';
import { createRunner } from '../../../http/pipeline/run-route.js';
import { type HttpExchange, newHttpExchange, routeHeaders } from '../../../http/response/http-exchange.js';
import { defineRoute, type Route } from '../../../http/route.js';
import { type Begun, beginRequest, type ObservedRequest } from '../../../operations/certification/record-request.js';
import { basePathOf } from '../run-view.js';
import { FaultedRequest, type Running, type RunParts } from './faulted-request.js';
import { createRouteFinder, type FoundRoute } from './find-route.js';
import { observedRequest } from './read-request.js';

/** What an agent plays with. People, operators and downloads have no business in a run, and a WebSocket has no faults. */
const areas: ReadonlySet<string> = new Set(['agent', 'bot', 'markets', 'orderbook', 'play', 'snapshots', 'streams']);
const isServed = ({ area, id }: Route) => areas.has(area) && id !== 'openWebSocket';

/** Stands for everything below the base path where no route of its own does: in metrics and in the request log. */
const endpoint = defineRoute({
  id: 'sandbox',
  method: 'POST',
  path: basePathOf('{runId}'),
  area: 'sandbox',
  summary: 'Everything below the base path of a certification run',
  description: 'Routes with scripted faults.',
  auth: 'optional',
  callers: ['agent'],
  bucket: 'reads',
  responses: { 200: { description: 'What the route answers.' } },
  handler: () => null,
});

function refusalOf(begun: Exclude<Begun, Running>, runId: string): ApiError {
  if (begun.kind === 'missing')
    return new ApiError('NOT_FOUND', `there is no run ${runId} of yours`, { field: 'runId' });
  const remediation = 'Close the run with POST /api/v1/sandbox/certification, read its report, and open another one.';
  const message = begun.kind === 'over' ? 'the run is over' : 'the run has taken as many requests as it can';
  return new ApiError('INVALID_TRANSITION', message, { remediation, extra: { status: begun.kind } });
}

/** HEAD is answered like GET and shows nothing of what it asks for: it neither looks anything up nor closes a gap. */
const headOnly = { kind: 'read', clientId: null, sequence: null } as const;

interface ServeParts extends RunParts {
  readonly routes: readonly Route[];
}

/** Who asks, for what, and what the run does to it. */
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
   * Public reads and streams need the key here too: what is recorded must be what the client of this agent did, and nobody
   * else may fill the record.
   */
  async function identify(exchange: HttpExchange): Promise<string> {
    // A cookie that a browser adds must not act here.
    const caller = await authenticate({ ...exchange.headers, cookie: undefined });
    if (caller) exchange.caller = caller;
    requireCaller(endpoint, exchange.caller);
    if (exchange.caller.kind === 'agent') return exchange.caller.playerId;
    throw new ApiError('UNAUTHORIZED', 'everything below the base path of a run needs the key of its agent', {
      headers: { 'www-authenticate': 'Bearer realm="presage"' },
      remediation:
        'Send "Authorization: Bearer <key>" with every request of the run, public reads and streams included.',
    });
  }

  return async (exchange: HttpExchange, request: FastifyRequest): Promise<void> => {
    const { runId } = request.params as { runId: string };
    const [address, search] = (request.raw.url ?? '').split(/\?(.*)/s);
    const path = address.slice(basePathOf(runId).length);
    const playerId = await identify(exchange);
    const isHead = request.method === 'HEAD';
    const found = find(isHead ? 'GET' : request.method, path);
    if (!found) throw new ApiError('NOT_FOUND', `there is nothing at ${path.slice(0, 200)} in a run`);
    const whole = observedRequest(found, request, path);
    const seen: ObservedRequest = isHead ? { ...whole, ...headOnly } : whole;
    const begun = await beginRequest(services, runId, playerId, seen);
    if (begun.kind !== 'begun') throw refusalOf(begun, runId.slice(0, 64));
    const { 'accept-encoding': _encoding, cookie: _cookie, ...sent } = request.headers;
    const url = search === undefined ? path : `${path}?${search}`;
    const { id, ip, method, query, body } = request;
    const inner = { id, ip, method, headers: sent, params: found.params, query, body, raw: { url } };
    const charge = () => {
      try {
        budget.takeRead(exchange, request);
      } catch {
        // A fault that has been decided is sent even so: a run takes a few hundred requests at most.
      }
    };
    const turn = new FaultedRequest(parts, exchange, begun, inner, runnerOf(found), charge, isReading(seen));
    if (found.route.streams && begun.fault.kind !== 'refuse') await turn.stream(seen.about);
    else await turn.answer();
  };
}

/** Serves the routes of the arena below the base path of each certification run. */
export function serveRuns(app: FastifyInstance, parts: ServeParts): void {
  const headers = routeHeaders(endpoint, parts.secure);
  const budget = createRouteBudget(endpoint, parts.limits);
  const serve = createServe(parts, budget);

  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${basePathOf(':runId')}/*`,
    handler: (request, reply) => {
      reply.hijack();
      const exchange = newHttpExchange(headers, request.id, request, reply.raw);
      serve(exchange, request).catch(error =>
        sendFailure(parts, budget, exchange, error, request).catch(() => reply.raw.destroy()),
      );
    },
  });
}

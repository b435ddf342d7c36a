import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.js';
import { defineRoute, type Route } from '../../api/route.js';
import { basePathOf } from '../../api/sandbox/run-view.js';
import type { Fault } from '../../domain/certification/decide-fault.js';
import { prepareMarket } from '../../operations/sandbox/prepare-market.js';
import { type Begun, beginRequest, endRequest, recordMessage } from '../../operations/sandbox/record-request.js';
import { type DirectAnswer, keepAnswer } from '../pipeline/call-route.js';
import { anonymous, createAuthenticator, requireCaller } from '../pipeline/credentials.js';
import { type Exchange, outgoingError, routeHeaders, send } from '../pipeline/exchange.js';
import { createRouteBudget } from '../pipeline/route-budget.js';
import { createRunner, type PipelineParts } from '../pipeline/run-route.js';
import { makeFaulty } from './faulty-stream.js';
import { createRouteFinder, type FoundRoute } from './find-route.js';
import { seenRequest } from './read-request.js';

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

type Running = Extract<Begun, { kind: 'begun' }>;

function refusalOf(begun: Exclude<Begun, Running>, runId: string): ApiError {
  if (begun.kind === 'missing')
    return new ApiError('NOT_FOUND', `there is no run ${runId} of yours`, { field: 'runId' });
  const remediation = 'Close the run with POST /api/v1/sandbox/certification, read its report, and open another one.';
  const message = begun.kind === 'over' ? 'the run is over' : 'the run has taken as many requests as it can';
  return new ApiError('INVALID_TRANSITION', message, { remediation, extra: { status: begun.kind } });
}

function errorOf({ code, message, status, field, retryAfterSeconds }: Extract<Fault, { kind: 'refuse' }>): ApiError {
  const headers: Record<string, string> = {};
  if (retryAfterSeconds !== null) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 401) {
    headers['www-authenticate'] = `Bearer realm="presage", error="invalid_token", error_description="${message}"`;
  }
  return new ApiError(code, message, { status, headers, ...(field === null ? {} : { field }) });
}

function codeIn({ body, status }: DirectAnswer): string | null {
  if (status < 300) return null;
  try {
    return ((JSON.parse(body) as { code?: string }).code ?? null) as string | null;
  } catch {
    return null;
  }
}

function sendAnswer({ response }: Exchange, { status, headers, body }: DirectAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** One request below the base path, once it is written down. */
class SandboxTurn {
  constructor(
    private readonly parts: PipelineParts,
    private readonly exchange: Exchange,
    private readonly running: Running,
    /** What the route is asked, as if it had come to its own address. */
    private readonly inner: object,
    private readonly run: ReturnType<typeof createRunner>,
  ) {}

  /** Deliberate failures are counted by themselves and are no news for the log. */
  private async sendError(error: ApiError): Promise<void> {
    await send(this.exchange, outgoingError(error, this.exchange.requestId, this.parts.draining()));
    this.parts.finished(this.exchange, error.status, null);
  }

  private async slugOf(scenario: string): Promise<string> {
    return this.running.run.events.find(event => event.scenario === scenario)?.slug ?? '';
  }

  async answer(): Promise<void> {
    const { fault } = this.running;
    if (fault.kind === 'refuse') return this.sendError(errorOf(fault));
    if (fault.kind === 'prepare')
      await prepareMarket(this.parts.services, await this.slugOf(fault.scenario), fault.name);
    const answer = await keepAnswer(this.run, this.inner);
    const happened = fault.kind !== 'hide' || answer.status < 300;
    await this.writeDown(answer, fault, happened);
    if (fault.kind !== 'hide' || !happened) return sendAnswer(this.exchange, answer);
    if (fault.status === null) this.exchange.response.destroy();
    else {
      const { status } = fault;
      await this.sendError(
        new ApiError('ACCEPTED_UNKNOWN_CONFIRMATION', 'the outcome of this write could not be learned', { status }),
      );
    }
  }

  /** A reply can be hidden only where there was something to hide: what is refused is told as it is. */
  private writeDown(answer: DirectAnswer, fault: Fault, happened: boolean): Promise<void> {
    const { run, number } = this.running;
    const hidden = fault.kind === 'hide' && happened;
    return endRequest(this.parts.services.store, run.runId, number, {
      truth: answer.status,
      status: hidden ? fault.status : answer.status,
      code: hidden ? (fault.status === null ? null : 'ACCEPTED_UNKNOWN_CONFIRMATION') : codeIn(answer),
      fault: fault.kind === 'none' || !happened ? null : fault.name,
      retryAfterSeconds: Number(answer.headers['retry-after'] ?? Number.NaN) || null,
    });
  }

  /** The stream of the scenario's event has faults of its own; all others go on as they are. */
  stream(about: string | null): void {
    const { runId, events } = this.running.run;
    const event = events.find(({ scenario }) => scenario === 'stream-sequence');
    const { response } = this.exchange;
    if (event && (about === event.slug || about === event.pubkey)) {
      const path = `/api/events/${event.slug}/stream`;
      makeFaulty(response, sequence => recordMessage(this.parts.services.store, runId, path, sequence));
    }
    this.run(this.inner as FastifyRequest, { hijack: () => {}, raw: response } as unknown as FastifyReply);
  }
}

interface SandboxParts extends PipelineParts {
  readonly routes: readonly Route[];
}

/** Serves the routes of the arena below the base path of each certification run. */
export function serveSandbox(app: FastifyInstance, parts: SandboxParts): void {
  const { services, limits, operatorToken } = parts;
  const headers = routeHeaders(endpoint, parts.secure);
  const budget = createRouteBudget(endpoint, limits);
  const authenticate = createAuthenticator(endpoint, { ...services, operatorToken });
  const find = createRouteFinder(parts.routes.filter(isServed));
  const runners = new Map<Route, ReturnType<typeof createRunner>>();

  function runnerOf(route: Route) {
    const runner = runners.get(route) ?? createRunner(route, parts);
    runners.set(route, runner);
    return runner;
  }

  async function identify(exchange: Exchange, { route }: FoundRoute): Promise<string | null> {
    // A cookie that a browser adds must not act here.
    const caller = await authenticate({ ...exchange.headers, cookie: undefined });
    if (caller) exchange.caller = caller;
    requireCaller(endpoint, exchange.caller);
    if (exchange.caller.kind === 'agent') return exchange.caller.playerId;
    if (route.auth === 'none' || route.auth === 'optional') return null;
    throw new ApiError('UNAUTHORIZED', 'an agent key is needed', {
      headers: { 'www-authenticate': 'Bearer realm="presage"' },
    });
  }

  async function serve(exchange: Exchange, request: FastifyRequest): Promise<void> {
    const { runId } = request.params as { runId: string };
    const [address, search] = (request.raw.url ?? '').split(/\?(.*)/s);
    const path = address.slice(basePathOf(runId).length);
    const found = find(request.method, path);
    if (!found) throw new ApiError('NOT_FOUND', `there is nothing at ${path.slice(0, 200)} in a run`);
    const playerId = await identify(exchange, found);
    const seen = seenRequest(found, request, path);
    const begun = await beginRequest(services.store, runId, playerId, seen);
    if (begun.kind !== 'begun') throw refusalOf(begun, runId.slice(0, 64));
    const { 'accept-encoding': _encoding, ...sent } = request.headers;
    const url = search === undefined ? path : `${path}?${search}`;
    const { id, ip, method, query, body } = request;
    const inner = { id, ip, method, headers: sent, params: found.params, query, body, raw: { url } };
    const turn = new SandboxTurn(parts, exchange, begun, inner, runnerOf(found.route));
    if (seen.kind === 'stream' && begun.fault.kind === 'none') turn.stream(seen.about);
    else await turn.answer();
  }

  async function fail(exchange: Exchange, failure: unknown, request: FastifyRequest): Promise<void> {
    let error = failure;
    if (error instanceof ApiError && error.code !== 'RATE_LIMITED') {
      try {
        budget.takeRefused(exchange, request);
      } catch (limited) {
        error = limited;
      }
    }
    const outgoing = outgoingError(error, exchange.requestId, parts.draining());
    if (exchange.response.headersSent) exchange.response.destroy();
    else await send(exchange, outgoing);
    parts.finished(exchange, outgoing.status, outgoing.error);
  }

  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${basePathOf(':runId')}/*`,
    handler: (request, reply) => {
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
      serve(exchange, request).catch(error => fail(exchange, error, request).catch(() => reply.raw.destroy()));
    },
  });
}

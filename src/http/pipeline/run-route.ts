import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission } from '../admission/admission.js';
import type { RateLimits } from '../budgets/rate-limits.js';
import type { StreamSlots } from '../budgets/stream-slots.js';
import { anonymous, type Caller, playerIdOf } from '../caller.js';
import { ApiError, type ErrorCode, underOtherName } from '../errors.js';
import { requestBounds } from '../limits.js';
import { requestIdOf } from '../request-id.js';
import {
  type HttpExchange,
  hasHungUp,
  hungUpStatus,
  jsonType,
  newHttpExchange,
  type Outgoing,
  outgoingError,
  type RunScope,
  routeHeaders,
  send,
} from '../response/http-exchange.js';
import { CachedText } from '../response/reply-bytes.js';
import { beginSse, nodeIsStopping, sseSink } from '../response/sse-response.js';
import { sendStreamed } from '../response/streamed-response.js';
import {
  EventStream,
  firstStatus,
  type HttpServices,
  pathParameters,
  Reply,
  type Route,
  SocketStream,
  StreamedText,
} from '../route.js';
import type { StageObserver } from '../stages.js';
import type { StreamOpener } from '../streams.js';
import { createAuthenticator } from './credentials.js';
import { addressKey, type HttpRequest } from './http-app.js';
import { type ClientAddress, type CountWrites, createInvoker, createRouteBudget } from './invoke-handler.js';
import type { SendCached, UrlCache } from './url-cache.js';

export interface PipelineParts {
  readonly services: HttpServices;
  readonly countWrites: CountWrites;
  readonly limits: RateLimits;
  readonly admission: Admission;
  readonly timings: StageObserver;
  readonly secure: boolean;
  readonly operatorToken: string | null;
  readonly draining: () => boolean;
  readonly streams: {
    readonly hub: StreamOpener;
    readonly slots: StreamSlots;
    readonly sockets: SocketOpener;
  };
  /** Called for every caller with a valid credential. */
  readonly onAuthenticated: (caller: Caller) => void;
  /** Called once per response. `error` is the rejection, with its cause for the log. */
  readonly onFinished: (exchange: HttpExchange, status: number, error: ApiError | null) => void;
}

interface RunnerOptions {
  /** The requested path of the route: its own, or an alias. */
  readonly path?: string;
  /** Called with responses that can be cached by URL. */
  readonly urlCache?: UrlCache;
}

/** Returns the function that serves one route: credentials, budget, validation, handler, response. */
export function createRunner(route: Route, parts: PipelineParts, { path = route.path, urlCache }: RunnerOptions = {}) {
  const { services, limits, operatorToken } = parts;
  const headers = routeHeaders(route, parts.secure);
  const budget = createRouteBudget(route, limits);
  const authenticate = createAuthenticator(route, { ...services, operatorToken });
  const invoke = createInvoker(route, parts, budget);
  const inFlightGate = createInFlightGate(route, parts);
  const { answer, failed } = createAnswers(route, parts, budget, inFlightGate, createNaming(route, path));

  function conclude(exchange: HttpExchange, request: HttpRequest, result: unknown): void | Promise<void> {
    if (isStream(result)) {
      return openStream(exchange, request, result, {
        ...parts,
        onFinished: inFlightGate.onFinished,
        onOpening: () => inFlightGate.leave(exchange, 200),
        onRefused: error => failed(exchange, request, error),
      });
    }
    if (urlCache && result instanceof CachedText && result.isCurrent && exchange.caller === anonymous) {
      urlCache.add(request.raw.url as string, result, sendAgain);
    }
    return answer(exchange, result);
  }

  async function serveKnown(exchange: HttpExchange, request: HttpRequest, who: Promise<Caller>): Promise<void> {
    exchange.caller = await who;
    parts.timings.observe('auth', performance.now() - exchange.startedAt);
    parts.onAuthenticated(exchange.caller);
    await conclude(exchange, request, await invoke(exchange, request));
  }

  function serve(exchange: HttpExchange, request: HttpRequest): void | Promise<void> {
    checkUrl(request.raw.url ?? '');
    const who = authenticate(request.headers);
    if (who) return serveKnown(exchange, request, who);
    const result = invoke(exchange, request);
    if (result instanceof Promise) return result.then(value => conclude(exchange, request, value));
    return conclude(exchange, request, result);
  }

  const sendAgain: SendCached = (request, response, text) => {
    const id = requestIdOf(request.headers['x-request-id'], services.clock());
    const exchange = newHttpExchange(headers, id, request, response);
    try {
      budget.take(exchange, request);
      answer(exchange, text)?.catch(error => failed(exchange, request, error));
    } catch (error) {
      failed(exchange, request, error);
    }
  };

  return (request: HttpRequest, response: ServerResponse, within?: RunScope): void => {
    const exchange = newHttpExchange(headers, request.id, request, response);
    exchange.within = within;
    try {
      inFlightGate.enter(exchange);
      serve(exchange, request)?.catch(error => failed(exchange, request, error));
    } catch (error) {
      failed(exchange, request, error);
    }
  };
}

function checkUrl(url: string): void {
  if (url.length <= requestBounds.urlBytes) return;
  throw new ApiError('URI_TOO_LONG', `The URL is longer than ${requestBounds.urlBytes} bytes.`);
}

const isStream = (result: unknown): result is EventStream | SocketStream =>
  result instanceof EventStream || result instanceof SocketStream;

interface OpeningHooks {
  /** Called when a stream begins to wait for its position, which takes no work of this node. */
  readonly onOpening: () => void;
  /** Called when a stream ends before its head. */
  readonly onRefused: (error: unknown) => void;
}

/** Hands a stream to the hub; its response counts as finished once it has started. */
function openStream(
  exchange: HttpExchange,
  request: HttpRequest,
  stream: EventStream | SocketStream,
  parts: PipelineParts & OpeningHooks,
): void {
  const { streams, draining, onFinished, onOpening, onRefused } = parts;
  const { response, caller } = exchange;
  // The event that would release the slot has already fired.
  if (hasHungUp(response)) {
    onFinished(exchange, hungUpStatus, null);
    return;
  }
  if (draining()) throw nodeIsStopping();
  if (stream instanceof SocketStream) {
    streams.sockets.open(exchange, request, parts);
    onFinished(exchange, 101, null);
    return;
  }
  const releaseSlot = streams.slots.take(addressKey(request.ip), playerIdOf(caller));
  if (exchange.method === 'HEAD') {
    releaseSlot();
    beginSse(exchange);
    onFinished(exchange, 200, null);
    return;
  }
  onOpening();
  const sink = sseSink(exchange, { onBegun: () => onFinished(exchange, 200, null), onRefused });
  const opened = streams.hub.open(stream.subscription, sink);
  const { socket } = response.req;
  // The event of the response does not report a disconnect while the response is queued behind another one.
  const onDisconnect = () => {
    opened.leave();
    if (!response.headersSent) onFinished(exchange, hungUpStatus, null);
  };
  socket.once('close', onDisconnect);
  opened.onLeave(() => {
    socket.off('close', onDisconnect);
    releaseSlot();
  });
  exchange.within?.opened(opened, caller);
}

/** An alias may use other parameter names than the route; errors use those of the request. */
function createNaming(route: Route, path: string): ((outgoing: OutgoingFailure) => OutgoingFailure) | undefined {
  if (path === route.path) return undefined;
  const requestedNames = pathParameters(path);
  const names = new Map(pathParameters(route.path).map((name, index) => [name, requestedNames[index]]));
  return outgoing => {
    const body = outgoing.body as { readonly error: string; readonly field?: string };
    return { ...outgoing, body: underOtherName(body, field => names.get(field)) };
  };
}

/** How the results and failures of one route are sent and logged. */
function createAnswers(
  route: Route,
  parts: PipelineParts,
  budget: ReturnType<typeof createRouteBudget>,
  inFlightGate: ReturnType<typeof createInFlightGate>,
  dress: ReturnType<typeof createNaming>,
) {
  const { draining } = parts;
  const { onFinished } = inFlightGate;
  const status = firstStatus(route);
  const contentTypes = new Map(
    Object.entries(route.responses).map(([code, reply]) => [Number(code), reply.contentType ?? jsonType]),
  );

  async function answerStreamed(
    exchange: HttpExchange,
    { status: code, headers: extraHeaders }: Reply,
    { produce }: StreamedText,
  ) {
    const contentType = contentTypes.get(code) ?? jsonType;
    await sendStreamed(exchange, { status: code, headers: extraHeaders, contentType, produce });
    onFinished(exchange, code, null);
  }

  function sent(exchange: HttpExchange, code: number, begun: number): void {
    parts.timings.observe('send', performance.now() - begun);
    onFinished(exchange, code, null);
  }

  /** Does not await available values: most responses are sent before this returns. */
  function answer(exchange: HttpExchange, result: unknown): void | Promise<void> {
    const reply = result instanceof Reply ? result : new Reply(status, result);
    const { body, headers: extraHeaders, status: code } = reply;
    if (body instanceof StreamedText) return answerStreamed(exchange, reply, body);
    const begun = performance.now();
    const contentType = contentTypes.get(code) ?? jsonType;
    const sending = send(exchange, { status: code, body, contentType, headers: extraHeaders, draining: draining() });
    if (sending) return sending.then(() => sent(exchange, code, begun));
    sent(exchange, code, begun);
  }

  return {
    answer,
    failed(exchange: HttpExchange, client: ClientAddress, error: unknown): void {
      sendFailure({ draining, onFinished }, budget, exchange, error, client, dress).catch(() => {
        exchange.response.destroy();
        inFlightGate.leave(exchange, 500);
      });
    },
  };
}

/** Counts a request of the route as in flight until its response. */
function createInFlightGate(route: Route, { admission, onFinished }: PipelineParts) {
  const gate = admission.gateFor(route);
  const leave = (exchange: HttpExchange, status: number) => {
    if (!exchange.admitted) return;
    exchange.admitted = false;
    gate?.leave(status);
  };
  return {
    enter(exchange: HttpExchange): void {
      if (!gate) return;
      gate.enter();
      exchange.admitted = true;
    },
    leave,
    onFinished(exchange: HttpExchange, status: number, error: ApiError | null): void {
      leave(exchange, status);
      onFinished(exchange, status, error);
    },
  };
}

interface FailureHooks {
  readonly draining: () => boolean;
  readonly onFinished: (exchange: HttpExchange, status: number, error: ApiError | null) => void;
}

export type OutgoingFailure = Outgoing & { readonly error: ApiError };

/** Rejections that cost their caller nothing: they ask to retry later. */
const free: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'OVERLOADED']);

/**
 * Sends the error response. A rejection that has not been charged yet is charged as a read, and may be rejected for
 * that. `dress` converts the body for callers with another format.
 */
export async function sendFailure(
  { draining, onFinished }: FailureHooks,
  budget: ReturnType<typeof createRouteBudget>,
  exchange: HttpExchange,
  failure: unknown,
  client: ClientAddress,
  dress: (outgoing: OutgoingFailure) => OutgoingFailure = outgoing => outgoing,
): Promise<void> {
  let error = failure;
  if (error instanceof ApiError && !free.has(error.code)) {
    try {
      budget.takeRefused(exchange, client);
    } catch (limited) {
      error = limited;
    }
  }
  const outgoing = dress(outgoingError(error, exchange.requestId, draining()));
  const { response } = exchange;
  if (response.headersSent) response.destroy();
  else await send(exchange, outgoing);
  onFinished(exchange, outgoing.status, outgoing.error);
}

/** The dependencies of a WebSocket connection for commands and subscriptions. */
export interface SocketParts {
  readonly services: HttpServices;
  readonly limits: RateLimits;
  readonly streams: { readonly hub: StreamOpener; readonly slots: StreamSlots };
}

export interface SocketOpener {
  /** Returns whether a request asks for a WebSocket where one is served. */
  accepts(message: IncomingMessage): boolean;
  /** Upgrades the connection of a request to a WebSocket. */
  open(exchange: HttpExchange, request: HttpRequest, parts: SocketParts): void;
}

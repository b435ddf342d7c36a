import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RunScope } from '../response/http-exchange.js';
import type { Route } from '../route.js';
import type { HttpRequest } from './http-app.js';
import { createRunner, type PipelineParts } from './run-route.js';

/** A request that did not arrive over HTTP. Values of path and query are texts, as in a URL. */
interface DirectCall {
  readonly requestId: string;
  readonly ip: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CapturedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Stores a response instead of sending it. */
class CapturedResponse {
  headersSent = false;
  readonly destroyed = false;
  private status = 0;
  private headers: Record<string, string> = {};

  constructor(
    readonly req: Pick<IncomingMessage, 'socket'> | null,
    private readonly done: (answer: CapturedReply) => void,
    private readonly failed: (error: Error) => void,
  ) {}

  writeHead(status: number, list: readonly string[]): void {
    this.headersSent = true;
    this.status = status;
    for (let at = 0; at < list.length; at += 2) this.headers[list[at]] = list[at + 1];
  }

  end(body: string | Uint8Array = ''): void {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
    this.done({ status: this.status, headers: this.headers, body: text });
  }

  destroy(): void {
    this.failed(new Error('the response was aborted'));
  }
}

/** Returns the response that `respond` gives. `message`: the request, if it arrived over HTTP. */
export function captureResponse(
  message: IncomingMessage | null,
  respond: (response: ServerResponse) => void,
): Promise<CapturedReply> {
  return new Promise((done, failed) =>
    respond(new CapturedResponse(message, done, failed) as unknown as ServerResponse),
  );
}

/** Runs the pipeline of a route for a request and returns the response instead of sending it. */
export function captureReply(
  run: ReturnType<typeof createRunner>,
  request: object,
  within?: RunScope,
): Promise<CapturedReply> {
  return captureResponse(null, response => run(request as HttpRequest, response, within));
}

/**
 * Serves a route to callers that do not use HTTP. It is the same pipeline, so credentials, budgets, validation,
 * idempotency and the request log are those of the route.
 */
export function createRouteCall(route: Route, parts: PipelineParts): (call: DirectCall) => Promise<CapturedReply> {
  const run = createRunner(route, parts);
  const takesBody = route.request?.body !== undefined;
  return ({ requestId, ip, headers, params, query, body }) =>
    captureReply(run, {
      id: requestId,
      ip,
      method: route.method,
      headers: takesBody ? { ...headers, 'content-type': 'application/json' } : headers,
      params,
      query,
      body: takesBody ? Buffer.from(JSON.stringify(body)) : undefined,
      raw: { url: route.path },
    });
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { LoadShedder } from '../admission/load-shedder.js';
import { ApiError } from '../errors.js';
import { requestBounds } from '../limits.js';
import { type Connections, silenceTimeoutMs } from './connections.js';
import type { UrlCache } from './url-cache.js';

interface AdmitOptions {
  readonly urlCache: UrlCache;
  /** Rejects requests under load. */
  readonly loadShedder: Pick<LoadShedder, 'refuses'>;
  readonly draining: () => boolean;
  readonly connections: Pick<Connections, 'track'>;
  /** Serves a request by its route. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** Sends an error for a request that reaches no route. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, error: ApiError) => void;
}

/**
 * Headers of which Node uses the first and drops the others. A proxy in front may use another one, so a repeated header
 * is rejected.
 */
const singleHeaders = new Map(['Host', 'Authorization'].map(name => [name.toLowerCase(), name]));
const singleLengths = new Set([...singleHeaders.keys()].map(name => name.length));

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let names: string[] | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!singleLengths.has(rawHeaders[at].length)) continue;
    const name = rawHeaders[at].toLowerCase();
    if (!singleHeaders.has(name)) continue;
    if (names?.includes(name)) return singleHeaders.get(name);
    names ??= [];
    names.push(name);
  }
  return undefined;
}

function faultOf({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | null {
  const field = repeatedHeader(rawHeaders);
  if (field) return new ApiError('INVALID_PAYLOAD', `${field} must be sent only once`, { field });
  if (headers.host === undefined && httpVersion === '1.1') {
    return new ApiError('INVALID_PAYLOAD', 'Host is missing; HTTP/1.1 requires it', { field: 'Host' });
  }
  return null;
}

function tooManyPipelined(): ApiError {
  const { pipelinedRequests } = requestBounds;
  return new ApiError('RATE_LIMITED', `A connection can have at most ${pipelinedRequests} concurrent requests.`, {
    headers: { 'retry-after': '1' },
    remediation: 'Wait for responses before you send more requests on one connection, or open several connections.',
  });
}

/**
 * The number of requests after a rejection at which a connection is closed without waiting for the earlier responses.
 */
const maxIgnored = 1_000;

/**
 * The listener of every request. Requests that the URL cache can serve are served here, before they could have to
 * wait; only the others are tracked, which costs as much as a cached response. Rejects requests that no route may see:
 * with headers that HTTP forbids, with an Expect that Node would reject without an error body, and those beyond the
 * pipelining limit of their connection.
 */
export function admitRequests(server: Server, options: AdmitOptions): void {
  const { urlCache, loadShedder, draining, connections, serve, refuse } = options;
  const refused = new WeakMap<object, number>();
  const isOut = (response: ServerResponse) => response.writableEnded && response.req.socket.writableLength === 0;

  /** Closes the connection after this response, because it may have an unread body. */
  function end(request: IncomingMessage, response: ServerResponse, error: ApiError): void {
    refused.set(request.socket, 0);
    response.setHeader('connection', 'close');
    refuse(request, response, error);
  }

  /** Returns whether an earlier request of the connection was rejected, so that this one gets no response. */
  function isIgnored({ socket }: IncomingMessage): boolean {
    const ignored = refused.get(socket);
    if (ignored === undefined) return false;
    refused.set(socket, ignored + 1);
    if (ignored >= maxIgnored) socket.destroy();
    return true;
  }

  server.on('request', (request, response) => {
    if (isIgnored(request)) return;
    const isCached = !draining() && urlCache.answer(request, response);
    // A cached response costs no more than a rejection, so it is sent under any load.
    if (isCached ? isOut(response) : loadShedder.refuses(request, response)) return;
    const underWay = connections.track(response);
    request.socket.setTimeout(silenceTimeoutMs);
    if (isCached) return;
    const fault = underWay > requestBounds.pipelinedRequests ? tooManyPipelined() : faultOf(request);
    if (fault) end(request, response, fault);
    else serve(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    if (isIgnored(request)) return;
    connections.track(response);
    const message = `Expect must be 100-continue (got ${String(request.headers.expect).slice(0, 100)})`;
    end(request, response, new ApiError('INVALID_PAYLOAD', message, { field: 'Expect', status: 417 }));
  });
}

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { ListenOptions } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import createRouter, { type HTTPMethod } from 'find-my-way';
import { ApiError } from '../errors.js';
import { keepAliveMs, requestBounds } from '../limits.js';
import { requestIdOf } from '../request-id.js';

/** A request as the pipeline reads it. */
export interface HttpRequest {
  readonly id: string;
  /** The client address. */
  readonly ip: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Decoded values of path parameters. */
  params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /**
   * Unparsed until credentials and budgets are checked. Undefined without a body. An error if it was not received: the
   * pipeline raises that where it would read the body, because a write counts for its caller whether or not it is
   * rejected.
   */
  readonly body: Buffer | ApiError | undefined;
  readonly raw: IncomingMessage;
}

export type RequestHandler = (request: HttpRequest, response: ServerResponse) => void;

export interface HttpApp {
  readonly server: Server;
  /** The parameters of `url` have the form :name. */
  route(methods: readonly string[], url: string, handler: RequestHandler): void;
  /** Serves a request by its route. */
  serve(message: IncomingMessage, response: ServerResponse): void;
  /** Responds as to an unknown path. */
  refuseUnknown: RequestHandler;
  /** Sends an error for a request that reaches no route. */
  refuse(message: IncomingMessage, response: ServerResponse, error: ApiError): void;
  listen(options: ListenOptions): Promise<void>;
  /** Closes the listening handle and idle connections; resolves once the others are closed. */
  close(): Promise<void>;
}

interface HttpAppOptions {
  readonly clock: () => number;
  /** Returns whether the server switches protocols for a request with an upgrade header. */
  readonly acceptsUpgrade: (message: IncomingMessage) => boolean;
  readonly proxies: Trusts | false;
  /** Serves requests to unknown paths. */
  readonly onUnknown: RequestHandler;
  /** Called for a request that can't reach a route. */
  readonly onBroken: (request: HttpRequest, response: ServerResponse, error: unknown) => void;
}

class ReceivedRequest implements HttpRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  body: Buffer | ApiError | undefined = undefined;

  constructor(
    readonly raw: IncomingMessage,
    readonly id: string,
    private readonly proxies: Trusts | false,
    public params: HttpRequest['params'],
    readonly query: HttpRequest['query'],
  ) {
    this.method = raw.method ?? '';
    this.headers = raw.headers;
  }

  get ip(): string {
    return clientIp(this.raw, this.headers['x-forwarded-for'] as string | undefined, this.proxies);
  }
}

const mediaType = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+[ \t]*(?:;|$)/;

/** Why a body is rejected by its headers alone. */
function headerFault({ 'content-length': length, 'content-type': type }: IncomingHttpHeaders): ApiError | null {
  if (type !== undefined && !mediaType.test(type)) {
    return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json', { field: 'Content-Type' });
  }
  return Number(length) > requestBounds.bodyBytes ? tooLarge() : null;
}

function tooLarge(): ApiError {
  const message = `The body is larger than ${requestBounds.bodyBytes} bytes.`;
  return new ApiError('PAYLOAD_TOO_LARGE', message, { field: 'body' });
}

/** A Content-Type announces a body, which may be empty. */
function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, 'content-type': type } = headers;
  return length !== '0' || coding !== undefined || type !== undefined;
}

/** Receives a bounded body. `done` gets an ApiError for a body that is rejected; `failed` is called if the client disconnects. */
function receiveBody(
  message: IncomingMessage,
  done: (body: Buffer | ApiError) => void,
  failed: (error: Error) => void,
): void {
  const fault = headerFault(message.headers);
  if (fault) {
    done(fault);
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    if (length > requestBounds.bodyBytes) end(() => done(tooLarge()));
    else chunks.push(chunk);
  };
  const onEnd = () => end(() => done(Buffer.concat(chunks, length)));
  const onError = (error: Error) => end(() => failed(error));
  const end = (then: () => void) => {
    message.off('data', onData).off('end', onEnd).off('error', onError);
    then();
  };
  message.on('data', onData).on('end', onEnd).on('error', onError);
}

function createHttpServer(acceptsUpgrade: HttpAppOptions['acceptsUpgrade']): Server {
  // The types of Node 20 do not have the last option.
  const options: ServerOptions & { readonly shouldUpgradeCallback: typeof acceptsUpgrade } = {
    maxHeaderSize: requestBounds.headerBytes,
    headersTimeout: 10_000,
    requestTimeout: requestBounds.requestSeconds * 1000,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
    shouldUpgradeCallback: acceptsUpgrade,
  };
  return createServer(options);
}

/** The HTTP server and its router. Handlers are called with the whole body. */
export function createHttpApp({ clock, acceptsUpgrade, proxies, onUnknown, onBroken }: HttpAppOptions): HttpApp {
  const server = createHttpServer(acceptsUpgrade);

  function receive(
    handler: RequestHandler,
    message: IncomingMessage,
    response: ServerResponse,
    params: HttpRequest['params'],
    query: HttpRequest['query'],
  ): void {
    const id = requestIdOf(message.headers['x-request-id'], clock());
    const request = new ReceivedRequest(message, id, proxies, params, query);
    const { method } = request;
    if (method === 'GET' || method === 'HEAD' || !hasBody(message)) {
      handler(request, response);
      return;
    }
    const done = (body: Buffer | ApiError) => {
      // The unread rest of a rejected body would be parsed as the next request.
      if (body instanceof ApiError && !message.complete) response.setHeader('connection', 'close');
      request.body = body;
      handler(request, response);
    };
    receiveBody(message, done, error => onBroken(request, response, error));
  }

  const router = createRouter({
    maxParamLength: 200,
    defaultRoute: (message, response) =>
      receive(onUnknown, message as IncomingMessage, response as ServerResponse, {}, {}),
    onBadUrl: (_path, message, response) => {
      const error = new ApiError('INVALID_PAYLOAD', 'The path is not a valid URL path.', { field: 'path' });
      const refuse: RequestHandler = (request, reply) => onBroken(request, reply, error);
      receive(refuse, message as IncomingMessage, response as ServerResponse, {}, {});
    },
    onMaxParamLength: (_path, message, response) => {
      const error = new ApiError('NOT_FOUND', 'Resource not found.');
      const refuse: RequestHandler = (request, reply) => onBroken(request, reply, error);
      receive(refuse, message as IncomingMessage, response as ServerResponse, {}, {});
    },
  });

  return {
    server,
    route(methods, url, handler) {
      router.on(methods as HTTPMethod[], url, (message, response, params, _store, query) =>
        receive(handler, message as IncomingMessage, response as ServerResponse, params, query),
      );
    },
    serve: (message, response) => router.lookup(message, response),
    refuseUnknown: onUnknown,
    refuse(message, response, error) {
      const id = requestIdOf(message.headers['x-request-id'], clock());
      onBroken(new ReceivedRequest(message, id, proxies, {}, {}), response, error);
    },
    listen: options =>
      new Promise((done, failed) => {
        server.once('error', failed);
        server.listen(options, () => {
          server.off('error', failed);
          done();
        });
      }),
    close: () => new Promise(done => server.close(() => done())),
  };
}

/**
 * False: the connection's address is the client address. A number: that many proxies are in front. A string: these
 * addresses are proxies.
 */
export type ProxySetting = false | number | string;

export type Trusts = (address: string, hop: number) => boolean;

/** Whether an address is one of the proxies in front, with its distance from this server; false if there are none. */
export function trustedProxies(setting: ProxySetting): Trusts | false {
  if (setting === false) return false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  return proxyAddr.compile(setting.split(',').map(part => part.trim()));
}

/** The client address: the nearest address that is not a trusted proxy, so that clients can't forge another one. */
export function clientIp({ socket }: IncomingMessage, forwardedFor: string | undefined, trusts: Trusts | false) {
  if (!trusts || forwardedFor === undefined) return socket.remoteAddress as string;
  // The needed part of a request, because building the object of all headers is slow.
  const request = { socket, headers: { 'x-forwarded-for': forwardedFor } };
  return proxyAddr(request as unknown as IncomingMessage, trusts);
}

/** A household or server usually holds a whole IPv6 /64, so that counts as one address. */
export function addressKey(ip: string | undefined): string {
  // The socket of a client that has disconnected has no address.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  // IPv4 addresses in IPv6 notation, or with the port that some proxies append.
  const old = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(ip);
  if (old) return old[1];
  const [left, right = ''] = ip.replace(/^\[|[%\]].*$/g, '').split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  return `${[...head, ...zeros, ...tail]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

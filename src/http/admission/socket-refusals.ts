import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** False leaves every request to Node's HTTP parser. */
const isEnabled = true;

/** A request whose head is longer is left to Node. */
const maxHeadBytes = 4096;
const head = /^POST ([!-~]+) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9a-z-]+:[^\r\n\0]*\r\n)+)\r\n/i;
/** Headers that change how a message is framed or answered. */
const specialHeader = /\n(?:transfer-encoding|expect|upgrade|connection:(?![ \t]*keep-alive[ \t]*\r))/;
const contentLength = /\ncontent-length:[ \t]*(\d{1,7})[ \t]*\r/;
/** Trimmed afterwards: an expression that trims takes quadratic time on a value with many spaces. */
const sentId = /\r\nx-request-id:([^\r]*)\r/i;

interface WholeRequest {
  readonly path: string;
  readonly requestId: string | undefined;
}

/** Reads a chunk that is exactly one POST with a Content-Length; null for anything else. */
function wholeRequest(chunk: Buffer): WholeRequest | null {
  const text = chunk.toString('latin1', 0, maxHeadBytes);
  const found = head.exec(text);
  if (!found) return null;
  const headers = `\r\n${found[2]}`;
  const names = headers.toLowerCase();
  if (specialHeader.test(names)) return null;
  const length = contentLength.exec(names);
  if (!length || names.includes('\ncontent-length', length.index + 1)) return null;
  if (found[0].length + Number(length[1]) !== chunk.length) return null;
  return { path: found[1].split('?', 1)[0], requestId: sentId.exec(headers)?.[1].trim() };
}

interface Watched {
  /** Node's own listener for the data of this socket. */
  readonly parse: (chunk: Buffer) => void;
  readonly onData: (chunk: Buffer) => void;
  /** Whether the next byte begins a request: the last chunk was exactly one request, as Node's parser confirmed. */
  isAtBoundary: boolean;
  /** Requests that Node found in the current chunk, and the last of them. */
  requests: number;
  last: { readonly request: IncomingMessage; readonly response: ServerResponse } | null;
}

/** The bytes of a rejection of a POST to the path, or null if it may run. */
type Refusal = (path: string, requestId: string | undefined) => string | null;

/**
 * Rejects POST requests before Node parses them, on connections that were rejected before. Under overload most
 * requests are rejected, and parsing them costs more than the rest of a rejection. It reads only chunks that are
 * exactly one plain request, after a response that is complete; everything else goes to Node's parser unchanged.
 */
export class SocketRefusals {
  private readonly watched = new WeakMap<Socket, Watched>();

  constructor(private readonly refusal: Refusal) {}

  /** For a server that handles upgrades: after one, its handler owns the socket. */
  attach(server: Server): void {
    server.prependListener('upgrade', request => this.unwatch(request.socket));
  }

  watch(socket: Socket): void {
    if (!isEnabled || this.watched.has(socket)) return;
    const listeners = socket.listeners('data');
    if (listeners.length !== 1) return;
    const parse = listeners[0] as Watched['parse'];
    const onData = (chunk: Buffer) => this.receive(socket, chunk);
    this.watched.set(socket, { parse, onData, isAtBoundary: false, requests: 0, last: null });
    socket.removeListener('data', parse);
    // Node then passes data through this listener instead of parsing it natively.
    socket.on('data', onData);
  }

  /** Called for every request that Node parsed. */
  note(request: IncomingMessage, response: ServerResponse): void {
    const watched = this.watched.get(request.socket);
    if (!watched) return;
    watched.requests += 1;
    watched.last = { request, response };
  }

  private unwatch(socket: Socket): void {
    const watched = this.watched.get(socket);
    if (!watched) return;
    this.watched.delete(socket);
    socket.removeListener('data', watched.onData);
  }

  private receive(socket: Socket, chunk: Buffer): void {
    const watched = this.watched.get(socket);
    if (!watched) return;
    const request = wholeRequest(chunk);
    const isFree = watched.isAtBoundary && watched.last?.response.writableFinished && !socket.writableNeedDrain;
    const refusal = request && isFree ? this.refusal(request.path, request.requestId) : null;
    if (refusal !== null) {
      socket.write(refusal, 'latin1');
      return;
    }
    watched.requests = 0;
    watched.parse(chunk);
    const { requests, last } = watched;
    watched.isAtBoundary =
      request !== null && requests === 1 && !!last?.request.complete && last.response.shouldKeepAlive;
  }
}

import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { silenceTimeoutMs } from '../../http/pipeline/connections.js';

/** An upgrade request and its connection, which Node has stopped reading. */
export interface Upgrade {
  readonly socket: Socket;
  /** Bytes that arrived after the request. */
  readonly head: Buffer;
}

const offers = new Set(['upgrade', 'http2-settings', 'connection']);

/** Returns the request head without the upgrade header. */
function withoutOffer({ method, url, httpVersion, rawHeaders, headers }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!offers.has(rawHeaders[index].toLowerCase())) lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Serves a request as if it had no upgrade header. A server may ignore upgrades, but once it has an upgrade listener
 * Node treats every upgrade as accepted and leaves the body unread; so the request is pushed back and parsed again.
 */
function ignoreOffer(server: Server, request: IncomingMessage, { socket, head }: Upgrade): void {
  socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]));
  server.emit('connection', socket);
}

/** Node's name for the response that a connection is sending; later responses wait in a queue. */
interface Assigned {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Calls `then` once all earlier responses of the connection are sent, because responses are sent in order. Never calls
 * it if the connection ends first.
 */
function afterEarlierResponses(socket: Socket, then: () => void): void {
  const sending = (socket as Assigned)._httpMessage;
  if (!socket.writable) socket.destroy();
  else if (!sending) then();
  else sending.once('close', () => afterEarlierResponses(socket, then));
}

/** Routes a WebSocket request. Its response is either the protocol switch or the last one of the connection. */
function route(app: FastifyInstance, request: IncomingMessage, socket: Socket): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  // The client may leave its half open indefinitely.
  response.once('finish', () => socket.end(() => socket.destroy()));
  app.routing(request, response);
}

/**
 * Handles requests with an upgrade header: those for a WebSocket at `path` are passed to `onWebSocket` and routed, all
 * others are served as plain requests. Node has detached its listeners from the connection, so errors and timeouts are
 * handled here from the start.
 */
export function acceptUpgrades(
  app: FastifyInstance,
  path: string,
  onWebSocket: (request: IncomingMessage, upgrade: Upgrade) => void,
): void {
  const server = app.server as Server;
  const isWebSocket = ({ headers, method, url }: IncomingMessage) =>
    method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?')[0] === path;

  server.on('upgrade', (request, duplex, head) => {
    const socket = duplex as Socket;
    const drop = () => socket.destroy();
    socket.on('error', drop).on('timeout', drop);
    afterEarlierResponses(socket, () => {
      if (isWebSocket(request)) {
        socket.setTimeout(silenceTimeoutMs);
        onWebSocket(request, { socket, head });
        route(app, request, socket);
        return;
      }
      socket.off('error', drop).off('timeout', drop);
      ignoreOffer(server, request, { socket, head });
    });
  });
}

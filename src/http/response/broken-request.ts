import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, errorBody } from '../errors.js';
import type { Connections } from '../pipeline/connections.js';
import { newRequestId } from '../request-id.js';
import { jsonType } from './http-exchange.js';

/** Requests that are not valid HTTP never become a request object; they get the usual error body. */
function refusalOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('HEADERS_TOO_LARGE', 'The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('REQUEST_TIMEOUT', 'The request did not arrive in time.');
  return new ApiError('INVALID_PAYLOAD', 'This is not a valid HTTP/1.1 request.', { field: 'request' });
}

/** How long a client may take to read the error before it is disconnected. */
const lingerMs = 1_000;

/**
 * Disconnects a client whose request timed out. Node would read on without a further timeout, and serve the request after
 * its error response.
 */
function stopReading(socket: Socket): void {
  socket.pause();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Sends the owed response and closes the connection after it; one that has begun, such as a stream, ends at once. */
function endAfter(response: ServerResponse, socket: Socket): void {
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  response.setHeader('connection', 'close');
  socket.pause();
}

/** Responds on a connection that has no response object of Node, and closes it. */
export function writeLastResponse(
  socket: Socket,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): void {
  const all = { 'content-length': String(Buffer.byteLength(body)), ...headers, date: new Date().toUTCString() };
  const lines = Object.entries({ connection: 'close', ...all }).map(([name, value]) => `${name}: ${value}`);
  // The client may leave its half open indefinitely.
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () => {
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
}

export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  connections: Pick<Connections, 'oldest'>,
  now: number,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // The client would take any other bytes for the response to its earlier, complete request.
  const pending = connections.oldest(socket);
  if (pending?.req.complete && !pending.writableEnded) {
    endAfter(pending, socket);
    return;
  }
  const requestId = newRequestId(now);
  const refusal = refusalOf(error.code);
  const headers = {
    'content-type': jsonType,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  writeLastResponse(socket, refusal.status, headers, JSON.stringify(errorBody(refusal, requestId)));
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') stopReading(socket);
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, errorBody } from '../errors.js';
import { newRequestId } from '../request-id.js';

/** Requests that are not valid HTTP never become a request object; they get the usual error body. */
function refusalOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('HEADERS_TOO_LARGE', 'The request headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('REQUEST_TIMEOUT', 'The request did not arrive in time.');
  return new ApiError('INVALID_PAYLOAD', 'This is not a valid HTTP/1.1 request.', { field: 'request' });
}

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

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

/** The response that the connection owes an earlier, complete request. Its client would take any other bytes for it. */
function owedResponse(socket: Socket): ServerResponse | null {
  const { _httpMessage: next } = socket as { readonly _httpMessage?: ServerResponse | null };
  return next?.req.complete && !next.writableEnded ? next : null;
}

/** Sends the owed response and closes the connection after it; one that has begun, such as a stream, ends at once. */
function endAfter(owed: ServerResponse, socket: Socket): void {
  if (owed.headersSent) {
    socket.destroy();
    return;
  }
  owed.shouldKeepAlive = false;
  socket.pause();
}

export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, now: number): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const owed = owedResponse(socket);
  if (owed) {
    endAfter(owed, socket);
    return;
  }
  const requestId = newRequestId(now);
  const refusal = refusalOf(error.code);
  const body = JSON.stringify(errorBody(refusal, requestId));
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') stopReading(socket);
}

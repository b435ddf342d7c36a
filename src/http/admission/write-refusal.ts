import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/**
 * False sends rejections through `writeHead` and `end`, which costs 50 % more. See
 * docs/adr/0024-admission-under-load.md.
 */
const writesDirectly = true;

/** Whether the next bytes on the socket are those of this response, and the connection stays open after it. */
function canWriteDirectly({ method, socket, httpVersion }: IncomingMessage, response: ServerResponse): boolean {
  return (
    writesDirectly &&
    response.socket === socket &&
    socket.writable &&
    method !== 'HEAD' &&
    httpVersion === '1.1' &&
    response.shouldKeepAlive
  );
}

/** A whole response of ASCII characters. */
export function refusalText(status: number, headers: readonly string[], body: string): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${text}\r\n${body}`;
}

/**
 * Sends a small response as one string. Under overload most requests are rejected, and Node's checking and
 * assembling of headers is a third of the cost of a rejection; these headers are fixed and need no checks. Emitting
 * `finish` lets Node continue with the connection as after any other response.
 */
export function writeRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  body: string,
): void {
  if (!canWriteDirectly(request, response)) {
    response.writeHead(status, [...headers]);
    response.end(body);
    return;
  }
  request.socket.write(refusalText(status, headers, body), 'latin1');
  (response as { finished: boolean }).finished = true;
  response.emit('finish');
}

import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** False sends every response through Node's `writeHead` and `end`. See docs/adr/0051-responses-in-one-write.md. */
const writesDirectly = true;

/**
 * Responses within `writeTogether` that wait for each other, until the iteration of the event loop ends. 1 writes each
 * at once.
 */
const maxTogether = 32;

/** A larger body is left to Node, which waits until the client has read it. */
const maxDirectLength = 64 * 1024;

/** How long an idle connection stays open; clients learn it from the Keep-Alive header. */
export const keepAliveMs = 65_000;
const connectionHeaders = `connection: keep-alive\r\nkeep-alive: timeout=${keepAliveMs / 1000}\r\n`;

let dateSecond = 0;
let dateHeader = '';

/** Formatted once per second. */
function currentDateHeader(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateHeader = `date: ${new Date(second * 1000).toUTCString()}\r\n`;
  }
  return dateHeader;
}

const printable = /^[\t -~]*$/;

/** Node rejects other characters, which could end a header; it also encodes headers differently from a body. */
function arePrintable(headers: readonly string[]): boolean {
  return printable.test(headers.join(''));
}

function linesOf(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return text;
}

/** Headers that many responses share, as names and values in turn: checked and assembled once. */
export class FixedHeaders {
  /** As they are sent. */
  readonly text: string;

  constructor(readonly list: readonly string[]) {
    if (!arePrintable(list)) throw new Error(`headers with other characters than printable ASCII: ${list.join(' ')}`);
    // As a flat string: a concatenation would be assembled again for every response.
    this.text = Buffer.from(linesOf(list), 'latin1').toString('latin1');
  }
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  let line = statusLines.get(status);
  if (line === undefined) {
    line = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    statusLines.set(status, line);
  }
  return line;
}

function headOf(status: number, fixed: FixedHeaders, own: readonly string[]): string {
  return `${statusLine(status)}${fixed.text}${linesOf(own)}${currentDateHeader()}${connectionHeaders}\r\n`;
}

/** Whether the next bytes on the socket are those of this response, and the connection stays open after it. */
function canWriteDirectly(response: ServerResponse): boolean {
  const { socket, req } = response;
  return (
    writesDirectly &&
    // A certification run replaces `end` to correct its record before the response is sent.
    !Object.hasOwn(response, 'end') &&
    socket === req.socket &&
    socket.writable &&
    socket.writableLength === 0 &&
    response.shouldKeepAlive &&
    !response.headersSent &&
    req.method !== 'HEAD' &&
    req.httpVersion === '1.1' &&
    response.getHeaderNames().length === 0
  );
}

function writeTo(socket: Socket, head: string, body: string | Buffer, byteLength: number): void {
  if (typeof body === 'string') {
    // In ASCII, latin1 and UTF-8 are equal, and latin1 is written without encoding.
    socket.write(head + body, byteLength === body.length ? 'latin1' : 'utf8');
    return;
  }
  socket.cork();
  socket.write(head, 'latin1');
  socket.write(body);
  socket.uncork();
}

interface Unsent {
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly head: string;
  readonly body: string | Buffer;
  readonly byteLength: number;
}

function writeNow({ response, socket, head, body, byteLength }: Unsent): void {
  writeTo(socket, head, body, byteLength);
  (response as { finished: boolean }).finished = true;
  response.emit('finish');
}

const unsent = new Map<ServerResponse, Unsent>();
let isTogether = false;

function writeUnsent(): void {
  for (const each of unsent.values()) {
    unsent.delete(each.response);
    // Closed meanwhile: Node has closed the response too.
    if (each.socket.writable) writeNow(each);
  }
}

/**
 * Writes the responses that `give` gives synchronously together with others of the same iteration of the event loop. A
 * write to a client that sleeps on the same machine, such as a reverse proxy, has to wake it; further writes find it
 * awake and cost less than half. Worthwhile only for responses that take less time than a write.
 */
export function writeTogether<T>(give: () => T): T {
  isTogether = true;
  try {
    return give();
  } finally {
    isTogether = false;
  }
}

/** Whether a response was given, even if it is not written yet. */
export function isAnswered(response: ServerResponse): boolean {
  return response.headersSent || response.writableEnded || unsent.has(response);
}

/**
 * Sends a complete response in one write, where Node would check and assemble its headers and write an empty chunk
 * after it. Emitting `finish` lets Node continue with the connection as after any other response. The headers, fixed
 * and its own, contain the length of the body and do not close the connection.
 */
export function writeWhole(
  response: ServerResponse,
  status: number,
  fixed: FixedHeaders,
  own: readonly string[],
  body: string | Buffer,
  byteLength = Buffer.byteLength(body),
): void {
  if (unsent.has(response)) throw new Error('the request has a response already');
  const { socket } = response;
  const isSmall = body.length < maxDirectLength;
  if (!socket || !isSmall || !canWriteDirectly(response) || !arePrintable(own)) {
    response.writeHead(status, [...fixed.list, ...own]);
    response.end(body);
    return;
  }
  response.statusCode = status;
  const whole = { response, socket, head: headOf(status, fixed, own), body, byteLength };
  if (!isTogether) {
    writeNow(whole);
    return;
  }
  if (unsent.size === 0) setImmediate(writeUnsent);
  unsent.set(response, whole);
  if (unsent.size >= maxTogether) writeUnsent();
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const offers = new Set(['upgrade', 'http2-settings', 'connection']);

/** Returns the request head without the offer to switch protocols. */
function withoutOffer({ method, url, httpVersion, rawHeaders, headers }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!offers.has(rawHeaders[index].toLowerCase())) lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Serves a request as if it had offered no upgrade. A server may ignore offers it does not know, but once it has an upgrade
 * listener Node treats every offer as accepted and leaves the body unread; so the request is pushed back and read again.
 */
export function ignoreHttp2Upgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]));
  server.emit('connection', socket);
}

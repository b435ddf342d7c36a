import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const offers = new Set(['upgrade', 'http2-settings', 'connection']);

/** The request as it came, without the offer to speak another protocol. */
function withoutOffer({ method, url, httpVersion, rawHeaders, headers }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!offers.has(rawHeaders[index].toLowerCase())) lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * A server may ignore an offer that it does not know. As soon as anybody listens for upgrades, Node takes every offer for
 * accepted and leaves the body unread; so such a request is put back and read again without it.
 */
export function ignoreHttp2Upgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]));
  server.emit('connection', socket);
}

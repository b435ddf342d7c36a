import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type Exchange, usualHeaders } from './exchange.js';
import { chooseEncoding } from './reply-bytes.js';

interface StreamedReply {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly produce: (write: (text: string) => Promise<void>) => Promise<void>;
}

/** Fails as soon as nobody reads any more, so that whoever writes stops. */
async function writeTo(stream: PassThrough, text: string): Promise<void> {
  if (stream.destroyed) throw new Error('the reader has gone');
  if (stream.write(text)) return;
  const gone = new AbortController();
  try {
    await Promise.race([
      once(stream, 'drain', { signal: gone.signal }),
      once(stream, 'close', { signal: gone.signal }).then(() => {
        throw new Error('the reader has gone');
      }),
    ]);
  } finally {
    gone.abort();
  }
}

/**
 * Sends a body as it is made. The status is out before its end is known: a body that breaks off ends its connection, so
 * that nobody takes a part for the whole.
 */
export async function sendStreamed(exchange: Exchange, reply: StreamedReply): Promise<void> {
  const { response, method, headers: sent } = exchange;
  const packed = chooseEncoding(sent['accept-encoding']?.replace(/\bbr\b/g, '')) === 'gzip';
  const headers = usualHeaders(exchange, reply.headers);
  headers.push('content-type', reply.contentType, 'cache-control', 'no-store');
  if (packed) headers.push('content-encoding', 'gzip');
  response.writeHead(reply.status, headers);
  if (method === 'HEAD') {
    response.end();
    return;
  }
  const body = new PassThrough();
  const sending = packed ? pipeline(body, createGzip({ level: 5 }), response) : pipeline(body, response);
  sending.catch(() => {});
  try {
    await reply.produce(text => writeTo(body, text));
    body.end();
    await sending;
  } catch (error) {
    body.destroy();
    response.destroy();
    throw error;
  }
}

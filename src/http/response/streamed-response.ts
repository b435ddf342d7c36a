import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { WriteBody } from '../route.js';
import { commonHeaders, type HttpExchange } from './http-exchange.js';
import { chooseEncoding } from './reply-bytes.js';

interface StreamedReply {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly produce: (write: WriteBody) => Promise<void>;
}

/** A client that reads nothing for this long is disconnected, even if the connection does not report it. */
const patienceMs = 60_000;

class ReaderGone extends Error {
  constructor() {
    super('the client has disconnected');
  }
}

/** Fails as soon as the client disconnects, so that the writer stops. */
async function writeTo(stream: PassThrough, piece: string | Uint8Array): Promise<void> {
  if (stream.destroyed) throw new ReaderGone();
  if (stream.write(piece)) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  const gone = () => {
    throw new ReaderGone();
  };
  try {
    await Promise.race([
      once(stream, 'drain', { signal }),
      once(stream, 'close', { signal }).then(gone),
      sleep(patienceMs, undefined, { signal, ref: false }).then(gone),
    ]);
  } finally {
    waiting.abort();
  }
}

/**
 * Streams a body as it is produced. The status is sent before the end is known: a body that fails closes its
 * connection, so that clients do not mistake a part for the whole.
 */
export async function sendStreamed(exchange: HttpExchange, reply: StreamedReply): Promise<void> {
  const { response, method, headers: sent } = exchange;
  const packed = chooseEncoding(sent['accept-encoding']?.replace(/\bbr\b/g, '')) === 'gzip';
  const headers = commonHeaders(exchange, reply.headers);
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
    await reply.produce(piece => writeTo(body, piece));
    body.end();
    await sending.catch(() => {
      throw new ReaderGone();
    });
  } catch (error) {
    body.destroy();
    response.destroy();
    if (!(error instanceof ReaderGone)) throw error;
  }
}

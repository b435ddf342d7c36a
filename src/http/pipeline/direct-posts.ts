import { IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestBounds } from '../limits.js';
import { requestIdOf } from '../request-id.js';
import { clientIp, type Trusts } from './client-ip.js';
import { jsonMediaType } from './read-input.js';
import type { createRunner } from './run-route.js';

/** False leaves every request to Fastify. */
const isEnabled = true;

const emptyBody = Buffer.alloc(0);

/** Receives a body as a whole. */
interface BodyReceiver {
  readonly onWhole: (body: Buffer) => void;
  /** Called instead if the client disconnects before the last byte. */
  readonly onBroken: () => void;
}

/**
 * The request class of the server. Node hands it the bytes of the body through `push`, and after the last one null. A
 * body that is collected skips the buffers, events and ticks of a stream.
 */
export class CollectedMessage extends IncomingMessage {
  private receiver: BodyReceiver | null = null;
  private readonly chunks: Buffer[] = [];
  private isWhole = false;

  /** For a body of bounded length, before its first byte. */
  collect(receiver: BodyReceiver): void {
    this.receiver = receiver;
    // Otherwise Node discards the body as unread.
    (this as unknown as { _consuming: boolean })._consuming = true;
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.receiver === null) return super.push(chunk, encoding);
    if (chunk !== null) {
      this.chunks.push(chunk);
      return true;
    }
    this.isWhole = true;
    // Node releases the request with its response if it has ended.
    (this as unknown as { _readableState: { endEmitted: boolean } })._readableState.endEmitted = true;
    // A copy: whether a chunk shares memory with the next one depends on the version of Node.
    this.receiver.onWhole(Buffer.concat(this.chunks));
    return true;
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(error, callback);
    if (this.receiver && !this.isWhole) this.receiver.onBroken();
  }
}

const noValues = Object.freeze({});

/** The members of Fastify's request that the pipeline reads. */
class DirectRequest {
  readonly method = 'POST';
  readonly params = noValues;
  readonly query = noValues;
  readonly headers: IncomingMessage['headers'];
  body: Buffer = emptyBody;

  constructor(
    readonly raw: CollectedMessage,
    readonly id: string,
    private readonly proxies: Trusts | false,
  ) {
    this.headers = raw.headers;
  }

  get ip(): string {
    return clientIp(this.raw, this.headers['x-forwarded-for'] as string | undefined, this.proxies);
  }
}

const digits = /^\d{1,7}$/;

/** A JSON body that has the length of the header and fits the limit. */
function hasPlainBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '', 'content-type': type = '' } = headers;
  if (headers['transfer-encoding'] !== undefined || !jsonMediaType.test(type)) return false;
  return digits.test(length) && Number(length) <= requestBounds.bodyBytes;
}

interface DirectOptions {
  /** The runners of POST routes with a body, by path without parameters. */
  readonly runners: ReadonlyMap<string, ReturnType<typeof createRunner>>;
  readonly proxies: Trusts | false;
  readonly clock: () => number;
  /** Called when the client disconnects before its body has arrived. */
  readonly onBroken: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Returns the function that serves a POST with a plain JSON body at a fixed path, and returns false for all other requests,
 * which Fastify serves. The pipeline is the same; router, content type parser and body stream are skipped.
 */
export function createDirectPosts({ runners, proxies, clock, onBroken }: DirectOptions) {
  return (message: IncomingMessage, response: ServerResponse): boolean => {
    if (!isEnabled || message.method !== 'POST' || !(message instanceof CollectedMessage)) return false;
    const run = runners.get(message.url as string);
    if (!run || !hasPlainBody(message)) return false;
    const request = new DirectRequest(message, requestIdOf(message.headers['x-request-id'], clock()), proxies);
    message.collect({
      onWhole(body) {
        request.body = body;
        run(request as unknown as FastifyRequest, { hijack: () => {}, raw: response } as unknown as FastifyReply);
      },
      onBroken: () => onBroken(message, response),
    });
    return true;
  };
}

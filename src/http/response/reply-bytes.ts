import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A text that is sent repeatedly: its bytes, ETag and compressed forms are computed once. */
export class CachedText {
  /**
   * `isCurrent` returns whether the same request would get this text now. Without it, the text must be rebuilt to know.
   */
  constructor(
    readonly text: string,
    readonly isCurrent: ((now: number) => boolean) | null = null,
  ) {
    Object.freeze(this);
  }
}

/** The bytes of one body with its ETag. Compressed forms are created on demand. */
class ReplyBytes {
  /** In bytes. */
  readonly length: number;
  private encoded: Map<Encoding, Promise<Buffer>> | null = null;
  private tagText: string | null = null;
  private bytes: Buffer | null = null;
  private wasSent = false;

  constructor(private readonly content: string | Buffer) {
    this.length = Buffer.byteLength(content);
  }

  /** Images are already compressed. */
  get isText(): boolean {
    return typeof this.content === 'string';
  }

  /**
   * The body as sent. A long text that is sent again is encoded once, because encoding costs several times as much as
   * sending; most are sent only once.
   */
  get body(): string | Buffer {
    if (typeof this.content !== 'string' || this.length < minBufferedBytes) return this.content;
    if (this.wasSent) this.bytes ??= Buffer.from(this.content, 'utf8');
    this.wasSent = true;
    return this.bytes ?? this.content;
  }

  /** Created on demand: most responses to writes do not need it. */
  get tag(): string {
    this.tagText ??= hash('sha1', this.content, 'base64url').slice(0, 22);
    return this.tagText;
  }

  encode(encoding: Encoding): Promise<Buffer> {
    this.encoded ??= new Map();
    let result = this.encoded.get(encoding);
    if (!result) {
      result = compress[encoding](Buffer.from(this.content as string, 'utf8'));
      this.encoded.set(encoding, result);
    }
    return result;
  }
}

/** Node writes a shorter text together with its headers. */
const minBufferedBytes = 14 * 1024;

export type Encoding = 'br' | 'gzip';

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: bytes => promisify(gzip)(bytes, { level: 5 }),
};

/** Below this, compression saves less than its headers cost. */
export const minCompressedBytes = 1024;

/** A frozen body and an image never change, so their bytes are cached for as long as a caller holds the object. */
const bytesByBody = new WeakMap<object, ReplyBytes>();

export function bytesOf(body: unknown): ReplyBytes {
  if (typeof body === 'string') return new ReplyBytes(body);
  const isBuffer = Buffer.isBuffer(body);
  if (typeof body !== 'object' || body === null || !(isBuffer || Object.isFrozen(body)))
    return new ReplyBytes(JSON.stringify(body));
  let bytes = bytesByBody.get(body);
  if (!bytes) {
    bytes = new ReplyBytes(isBuffer ? body : body instanceof CachedText ? body.text : JSON.stringify(body));
    bytesByBody.set(body, bytes);
  }
  return bytes;
}

/** The best encoding that the client accepts; a weight of zero excludes one. */
export function chooseEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const accepted = new Map(
    header.split(',').map(part => {
      const [name, ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map(text => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(text => text !== undefined);
      return [name.trim(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  const weightOf = (encoding: Encoding) => accepted.get(encoding) ?? accepted.get('*') ?? 0;
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br';
  return weightOf('gzip') > 0 ? 'gzip' : null;
}

/** Whether If-None-Match contains the ETag of this body, in any of its encodings. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header === '*' || header === `"${tag}"`) return true;
  if (header.trim() === '*') return true;
  return header.split(',').some(part => {
    const candidate = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(part)?.[1];
    return candidate !== undefined && candidate.replace(/-(br|gzip)$/, '') === tag;
  });
}

/** Computes each response once per set of services and returns the same object, so its bytes are cached too. */
export function perServices<S extends object, T extends object>(build: (services: S) => T): (services: S) => T {
  const values = new WeakMap<S, T>();
  return services => {
    let value = values.get(services);
    if (!value) {
      value = build(services);
      values.set(services, value);
    }
    return value;
  };
}

import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { KeptText } from '../../api/route.js';

/** The bytes of one body and what belongs to them. Compressed forms are made when somebody asks for them. */
class ReplyBytes {
  readonly encoded = new Map<Encoding, Promise<Buffer>>();
  private known: string | null = null;

  constructor(readonly plain: Buffer) {}

  /** Made when it is asked for: most replies to writes go without. */
  get tag(): string {
    this.known ??= hash('sha1', this.plain, 'base64url').slice(0, 22);
    return this.known;
  }
}

export type Encoding = 'br' | 'gzip';

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: bytes => promisify(gzip)(bytes, { level: 5 }),
};

/** Below this, compression saves less than its headers cost. */
export const smallestCompressed = 1024;

/** A frozen body can not change any more, so its bytes are kept for as long as somebody holds the object. */
const kept = new WeakMap<object, ReplyBytes>();

function make(text: string): ReplyBytes {
  return new ReplyBytes(Buffer.from(text, 'utf8'));
}

export function bytesOf(body: unknown): ReplyBytes {
  if (typeof body === 'string') return make(body);
  if (typeof body !== 'object' || body === null || !Object.isFrozen(body)) return make(JSON.stringify(body));
  let bytes = kept.get(body);
  if (!bytes) {
    bytes = make(body instanceof KeptText ? body.text : JSON.stringify(body));
    kept.set(body, bytes);
  }
  return bytes;
}

export function encode(bytes: ReplyBytes, encoding: Encoding): Promise<Buffer> {
  let result = bytes.encoded.get(encoding);
  if (!result) {
    result = compress[encoding](bytes.plain);
    bytes.encoded.set(encoding, result);
  }
  return result;
}

/** The best encoding that the caller takes; a weight of zero is a refusal. */
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

/** Does If-None-Match name this body, in any of its encodings? */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some(part => {
    const candidate = /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(part)?.[1];
    return candidate !== undefined && candidate.replace(/-(br|gzip)$/, '') === tag;
  });
}

/** Values that a statement takes as parameters. */
type Scalar = string | number | bigint | boolean | null | Date | Uint8Array;
export type Parameter = Scalar | JsonParameter | NumberArray | ParameterList;
interface ParameterList extends ReadonlyArray<Scalar | ParameterList> {}

/** A value that is sent as jsonb, regardless of its type. */
export class JsonParameter {
  constructor(readonly value: unknown) {}
}

/**
 * Safe integers that are sent as an array in the binary format, which takes service and server a fraction of the time of
 * an array literal.
 */
export class NumberArray {
  constructor(
    readonly values: readonly number[],
    readonly type: 'integer' | 'bigint',
  ) {}
}

/** Types that are declared to the server; 0 lets it infer the type from the statement. */
const typeOids = {
  ...{ inferred: 0, boolean: 16, bytes: 17, bigint: 20, integer: 23, timestamp: 1184, jsonb: 3802 },
  ...{ integers: 1007, bigints: 1016 },
} as const;

export function typeOidOf(value: unknown): number {
  if (typeof value === 'boolean') return typeOids.boolean;
  if (typeof value === 'bigint') return typeOids.bigint;
  if (typeof value !== 'object') return typeOids.inferred;
  if (value instanceof Date) return typeOids.timestamp;
  if (value instanceof JsonParameter) return typeOids.jsonb;
  if (value instanceof NumberArray) return value.type === 'integer' ? typeOids.integers : typeOids.bigints;
  return value instanceof Uint8Array ? typeOids.bytes : typeOids.inferred;
}

const quoted = (text: string) => (/["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`);

function element(value: unknown): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`;
  return quoted(encodeParameter(value) as string);
}

function arrayLiteral(values: readonly unknown[]): string {
  let text = '';
  for (const value of values) text += `,${typeof value === 'number' ? value : element(value)}`;
  return `{${text.slice(1)}}`;
}

/** The bytes of such a number would be those of another one. */
function outOfRange(value: number, type: NumberArray['type']): RangeError {
  return new RangeError(`an element of a ${type} array must be a safe ${type} (got ${value})`);
}

/** One dimension, no nulls, lower bound 1; each element is preceded by its length. */
function binaryArray({ values, type }: NumberArray): Buffer {
  const size = type === 'integer' ? 4 : 8;
  const bytes = Buffer.allocUnsafe(values.length === 0 ? 12 : 20 + values.length * (4 + size));
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(typeOids[type], 8);
  if (values.length === 0) return bytes;
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 20;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    view.setInt32(at, size);
    at += 4;
    if (size === 8) {
      if (!Number.isSafeInteger(value)) throw outOfRange(value, type);
      view.setInt32(at, Math.floor(value / 2 ** 32));
      at += 4;
    } else if ((value | 0) !== value) throw outOfRange(value, type);
    // Takes the lower 32 bits.
    view.setInt32(at, value);
    at += 4;
  }
  return bytes;
}

/** Serializes a parameter to the server's text format; bytes are sent unchanged, and numbers of an array in binary. */
export function encodeParameter(value: unknown): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof JsonParameter) return JSON.stringify(value.value);
  if (value instanceof NumberArray) return binaryArray(value);
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`${value === undefined ? 'undefined' : typeof value} is not supported as a statement parameter`);
}

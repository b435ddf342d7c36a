/** Values that a statement takes as parameters. */
type Scalar = string | number | bigint | boolean | null | Date | Uint8Array;
export type Parameter = Scalar | JsonParameter | ParameterList;
interface ParameterList extends ReadonlyArray<Scalar | ParameterList> {}

/** A value that is sent as jsonb, regardless of its type. */
export class JsonParameter {
  constructor(readonly value: unknown) {}
}

/** Types that are declared to the server; 0 lets it infer the type from the statement. */
const typeOids = { inferred: 0, boolean: 16, bytes: 17, bigint: 20, timestamp: 1184, jsonb: 3802 } as const;

export function typeOidOf(value: unknown): number {
  if (typeof value === 'boolean') return typeOids.boolean;
  if (typeof value === 'bigint') return typeOids.bigint;
  if (typeof value !== 'object') return typeOids.inferred;
  if (value instanceof Date) return typeOids.timestamp;
  if (value instanceof JsonParameter) return typeOids.jsonb;
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

/** Serializes a parameter to the server's text format; bytes are sent unchanged. */
export function encodeParameter(value: unknown): string | Buffer | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  if (value instanceof JsonParameter) return JSON.stringify(value.value);
  if (Array.isArray(value)) return arrayLiteral(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(`${value === undefined ? 'undefined' : typeof value} is not supported as a statement parameter`);
}

import { hash } from 'node:crypto';

/** Characters that JSON does not escape. */
const plain = /^[ !#-[\]-~]*$/;

const quoted = (text: string) => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/**
 * Serializes a JSON value with sorted members, so that equal values have equal texts. `omitted` is a member of the value
 * itself that is left out.
 */
export function canonicalJson(value: unknown, omitted?: string): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(item => canonicalJson(item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === undefined || key === omitted) continue;
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** SHA-256 of the canonical JSON of a body without one member, in hexadecimal, which identifies replays. */
export function bodyDigest(value: unknown, omitted?: string): string {
  return hash('sha256', canonicalJson(value, omitted), 'hex');
}

/** The same digest as bytes, as stored with responses. */
export function bodyDigestBytes(value: unknown): Buffer {
  return hash('sha256', canonicalJson(value), 'buffer');
}
